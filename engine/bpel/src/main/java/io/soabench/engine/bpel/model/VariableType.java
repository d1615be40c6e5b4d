package io.soabench.engine.bpel.model;

import javax.xml.namespace.QName;

/** The type of a variable. */
public sealed interface VariableType permits MessageType, ElementType, SchemaType {
    /** Returns the name of the message, element or type. */
    QName name();
}
