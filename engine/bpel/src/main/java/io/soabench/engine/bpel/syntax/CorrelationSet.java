package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * A correlation set as written (section 9.1).
 */
public record CorrelationSet(String name, List<QName> properties, Location location) {
    public CorrelationSet {
        properties = List.copyOf(properties);
    }
}
