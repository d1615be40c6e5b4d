package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Property;
import java.util.List;

/**
 * A correlation set. Immutable.
 *
 * @param index dense in the process, from 0
 * @param scope the number of the scope whose instance holds it
 * @param slot dense among the correlation sets of that scope, from 0
 * @param name as written
 * @param properties the properties in the order of their values
 * @param location its declaration
 */
public record CorrelationSet(
        int index, int scope, int slot, String name, List<Property> properties, Location location) {
    public CorrelationSet {
        properties = List.copyOf(properties);
    }
}
