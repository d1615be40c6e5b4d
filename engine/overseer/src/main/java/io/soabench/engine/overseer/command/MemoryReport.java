package io.soabench.engine.overseer.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.overseer.counter.CounterReading;
import io.soabench.engine.overseer.memory.AccessPattern;
import io.soabench.engine.overseer.memory.MemoryResult;
import io.soabench.engine.overseer.system.Availability;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The result of a memory measurement as text or as JSON, with the ratios of P13's table II: the gain of near memory,
 * and the factor of random access.
 *
 * @param results of {@link #LOCAL} memory and, where there is some, of {@link #REMOTE}, in this order
 */
record MemoryReport(int bytes, int runs, MemoryPlaces where, Map<String, List<MemoryResult>> results) {

    static final String LOCAL = "local";
    static final String REMOTE = "remote";

    private static final Availability ONE_NODE =
            Availability.unsupported("this machine has one NUMA node with memory that may be used");

    String text() {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%s on processor %s, median of %d runs, least to greatest",
                Bytes.text(bytes),
                where.processor(),
                runs);
        line(text, "");
        results.forEach((memory, measured) -> measured.forEach(result -> line(
                text,
                "%-7s %-7s %9.3f s  %.3f to %.3f",
                memory,
                result.pattern().text(),
                result.median(),
                Collections.min(result.seconds()),
                Collections.max(result.seconds()))));
        line(text, "");
        for (AccessPattern pattern : AccessPattern.values()) {
            saved(pattern)
                    .ifPresent(share -> line(
                            text, "%s: local memory takes %.1f %% less time than remote", pattern.text(), 100 * share));
        }
        results.keySet()
                .forEach(memory -> line(
                        text,
                        "%s: at random it takes %.1f times as long as in order",
                        memory,
                        randomOverLinear(memory)));
        if (!results.containsKey(REMOTE)) {
            line(text, "remote: %s", ONE_NODE);
        }
        if (where.cacheBytes().orElse(0) >= bytes) {
            line(
                    text,
                    "note: the last cache holds %s, so that the array may stay in it; take a greater --size",
                    Bytes.text(where.cacheBytes().getAsLong()));
        }
        line(text, "");
        events(text);
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Appends the counts of one run, for each event, pattern and memory. */
    private void events(StringBuilder text) {
        results.forEach((memory, measured) -> measured.forEach(result -> result.readings()
                .forEach(reading -> line(
                        text,
                        "%-7s %-7s %20s %s%s",
                        memory,
                        result.pattern().text(),
                        reading.value().isPresent()
                                ? String.format(
                                        Locale.ROOT,
                                        "%,d",
                                        Math.round((double) reading.value().getAsLong() / runs))
                                : "-",
                        name(reading),
                        reading.value().isPresent() ? "" : ": " + reading.availability()))));
    }

    private static String name(CounterReading reading) {
        return reading.event().name() + (reading.userOnly() ? ":u" : "");
    }

    /** Returns the share of the time that near memory saves. */
    OptionalDouble saved(AccessPattern pattern) {
        return results.containsKey(REMOTE)
                ? OptionalDouble.of(1 - median(LOCAL, pattern) / median(REMOTE, pattern))
                : OptionalDouble.empty();
    }

    /** Returns the ratio that P13 calls the efficiency of the prefetcher. */
    double randomOverLinear(String memory) {
        return median(memory, AccessPattern.RANDOM) / median(memory, AccessPattern.LINEAR);
    }

    private double median(String memory, AccessPattern pattern) {
        return results.get(memory).stream()
                .filter(result -> result.pattern() == pattern)
                .findFirst()
                .orElseThrow()
                .median();
    }

    ObjectNode json() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("bytes", bytes).put("runs", runs);
        root.set("processors", TopologyJson.ids(where.processor()));
        where.cacheBytes().ifPresent(cache -> root.put("cacheBytes", cache));
        ArrayNode list = root.putArray("results");
        results.forEach((memory, measured) -> measured.forEach(result -> {
            ObjectNode one = list.addObject().put("memory", memory);
            OptionalInt node = memory.equals(LOCAL) ? where.local() : where.remote();
            node.ifPresent(id -> one.put("node", id));
            one.put("pattern", result.pattern().text());
            ArrayNode seconds = one.putArray("seconds");
            result.seconds().forEach(seconds::add);
            one.put("medianSeconds", result.median());
            ArrayNode events = one.putArray("events");
            result.readings().forEach(reading -> event(events.addObject(), reading));
        }));
        if (results.containsKey(REMOTE)) {
            ObjectNode saved = root.putObject("savedByLocal");
            for (AccessPattern pattern : AccessPattern.values()) {
                saved.put(pattern.text(), saved(pattern).getAsDouble());
            }
        } else {
            root.put("remoteUnavailable", ONE_NODE.toString());
        }
        ObjectNode ratios = root.putObject("randomOverLinear");
        results.keySet().forEach(memory -> ratios.put(memory, randomOverLinear(memory)));
        return root;
    }

    /** Adds the count of one event in all runs together. */
    private static void event(ObjectNode event, CounterReading reading) {
        event.put("name", reading.event().name());
        if (reading.value().isPresent()) {
            event.put("value", reading.value().getAsLong());
            event.put("unit", reading.event().unit());
            event.put("scaled", reading.isScaled());
            event.put("userOnly", reading.userOnly());
        } else {
            event.put("unavailable", reading.availability().toString());
        }
    }
}
