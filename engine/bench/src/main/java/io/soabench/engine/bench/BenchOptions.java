package io.soabench.engine.bench;

import io.soabench.engine.server.EngineConfiguration;
import io.soabench.engine.server.transport.TransportOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The extent of a bench.
 *
 * @param rounds alternating rounds
 * @param warmUps rounds before, not reported
 * @param seconds length of a round
 * @param connections connections of a closed load
 * @param instances instances that wait at once
 * @param heapMb heap of a child JVM
 * @param transport the way in which engines use their sockets
 * @param ownProcessor whether the event loop of engine or floor has a processor for itself
 */
record BenchOptions(
        int rounds,
        int warmUps,
        double seconds,
        int connections,
        int instances,
        int heapMb,
        TransportOption transport,
        boolean ownProcessor) {
    static final BenchOptions DEFAULT =
            new BenchOptions(5, 2, 2, 32, 200_000, 1_024, EngineConfiguration.DEFAULT.transport(), false);

    /** Reads the extent from arguments such as {@code rounds=3}. */
    static BenchOptions parse(Iterable<String> arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            values.put(
                    equals < 0 ? argument : argument.substring(0, equals),
                    equals < 0 ? "" : argument.substring(equals + 1));
        }
        BenchOptions options = new BenchOptions(
                (int) number(values, "rounds", DEFAULT.rounds),
                (int) number(values, "warm-ups", DEFAULT.warmUps),
                number(values, "seconds", DEFAULT.seconds),
                (int) number(values, "connections", DEFAULT.connections),
                (int) number(values, "instances", DEFAULT.instances),
                (int) number(values, "heap-mb", DEFAULT.heapMb),
                transport(values.remove("transport")),
                ownProcessor(values.remove("processor")));
        if (!values.isEmpty()) {
            throw new IllegalArgumentException(
                    values.keySet()
                            + " is no option; use rounds, warm-ups, seconds, connections, instances, heap-mb, transport, processor");
        }
        return options;
    }

    /** Returns the option for engines that are processes. */
    String transportOption() {
        return "--transport=" + transport.text();
    }

    private static TransportOption transport(String word) {
        if (word == null) {
            return DEFAULT.transport;
        }
        for (TransportOption wish : TransportOption.values()) {
            if (wish.text().equals(word)) {
                return wish;
            }
        }
        throw new IllegalArgumentException("transport=" + word + " is unknown; use one of "
                + Arrays.stream(TransportOption.values())
                        .map(TransportOption::text)
                        .collect(Collectors.joining(", ")));
    }

    private static boolean ownProcessor(String word) {
        return switch (word == null ? "shared" : word) {
            case "shared" -> false;
            case "own" -> true;
            default -> throw new IllegalArgumentException("processor=" + word + " is unknown; use own or shared");
        };
    }

    private static double number(Map<String, String> values, String name, double byDefault) {
        String value = values.remove(name);
        if (value == null) {
            return byDefault;
        }
        try {
            double number = Double.parseDouble(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + value + " is no number; write for instance 3", e);
        }
        throw new IllegalArgumentException(name + "=" + value + " is below zero; raise it");
    }
}
