package io.soabench.engine.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The benches' command line: a bench, or {@code all}, and options such as {@code rounds=5}. */
public final class BenchMain {
    private static final List<String> ALL = List.of(
            "sequential",
            "flow-no-dep",
            "flow",
            "while",
            "latency",
            "overload",
            "start",
            "waiting",
            "batch",
            "transport",
            "durable",
            "upgrade",
            "replicas",
            "replicas-http",
            "jvm");

    /** The benches without an engine in a virtual machine of its own, or with one whose options they compare. */
    private static final Set<String> WITHOUT_JAVA =
            Set.of("sequential", "flow-no-dep", "flow", "while", "latency", "overload", "start");

    private BenchMain() {}

    /** Runs benches and prints their ratios. */
    public static void main(String[] arguments) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        try {
            List<String> words = Arrays.asList(arguments);
            String bench = words.isEmpty() ? "" : words.get(0);
            if (!bench.equals("all") && !ALL.contains(bench)) {
                throw new IllegalArgumentException("'" + bench + "' is no bench; use one of " + ALL + " or all");
            }
            BenchOptions options = options(bench, words.subList(1, words.size()));
            for (String each : bench.equals("all") ? ALL : List.of(bench)) {
                run(each, options, out);
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
        }
    }

    /** Returns the options of a bench. */
    static BenchOptions options(String bench, List<String> words) {
        BenchOptions options = BenchOptions.parse(words);
        if (WITHOUT_JAVA.contains(bench) && !options.java().isEmpty()) {
            throw new IllegalArgumentException("the bench " + bench
                    + " starts no engine that java=… is for; give these options to the bench's own virtual machine, or"
                    + " try the bench jvm");
        }
        return options;
    }

    static void run(String bench, BenchOptions options, PrintWriter out) throws Exception {
        switch (bench) {
            case "latency" -> {
                try (ShapeBench shape = new ShapeBench(Shape.SEQUENTIAL, options, out)) {
                    shape.latency();
                }
            }
            case "overload" -> {
                try (OverloadBench overload = new OverloadBench(options, out)) {
                    overload.run();
                }
            }
            case "start" -> new StartBench(options, out).run();
            case "batch" -> BatchBench.run(options, out);
            case "replicas", "replicas-http" -> {
                ReplicaBench.Work work =
                        bench.equals("replicas") ? ReplicaBench.Work.BATCHES : ReplicaBench.Work.REQUESTS;
                try (ReplicaBench replicas = new ReplicaBench(work, options, out)) {
                    replicas.run();
                }
            }
            case "jvm" -> {
                try (JvmBench jvm = new JvmBench(options, out)) {
                    jvm.run();
                }
            }
            case "durable" -> {
                try (DurableBench durable = new DurableBench(options, out)) {
                    durable.run();
                }
            }
            case "upgrade" -> {
                try (UpgradeBench upgrade = new UpgradeBench(options, out)) {
                    upgrade.run();
                }
            }
            case "transport" -> {
                for (Shape shape : List.of(Shape.SEQUENTIAL, Shape.WHILE)) {
                    try (TransportBench transports = new TransportBench(shape, options, out)) {
                        transports.run();
                    }
                }
            }
            case "waiting" -> ChildBenches.waiting(options, out);
            default -> {
                Shape shape = Shape.valueOf(bench.replace('-', '_').toUpperCase(java.util.Locale.ROOT));
                try (ShapeBench throughput = new ShapeBench(shape, options, out)) {
                    throughput.throughput();
                }
            }
        }
    }
}
