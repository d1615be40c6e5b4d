package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * A namespace of extensions, as declared (section 5.3).
 *
 * @param namespace the namespace
 * @param mustUnderstand true if an engine that does not support it must refuse the process
 * @param location the element
 */
public record Extension(String namespace, boolean mustUnderstand, Location location) {}
