package io.soabench.axis2;

import java.util.Iterator;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.dispatchers.AbstractOperationDispatcher;

/**
 * A dispatcher that finds the operation of a message by the rule of all mock hosts (body's element, then SOAPAction),
 * which differs from Axis2's own order. A mock accepts any input, so all header blocks count as understood.
 */
public final class MockOperationDispatcher extends AbstractOperationDispatcher {

    @Override
    public void initDispatcher() {
        init(new HandlerDescription("MockOperationDispatcher"));
    }

    @Override
    public AxisOperation findOperation(AxisService service, MessageContext message) throws AxisFault {
        SOAPHeader header = message.getEnvelope().getHeader();
        if (header != null) {
            for (Iterator<SOAPHeaderBlock> blocks = header.examineAllHeaderBlocks(); blocks.hasNext(); ) {
                blocks.next().setProcessed();
            }
        }
        return DeployedMock.of(service).operation(message);
    }
}
