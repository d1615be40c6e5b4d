package io.soabench.languages.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The words of Camel's YAML DSL: what may stand at the top of a file, the steps, and the options of both. The source is the JSON
 * schema that is released with Camel. Immutable, safe for use by many threads.
 */
final class CamelSchema {

    private static final String DEFINITIONS = "#/items/definitions/";
    private static final String STEP = "org.apache.camel.model.ProcessorDefinition";

    /** A holder of the schema, which is read when the first file needs it. */
    private static final class Holder {
        static final CamelSchema SCHEMA = new CamelSchema();
    }

    private final Map<?, ?> definitions;
    private final CamelPlace top;
    private final CamelPlace steps;

    private CamelSchema() {
        Map<?, ?> items = ReleasedDescription.object(ReleasedDescription.read("camelYamlDsl.json"), "items");
        definitions = ReleasedDescription.object(items, "definitions");
        top = new CamelPlace(this, parts(items));
        steps = new CamelPlace(this, parts(ReleasedDescription.object(definitions, STEP)));
    }

    /** Returns the entries that a file may have. */
    static CamelPlace top() {
        return Holder.SCHEMA.top;
    }

    /** Returns the steps of a route. */
    static CamelPlace steps() {
        return Holder.SCHEMA.steps;
    }

    /** Returns a schema with the schemas to which it refers, and its alternatives. */
    List<Map<?, ?>> parts(Map<?, ?> schema) {
        List<Map<?, ?>> parts = new ArrayList<>();
        addParts(schema, parts);
        return parts;
    }

    private void addParts(Map<?, ?> schema, List<Map<?, ?>> parts) {
        if (parts.stream().anyMatch(part -> part == schema)) {
            return;
        }
        parts.add(schema);
        if (schema.get("$ref") instanceof String reference) {
            addParts(ReleasedDescription.object(definitions, reference.substring(DEFINITIONS.length())), parts);
        }
        for (String alternatives : List.of("oneOf", "anyOf", "allOf")) {
            if (schema.get(alternatives) instanceof List<?> all) {
                for (Object each : all) {
                    if (each instanceof Map<?, ?> alternative) {
                        addParts(alternative, parts);
                    }
                }
            }
        }
    }
}
