package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import java.util.List;
import java.util.Optional;

/**
 * An {@code invoke} without handlers (WS-BPEL 2.0, section 10.3). An invoke with handlers becomes a scope with this
 * node inside. Immutable.
 *
 * @param info the common part
 * @param partnerLink the partner link
 * @param portType the port type of the partner
 * @param operation the operation of the partner
 * @param inputVariable the variable with the request
 * @param outputVariable the variable for the answer
 * @param toParts the variables with single parts of the request
 * @param fromParts the variables for single parts of the answer
 * @param correlations the correlation sets in document order
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
