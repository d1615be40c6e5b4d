package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Part;

/** A part of a message, and the variable that it is copied from or to. */
public record PartBinding(Part part, Variable variable) {}
