package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.Optional;

/**
 * {@code invoke} without handlers; one with handlers becomes a scope with this inside.
 */
public record InvokeNode(
        ActivityInfo info,
        PartnerLink partnerLink,
        PortType portType,
        Operation operation,
        Optional<Variable> inputVariable,
        Optional<Variable> outputVariable,
        List<PartBinding> toParts,
        List<PartBinding> fromParts,
        List<BoundCorrelation> correlations)
        implements ActivityNode {
    public InvokeNode {
        toParts = List.copyOf(toParts);
        fromParts = List.copyOf(fromParts);
        correlations = List.copyOf(correlations);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
