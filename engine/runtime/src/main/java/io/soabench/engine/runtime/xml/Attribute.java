package io.soabench.engine.runtime.xml;

import java.util.Objects;

/**
 * An attribute of an element; never a namespace declaration.
 *
 * @param prefix preferred prefix, empty for none; the writer may choose another one
 * @param namespace namespace name, empty for none
 * @param name local name
 * @param value value, without entity references
 */
public record Attribute(String prefix, String namespace, String name, String value) {
    /** Rejects null. */
    public Attribute {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }
}
