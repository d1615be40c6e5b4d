package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.Element;

/** The check of the value of a message part when the message arrives. Thread-safe. */
@FunctionalInterface
public interface PartCheck {
    /** A check that accepts every value, for parts with complex content. */
    PartCheck ANYTHING = value -> null;

    /** Returns the mistake in a value as a sentence; null when there is none. */
    String problem(Element value);
}
