package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;

/**
 * An {@code import} as written: a document that the process uses (section 5.4).
 *
 * @param namespace the expected target namespace of the document
 * @param file the {@code location} attribute
 * @param importType the language of the document
 * @param location the element
 */
public record Import(Optional<String> namespace, Optional<String> file, String importType, Location location) {}
