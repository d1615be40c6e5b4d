package io.soabench.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.receivers.AbstractMessageReceiver;

/** The receiver of one-way messages; the servlet reports whether a message is accepted or fails. */
public final class TraceInOnlyMessageReceiver extends AbstractMessageReceiver {

    @Override
    protected void invokeBusinessLogic(MessageContext in) throws AxisFault {
        DeployedMock.of(in.getAxisService()).reply(in);
    }
}
