package io.soabench.engine.server.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The order for a batch. Immutable.
 *
 * @param instances the number of instances, from 1 to {@value #MOST_INSTANCES}
 * @param first the number of the first instance, from 1
 * @param input the message that starts each instance, as the element in its body or as an envelope
 * @param loopback true if partners are inside the engine; false if the real ones are called
 * @param operation the operation that starts instances; empty if the input determines it
 * @param window the number of instances at once, from 1 to {@value #MOST_WINDOW}
 * @param timeoutMs the time in milliseconds after which running instances are ended
 * @param answers the messages of loopback partners, by name of the operation
 */
record BatchOrder(
        long instances,
        long first,
        String input,
        boolean loopback,
        String operation,
        int window,
        long timeoutMs,
        Map<String, String> answers) {
    static final long MOST_INSTANCES = 1_000_000_000L;
    static final int MOST_WINDOW = 1_000_000;
    static final int DEFAULT_WINDOW = 1_000;
    static final long DEFAULT_TIMEOUT_MS = 600_000;
    private static final long MOST_TIMEOUT_MS = 86_400_000;
    private static final List<String> KNOWN =
            List.of("instances", "first", "input", "partners", "operation", "window", "timeoutMs", "answers");
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Copies the map. */
    BatchOrder {
        answers = Map.copyOf(answers);
    }

    /** Reads an order from JSON. */
    static BatchOrder read(byte[] json) throws RefusedBatchException {
        JsonNode root;
        try {
            root = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new RefusedBatchException("The body is no JSON: " + e.getOriginalMessage()
                    + (e.getLocation() == null
                            ? ""
                            : " (line " + e.getLocation().getLineNr() + ", column "
                                    + e.getLocation().getColumnNr() + ")")
                    + ".");
        } catch (IOException e) {
            throw new RefusedBatchException("The body cannot be read: " + e.getMessage());
        }
        if (root == null || !root.isObject()) {
            throw new RefusedBatchException("The body should be a JSON object with 'instances' and 'input'.");
        }
        TreeSet<String> unknown = new TreeSet<>();
        root.fieldNames().forEachRemaining(unknown::add);
        KNOWN.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new RefusedBatchException(
                    "'" + unknown.first() + "' is nothing that a batch has; it has " + String.join(", ", KNOWN) + ".");
        }
        String partners = text(root, "partners", "loopback");
        if (!partners.equals("loopback") && !partners.equals("real")) {
            throw new RefusedBatchException("'partners' is '" + partners + "'; use loopback or real.");
        }
        if (!root.hasNonNull("instances")) {
            throw new RefusedBatchException("'instances' is missing; say how many are to be started.");
        }
        if (!root.hasNonNull("input")) {
            throw new RefusedBatchException("'input' is missing; give the message that starts each instance as XML.");
        }
        return new BatchOrder(
                number(root, "instances", 0, MOST_INSTANCES),
                number(root, "first", 1, MOST_INSTANCES),
                text(root, "input", ""),
                partners.equals("loopback"),
                text(root, "operation", ""),
                (int) number(root, "window", DEFAULT_WINDOW, MOST_WINDOW),
                number(root, "timeoutMs", DEFAULT_TIMEOUT_MS, MOST_TIMEOUT_MS),
                answers(root, partners));
    }

    private static String text(JsonNode root, String name, String otherwise) throws RefusedBatchException {
        JsonNode value = root.get(name);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.isTextual()) {
            throw new RefusedBatchException("'" + name + "' should be a text.");
        }
        return value.textValue();
    }

    private static long number(JsonNode root, String name, long otherwise, long most) throws RefusedBatchException {
        JsonNode value = root.get(name);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 1
                || value.longValue() > most) {
            throw new RefusedBatchException(
                    "'" + name + "' is " + value + "; use a whole number from 1 to " + most + ".");
        }
        return value.longValue();
    }

    private static Map<String, String> answers(JsonNode root, String partners) throws RefusedBatchException {
        JsonNode given = root.get("answers");
        if (given == null || given.isNull()) {
            return Map.of();
        }
        if (!given.isObject()) {
            throw new RefusedBatchException("'answers' should be an object: names of operations, each with a message.");
        }
        if (!partners.equals("loopback")) {
            throw new RefusedBatchException("'answers' are for loopback partners, but 'partners' is real.");
        }
        Map<String, String> answers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> answer : given.properties()) {
            if (!answer.getValue().isTextual()) {
                throw new RefusedBatchException("'answers': '" + answer.getKey() + "' should be a text with XML.");
            }
            answers.put(answer.getKey(), answer.getValue().textValue());
        }
        return answers;
    }
}
