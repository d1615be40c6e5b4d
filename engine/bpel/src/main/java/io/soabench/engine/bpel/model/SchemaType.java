package io.soabench.engine.bpel.model;

import javax.xml.namespace.QName;

/**
 * Variables with a value of a simple type, or the content of an element of a complex type.
 */
public record SchemaType(QName name, boolean simple) implements VariableType {}
