package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.xml.Element;

/**
 * How a value lies in a variable or part: under which name, and whether as text only. Copies rename what they copy, unless they
 * keep the source's name (WS-BPEL 2.0, section 8.4.2); {@code fromParts} and {@code toParts} are such copies, too (section 10.3).
 *
 * @param prototype empty element with the name
 * @param simple whether it holds text only
 */
public record ValueShape(Element prototype, boolean simple) {
    /** A value in this shape; attributes and content stay, except that a simple value has text only. */
    Element of(Element value) {
        if (simple) {
            return prototype.withText(value.text());
        }
        return value.is(prototype.namespace(), prototype.name())
                ? value
                : value.named(prototype.prefix(), prototype.namespace(), prototype.name());
    }
}
