package io.soabench.engine.bpel.model;

import javax.xml.namespace.QName;

/**
 * Variables with an element of this global declaration.
 */
public record ElementType(QName name) implements VariableType {}
