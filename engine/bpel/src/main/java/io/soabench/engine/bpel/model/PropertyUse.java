package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Property;
import io.soabench.contracts.wsdl.PropertyAlias;

/** A property of a variable, with the alias that defines its place. */
public record PropertyUse(Variable variable, Property property, PropertyAlias alias) {}
