package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A {@code reply} (WS-BPEL 2.0, section 10.4). Immutable.
 *
 * @param info the common part
 * @param partnerLink the partner link
 * @param portType the port type of the process
 * @param operation the operation that is answered
 * @param faultName the name of the fault; empty for a normal answer
 * @param message the type of the answer or fault
 * @param variable the variable with the whole message
 * @param toParts the variables with single parts
 * @param correlations the correlation sets in document order
 * @param messageExchange the named message exchange; empty for the unnamed one
 */
public record ReplyNode(
        ActivityInfo info,
        PartnerLink partnerLink,
        PortType portType,
        Operation operation,
        Optional<QName> faultName,
        Optional<Message> message,
        Optional<Variable> variable,
        List<PartBinding> toParts,
        List<BoundCorrelation> correlations,
        Optional<MessageExchange> messageExchange)
        implements ActivityNode {
    public ReplyNode {
        toParts = List.copyOf(toParts);
        correlations = List.copyOf(correlations);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
