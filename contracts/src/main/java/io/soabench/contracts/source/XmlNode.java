package io.soabench.contracts.source;

/** Content of an element: a child element or text (character data and CDATA alike; comments are not kept). */
public sealed interface XmlNode permits XmlElement, XmlText {
    /** Returns the place at which the node starts. */
    Location location();
}
