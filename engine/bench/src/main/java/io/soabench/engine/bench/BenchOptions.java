package io.soabench.engine.bench;

import io.soabench.engine.server.EngineConfiguration;
import io.soabench.engine.server.transport.TransportOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
 * @param calls answered calls in the history of an instance that waits
 * @param java the cases of options of the virtual machines of child engines; without options if it is empty
 */
record BenchOptions(
        int rounds,
        int warmUps,
        double seconds,
        int connections,
        int instances,
        int heapMb,
        TransportOption transport,
        boolean ownProcessor,
        int calls,
        List<List<String>> java) {
    private static final Pattern YOUNG = Pattern.compile("-Xmn(\\d{1,6})([kKmMgG]?)");

    static final BenchOptions DEFAULT =
            new BenchOptions(5, 2, 2, 32, 200_000, 1_024, EngineConfiguration.DEFAULT.transport(), false, 5, List.of());

    /** Copies the cases. */
    BenchOptions {
        java = java.stream().map(List::copyOf).toList();
    }

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
                ownProcessor(values.remove("processor")),
                (int) number(values, "calls", DEFAULT.calls),
                java(values.remove("java")));
        if (!values.isEmpty()) {
            throw new IllegalArgumentException(values.keySet()
                    + " is no option; use rounds, warm-ups, seconds, connections, instances, heap-mb, transport, processor,"
                    + " calls, java");
        }
        return options;
    }

    /** Returns the option for engines that are processes. */
    String transportOption() {
        return "--transport=" + transport.text();
    }

    /**
     * Returns the options of the virtual machines of child engines.
     *
     * @throws IllegalArgumentException if there are several cases, which only the bench {@code jvm} compares
     */
    List<String> javaOptions() {
        if (java.size() > 1) {
            throw new IllegalArgumentException("java has " + java.size()
                    + " cases, which only the bench jvm compares; give this bench the options of one");
        }
        return java.isEmpty() ? List.of() : java.get(0);
    }

    /** Returns options of a virtual machine with a multiple of the young generation, if they name one. */
    static List<String> withYoungGeneration(int factor, List<String> ofJava) {
        return ofJava.stream()
                .map(word -> {
                    Matcher young = YOUNG.matcher(word);
                    return young.matches() ? "-Xmn" + factor * Integer.parseInt(young.group(1)) + young.group(2) : word;
                })
                .toList();
    }

    /** Returns options of a virtual machine with a collector, unless they name another one. */
    static List<String> withCollector(String collector, List<String> ofJava) {
        return ofJava.stream().anyMatch(word -> word.matches("-XX:\\+Use\\w+GC"))
                ? ofJava
                : Stream.concat(Stream.of(collector), ofJava.stream()).toList();
    }

    /** Divides cases at vertical bars, and their options at spaces. */
    private static List<List<String>> java(String cases) {
        if (cases == null) {
            return DEFAULT.java;
        }
        List<List<String>> all = new ArrayList<>();
        for (String one : cases.split("\\|", -1)) {
            List<String> words = one.isBlank() ? List.of() : List.of(one.strip().split("\\s+", -1));
            if (words.isEmpty() || !words.stream().allMatch(word -> word.startsWith("-"))) {
                throw new IllegalArgumentException("java=" + cases
                        + " is not understood; write options of the virtual machine, for instance"
                        + " \"java=-Xmn8m | -Xmn32m -XX:+UseTransparentHugePages\"");
            }
            all.add(words);
        }
        return all;
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
