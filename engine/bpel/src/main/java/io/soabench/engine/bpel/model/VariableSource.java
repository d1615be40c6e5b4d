package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Part;
import java.util.Optional;

/**
 * A variable, a part of it, or what a query selects there.
 */
public record VariableSource(Variable variable, Optional<Part> part, Optional<BoundExpression> query)
        implements CopySource {}
