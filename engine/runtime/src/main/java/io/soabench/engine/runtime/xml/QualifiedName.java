package io.soabench.engine.runtime.xml;

import java.util.Objects;

/**
 * A namespace and a local name, as of an element, an attribute or a fault.
 *
 * @param namespace namespace name, empty for none
 * @param name local name
 */
public record QualifiedName(String namespace, String name) {
    /** Rejects null. */
    public QualifiedName {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    /** Returns the form {@code {namespace}name}, or {@code name} alone when there is no namespace. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : "{" + namespace + "}" + name;
    }
}
