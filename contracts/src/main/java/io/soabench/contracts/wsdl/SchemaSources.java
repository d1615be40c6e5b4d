package io.soabench.contracts.wsdl;

import java.util.List;
import java.util.Map;

/**
 * The texts of all schemas that were read, for compiling them with another library. Imports have no locations, includes have
 * keys instead of locations.
 *
 * @param schemas inline and imported ones, in the order in which they were reached
 * @param included texts of included and redefined documents, by the key that stands as their location
 */
public record SchemaSources(List<Schema> schemas, Map<String, String> included) {
    /** Copies the collections. */
    public SchemaSources {
        schemas = List.copyOf(schemas);
        included = Map.copyOf(included);
    }

    /**
     * A schema document.
     *
     * @param targetNamespace empty for none
     * @param text the document
     */
    public record Schema(String targetNamespace, String text) {}
}
