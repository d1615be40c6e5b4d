package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.Element;

/** The check of the value of a message part when the message arrives. Thread-safe. */
@FunctionalInterface
public interface PartCheck {
    /** Takes every value; the check of parts with complex content. */
    PartCheck ANYTHING = value -> null;

    /** What is wrong with a value, in a sentence; null when nothing is. */
    String problem(Element value);
}
