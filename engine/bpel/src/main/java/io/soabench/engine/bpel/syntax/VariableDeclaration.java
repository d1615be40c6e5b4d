package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A variable as written (section 8.1).
 */
public record VariableDeclaration(
        String name,
        Optional<QName> messageType,
        Optional<QName> type,
        Optional<QName> element,
        Optional<From> from,
        Location location) {}
