package io.soabench.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.receivers.AbstractMessageReceiver;

/** Takes the message of a one-way operation; whether it is accepted or fails, the servlet says. */
public final class TraceInOnlyMessageReceiver extends AbstractMessageReceiver {

    @Override
    protected void invokeBusinessLogic(MessageContext in) throws AxisFault {
        MockedService.of(in.getAxisService()).reply(in);
    }
}
