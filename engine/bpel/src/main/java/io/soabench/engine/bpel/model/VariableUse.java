package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Part;
import java.util.Optional;

/**
 * A variable, or one part of it, in an expression.
 */
public record VariableUse(Variable variable, Optional<Part> part) {}
