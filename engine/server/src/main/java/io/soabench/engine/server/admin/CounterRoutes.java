package io.soabench.engine.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.server.counters.CounterValue;
import io.soabench.engine.server.counters.PoolCounters;
import java.io.IOException;
import java.util.Map;

/** The path {@code /counters}. GET returns the counts by pool, PUT chooses the events. Thread-safe. */
public final class CounterRoutes {
    /** The prefix of names of events among other numbers. */
    public static final String NAMED = "counters.";

    static final String COUNTERS = "/counters";
    private static final ObjectMapper JSON = new ObjectMapper();

    private CounterRoutes() {}

    static AdminAnswer answer(AdminRequest request, PoolCounters counters) {
        return request.method().equals("PUT")
                ? choose(request.body(), counters)
                : new AdminAnswer(200, described(counters));
    }

    private static AdminAnswer choose(byte[] body, PoolCounters counters) {
        JsonNode events;
        try {
            events = JSON.readTree(body).path("events");
        } catch (IOException e) {
            events = com.fasterxml.jackson.databind.node.MissingNode.getInstance();
        }
        if (!events.isTextual()) {
            return AdminAnswer.sentence(
                    400, "Name events, for instance {\"events\": \"task-clock,context-switches\"}; \"\" for none.");
        }
        try {
            counters.choose(events.textValue());
        } catch (IllegalArgumentException e) {
            return AdminAnswer.sentence(400, e.getMessage());
        }
        return new AdminAnswer(200, described(counters));
    }

    private static ObjectNode described(PoolCounters counters) {
        ObjectNode answer = AdminAnswer.object();
        counters.events().forEach(answer.putArray("events")::add);
        ObjectNode pools = answer.putObject("pools");
        counters.byPool().forEach((pool, values) -> put(pools.putObject(pool), values));
        return answer;
    }

    /** Adds counts as numbers, and reasons as texts. */
    static void put(ObjectNode object, Map<String, CounterValue> values) {
        put(object, "", values);
    }

    /** Adds the same counts, with the prefix in their names. */
    static void putNamed(ObjectNode object, Map<String, CounterValue> values) {
        put(object, NAMED, values);
    }

    private static void put(ObjectNode object, String before, Map<String, CounterValue> values) {
        values.forEach((event, value) -> {
            if (value.value().isPresent()) {
                object.put(before + event, value.value().getAsLong());
            } else {
                object.put(before + event, value.reason());
            }
        });
    }
}
