package io.soabench.plugin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A message as a list of values: one element in the body of a SOAP envelope, with its simple elements and attributes as values.
 *
 * @param namespace of the element; empty when it has none
 * @param element local name
 * @param text the pieces of a serialized instance around its values: one more than values
 * @param values in document order
 */
public record MessageTemplate(String namespace, String element, List<String> text, List<Value> values) {

    /** Copies the lists. */
    public MessageTemplate {
        text = List.copyOf(text);
        values = List.copyOf(values);
        if (text.size() != values.size() + 1) {
            throw new IllegalArgumentException("message " + element + " has " + values.size() + " values and "
                    + text.size() + " pieces of text; there must be one more");
        }
    }

    /**
     * Returns a name for each value, in document order: the last step of its path, or the whole path with points where several values have that last
     * step.
     */
    public List<String> names() {
        Map<String, Integer> times = new HashMap<>();
        values.forEach(value -> times.merge(value.name(), 1, Integer::sum));
        return values.stream()
                .map(value -> times.get(value.name()) == 1
                        ? value.name()
                        : value.path().replace("@", "").replace('/', '.'))
                .toList();
    }

    /**
     * A simple element or an attribute.
     *
     * @param path local names below the message's element, separated by {@code /}; its last step begins with {@code @} for an attribute
     */
    public record Value(String path, Type type) {

        /** Returns the name of the process variable: the last step of the path. */
        public String name() {
            String last = path.substring(path.lastIndexOf('/') + 1);
            return last.startsWith("@") ? last.substring(1) : last;
        }
    }

    /** The kinds of values that expressions compute with. */
    public enum Type {
        /** Text, also each other type of XML Schema. */
        TEXT,
        /** Whole numbers within 64 bits. */
        INTEGER,
        /** Decimal numbers. */
        DECIMAL,
        /** Floating-point numbers. */
        DOUBLE,
        /** {@code true} or {@code false}. */
        BOOLEAN
    }
}
