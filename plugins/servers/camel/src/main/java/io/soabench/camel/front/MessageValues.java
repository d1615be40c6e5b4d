package io.soabench.camel.front;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/** The values of a message as parameters of an endpoint: texts, or expressions of Camel's Simple language. Immutable. */
final class MessageValues {

    private final Map<String, Expression> values = new LinkedHashMap<>();

    /**
     * Takes the parameters of an endpoint.
     *
     * @param parameters emptied
     */
    MessageValues(CamelContext context, Map<String, Object> parameters) {
        parameters.forEach((name, text) -> {
            Expression value = context.resolveLanguage("simple").createExpression(String.valueOf(text));
            value.init(context);
            values.put(name, value);
        });
        parameters.clear();
    }

    /**
     * Returns the values of a message.
     *
     * @param names in the order of the result
     * @throws IllegalArgumentException when a value is missing, or one has no place in the message
     */
    List<Object> of(Exchange exchange, List<String> names, String message) {
        if (values.size() != names.size() || !values.keySet().containsAll(names)) {
            throw new IllegalArgumentException(message + " has the values " + String.join(", ", names)
                    + ", and the route gives " + String.join(", ", values.keySet()));
        }
        List<Object> given = new ArrayList<>(names.size());
        for (String name : names) {
            given.add(values.get(name).evaluate(exchange, Object.class));
        }
        return given;
    }
}
