package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * A namespace of extensions (section 5.3).
 */
public record Extension(String namespace, boolean mustUnderstand, Location location) {}
