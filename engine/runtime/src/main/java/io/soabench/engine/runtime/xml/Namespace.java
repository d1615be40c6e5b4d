package io.soabench.engine.runtime.xml;

import java.util.Objects;

/**
 * A namespace declaration.
 *
 * @param prefix declared prefix, empty for the default namespace
 * @param uri namespace name, empty to undeclare the default namespace
 */
public record Namespace(String prefix, String uri) {
    /** Rejects null. */
    public Namespace {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(uri, "uri");
    }
}
