package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Part;
import java.util.Optional;

/** A variable, a part of it, or the selection of a query in it. */
public record VariableTarget(Variable variable, Optional<Part> part, Optional<BoundExpression> query)
        implements ToSpec {}
