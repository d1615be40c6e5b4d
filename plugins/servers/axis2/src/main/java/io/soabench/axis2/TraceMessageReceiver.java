package io.soabench.axis2;

import io.soabench.mock.PlannedReply;
import io.soabench.plan.SoapVersion;
import java.io.ByteArrayInputStream;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;

/**
 * The receiver that answers a request-response operation with its pre-generated envelope, or with the planned fault.
 * The servlet sends answers that are not SOAP messages; Axis2 gets an empty envelope instead.
 */
public final class TraceMessageReceiver extends AbstractInOutMessageReceiver {

    @Override
    public void invokeBusinessLogic(MessageContext in, MessageContext out) throws AxisFault {
        DeployedMock mocked = DeployedMock.of(in.getAxisService());
        PlannedReply reply = mocked.reply(in);
        if (!reply.soap()) {
            SOAPFactory factory = mocked.soap() == SoapVersion.SOAP_11
                    ? OMAbstractFactory.getSOAP11Factory()
                    : OMAbstractFactory.getSOAP12Factory();
            out.setEnvelope(factory.getDefaultEnvelope());
            return;
        }
        SOAPModelBuilder answer = OMXMLBuilderFactory.createSOAPModelBuilder(
                new ByteArrayInputStream(reply.body().bytes()), null);
        out.setEnvelope(answer.getSOAPEnvelope());
    }
}
