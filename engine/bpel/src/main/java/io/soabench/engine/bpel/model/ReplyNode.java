package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * {@code reply}, see {@link ActivityNode}.
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
