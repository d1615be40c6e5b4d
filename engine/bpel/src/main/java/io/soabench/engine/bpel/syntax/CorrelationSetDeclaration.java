package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * A correlation set as written (section 9.1).
 */
public record CorrelationSetDeclaration(String name, List<QName> properties, Location location) {
    public CorrelationSetDeclaration {
        properties = List.copyOf(properties);
    }
}
