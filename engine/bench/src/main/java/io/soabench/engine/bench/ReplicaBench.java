package io.soabench.engine.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.topology.IdSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A bench of replicas: the benchmark workflow of P13 (figure 2) in batches, with partners inside the engine. It shows
 * the ratio of two replicas to one, by the clock. One replica is a virtual machine bound to one processor as a whole,
 * with its collector and compiler. Two are bound to a processor each, as threads of one virtual machine and as
 * processes, and have twice its heap together. All engines run from the start. Rounds start with another one each, and
 * only one engine works at a time. Source: P13, sections 7.1 and 7.4 (resources grow with replicas).
 */
final class ReplicaBench {
    private static final double GOAL = 1.9;

    /** The same collector for all: the JVM's own choice depends on the number of processors. */
    private static final String COLLECTOR = "-XX:+UseParallelGC";

    private enum Kind {
        ONE("one"),
        THREADS("two, threads"),
        PROCESSES("two, processes");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private ReplicaBench() {}

    static void run(BenchOptions options, PrintWriter out) throws IOException, InterruptedException {
        List<Integer> processors = Affinity.get().toList();
        if (processors.size() < 2) {
            throw new IllegalStateException("replicas needs 2 processors, and this process may use processor "
                    + processors + " only; run it on a larger machine, or allow it more");
        }
        Map<Kind, ChildEngine> engines = new EnumMap<>(Kind.class);
        try {
            for (Kind kind : Kind.values()) {
                engines.put(kind, start(kind, IdSet.of(processors.subList(0, kind == Kind.ONE ? 1 : 2)), options));
            }
            measure(engines, options, out);
        } finally {
            for (ChildEngine engine : engines.values()) {
                engine.close();
            }
        }
    }

    /** Starts an engine. A process has the processors of the thread that starts it. */
    private static ChildEngine start(Kind kind, IdSet processors, BenchOptions options) throws IOException {
        IdSet before = Affinity.get();
        Affinity.set(processors);
        try {
            return new ChildEngine(
                    BatchBench.NAME,
                    BatchBench.archive(),
                    kind == Kind.ONE ? options.heapMb() : 2 * options.heapMb(),
                    List.of(COLLECTOR),
                    switch (kind) {
                        case ONE -> List.of("--http-threads=1", options.transportOption());
                        case THREADS -> two("threads", options);
                        case PROCESSES -> two("processes", options);
                    });
        } finally {
            Affinity.set(before);
        }
    }

    /**
     * Returns the options of two replicas. Of two processors, non-shared gives each replica one, also where they share
     * caches.
     */
    private static List<String> two(String kind, BenchOptions options) {
        return List.of(
                "--replicas=2",
                "--replica-kind=" + kind,
                "--http-threads=2",
                "--memory=non-shared",
                options.transportOption());
    }

    private static void measure(Map<Kind, ChildEngine> engines, BenchOptions options, PrintWriter out)
            throws IOException, InterruptedException {
        Map<Kind, BenchRatios> ratios = new EnumMap<>(Kind.class);
        for (Kind kind : List.of(Kind.THREADS, Kind.PROCESSES)) {
            ratios.put(kind, new BenchRatios("instances/s, " + kind.text, kind.text, Kind.ONE.text));
        }
        List<Kind> order = List.of(Kind.values());
        for (int i = -options.warmUps(); i < options.rounds(); i++) {
            Map<Kind, Double> perSecond = new EnumMap<>(Kind.class);
            for (int j = 0; j < order.size(); j++) {
                Kind kind = order.get(Math.floorMod(i + j, order.size()));
                JsonNode done = BatchBench.batch(engines.get(kind).adminPort(), options.instances());
                perSecond.put(kind, BatchBench.perSecond(options.instances(), done.get("wallMs")));
            }
            if (i >= 0) {
                ratios.forEach((kind, all) -> all.add(perSecond.get(kind), perSecond.get(Kind.ONE)));
                List<String> parts = new ArrayList<>();
                perSecond.forEach((kind, rate) -> parts.add(String.format(Locale.ROOT, "%s %.0f/s", kind.text, rate)));
                out.println("  round: " + String.join("; ", parts));
            }
        }
        for (BenchRatios all : ratios.values()) {
            all.print(out);
        }
        out.printf(Locale.ROOT, "replicas: the goal is %.1f; batches of %d instances%n", GOAL, options.instances());
        out.flush();
    }
}
