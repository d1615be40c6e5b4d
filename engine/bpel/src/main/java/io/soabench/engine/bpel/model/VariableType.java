package io.soabench.engine.bpel.model;

import javax.xml.namespace.QName;

/** What a variable may hold. */
public sealed interface VariableType permits MessageType, ElementType, SchemaType {
    /** The name of the message, element or type. */
    QName name();
}
