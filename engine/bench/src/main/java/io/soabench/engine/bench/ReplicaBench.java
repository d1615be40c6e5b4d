package io.soabench.engine.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A bench of replicas. It shows the ratio of two replicas to one, by the clock, beside that of two engines that are no
 * group. Two such engines do what the machine can do at most: they share no port, no process and no deployment.
 *
 * <p>One replica is a virtual machine bound to one processor as a whole, with its collector and compiler. Two are bound
 * to a processor each, as threads of one virtual machine and as processes, and have twice its heap together. Two
 * engines are bound in the same ways. All engines run from the start. Rounds start with another one each, and only one
 * case works at a time. Source: P13, sections 7.1 and 7.4 (resources grow with replicas).
 */
final class ReplicaBench implements AutoCloseable {
    private static final double GOAL = 1.9;

    /** The same collector for all: the JVM's own choice depends on the number of processors. */
    static final String COLLECTOR = "-XX:+UseParallelGC";

    private static final String ONE_LOOP = "--http-threads=1";
    private static final Shape SHAPE = Shape.SEQUENTIAL;
    private static final int FIRST = 100;
    private static final long TIMEOUT_S = 60;

    /** The work of the engines. */
    enum Work {
        /** Batches of the workflow of P13 (figure 2), with partners inside the engine. */
        BATCHES,
        /** Requests of Sequential by a load, with a partner; both share the processors with the engines. */
        REQUESTS
    }

    private enum Kind {
        ONE("one"),
        THREADS("two, threads"),
        PROCESSES("two, processes"),
        ENGINES("two engines"),
        ENGINES_IN_ONE_JVM("two engines in one JVM");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private final Work work;
    private final BenchOptions options;
    private final PrintWriter out;
    private final EngineClock clock = new SystemEngineClock();
    private final List<Integer> processors;
    private final MockPartner partner;
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final Map<Kind, List<ChildEngine>> engines = new EnumMap<>(Kind.class);
    private final byte[] request = BenchExchange.post(SHAPE.path(), "\"\"", BenchExchange.REQUEST_BODY);

    ReplicaBench(Work work, BenchOptions options, PrintWriter out) throws IOException {
        this.work = work;
        this.options = options;
        this.out = out;
        processors = Affinity.get().toList();
        if (processors.size() < 2) {
            throw new IllegalStateException("replicas needs 2 processors, and this process may use processor "
                    + processors + " only; run it on a larger machine, or allow it more");
        }
        partner = new MockPartner(true, 2);
        try {
            for (Kind kind : Kind.values()) {
                engines.put(kind, new ArrayList<>());
                start(kind);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void start(Kind kind) throws IOException {
        switch (kind) {
            case ONE -> start(kind, List.of(0), 1, List.of(ONE_LOOP));
            case THREADS -> start(kind, List.of(0, 1), 1, two("threads"));
            case PROCESSES -> start(kind, List.of(0, 1), 1, two("processes"));
            case ENGINES -> {
                start(kind, List.of(0), 1, List.of(ONE_LOOP));
                start(kind, List.of(1), 1, List.of(ONE_LOOP));
            }
            case ENGINES_IN_ONE_JVM -> start(kind, List.of(0, 1), 2, List.of());
        }
    }

    /**
     * Starts a virtual machine. It has the processors of the thread that starts it.
     *
     * @param places the places of its processors among those of this process
     * @param inOneJvm the number of its engines
     */
    private void start(Kind kind, List<Integer> places, int inOneJvm, List<String> ofEngine) throws IOException {
        boolean isBatch = work == Work.BATCHES;
        List<String> all = new ArrayList<>(ofEngine);
        all.add(options.transportOption());
        IdSet before = Affinity.get();
        Affinity.set(IdSet.of(places.stream().map(processors::get).toList()));
        try {
            engines.get(kind)
                    .add(new ChildEngine(
                            isBatch ? BatchBench.NAME : SHAPE.processName(),
                            isBatch ? BatchBench.archive() : SHAPE.archive(partner.port()),
                            places.size() * options.heapMb(),
                            BenchOptions.withCollector(
                                    COLLECTOR, BenchOptions.withYoungGeneration(places.size(), options.javaOptions())),
                            all,
                            inOneJvm));
        } finally {
            Affinity.set(before);
        }
    }

    /**
     * Returns the options of two replicas. Of two processors, non-shared gives each replica one, also where they share
     * caches.
     */
    private static List<String> two(String kind) {
        return List.of("--replicas=2", "--replica-kind=" + kind, "--http-threads=2", "--memory=non-shared");
    }

    void run() throws IOException, InterruptedException {
        Map<Kind, BenchRatios> overOne = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            if (kind != Kind.ONE) {
                overOne.put(kind, ratios(kind, Kind.ONE));
            }
        }
        BenchRatios threads = ratios(Kind.THREADS, Kind.ENGINES_IN_ONE_JVM);
        BenchRatios processes = ratios(Kind.PROCESSES, Kind.ENGINES);
        List<Kind> order = List.of(Kind.values());
        if (work == Work.REQUESTS) {
            for (Kind kind : order) {
                wake(kind);
            }
        }
        for (int i = -options.warmUps(); i < options.rounds(); i++) {
            Map<Kind, Double> perSecond = new EnumMap<>(Kind.class);
            for (int j = 0; j < order.size(); j++) {
                Kind kind = order.get(Math.floorMod(i + j, order.size()));
                perSecond.put(kind, work == Work.BATCHES ? batch(kind) : requests(kind));
            }
            if (i >= 0) {
                overOne.forEach((kind, all) -> all.add(perSecond.get(kind), perSecond.get(Kind.ONE)));
                threads.add(perSecond.get(Kind.THREADS), perSecond.get(Kind.ENGINES_IN_ONE_JVM));
                processes.add(perSecond.get(Kind.PROCESSES), perSecond.get(Kind.ENGINES));
                List<String> parts = new ArrayList<>();
                perSecond.forEach((kind, rate) -> parts.add(String.format(Locale.ROOT, "%s %.0f/s", kind.text, rate)));
                out.println("  round: " + String.join("; ", parts));
            }
        }
        overOne.values().forEach(all -> all.print(out));
        threads.print(out);
        processes.print(out);
        out.printf(
                Locale.ROOT,
                "replicas: the goal is %.1f, and two engines that are no group are what this machine can do; %s%n",
                GOAL,
                work == Work.BATCHES
                        ? "batches of " + options.instances() + " instances"
                        : "load and partner have the same processors");
        out.flush();
    }

    private static BenchRatios ratios(Kind kind, Kind over) {
        return new BenchRatios("instances/s, " + kind.text, kind.text, over.text);
    }

    /** Runs a batch in an engine, or its halves in two engines at once, and returns instances a second. */
    private double batch(Kind kind) throws IOException, InterruptedException {
        List<Integer> ports = engines.get(kind).stream()
                .flatMap(engine -> engine.adminPorts().stream())
                .toList();
        if (ports.size() == 1) {
            JsonNode done = BatchBench.batch(ports.get(0), options.instances());
            return BatchBench.perSecond(options.instances(), done.get("wallMs"));
        }
        int half = Math.max(1, options.instances() / 2);
        long startNs = clock.nanoTime();
        List<Future<JsonNode>> halves = ports.stream()
                .map(port -> clients.submit(() -> BatchBench.batch(port, half, BatchBench.WINDOW / 2)))
                .toList();
        for (Future<JsonNode> one : halves) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause().getMessage(), e);
            }
        }
        return 2.0 * half / ((clock.nanoTime() - startNs) / 1e9);
    }

    /** Returns the ports of the loads: one for one replica, and one for each replica or engine of two. */
    private List<Integer> ports(Kind kind) {
        List<Integer> ports = engines.get(kind).stream()
                .flatMap(engine -> engine.ports().stream())
                .toList();
        return kind == Kind.ONE || ports.size() > 1 ? ports : Collections.nCopies(2, ports.get(0));
    }

    /** Waits for the first answers of engines, for which a new virtual machine may need most of a short round. */
    private void wake(Kind kind) throws InterruptedException {
        for (int port : ports(kind)) {
            try (Load load = new Load(port, request, options.connections())) {
                Load.Counts counts = load.send(FIRST, TIMEOUT_S);
                if (counts.served < FIRST) {
                    throw new IllegalStateException("only " + counts.served + " of the first " + FIRST
                            + " requests were served within " + TIMEOUT_S + " s; look at the engine's log");
                }
            }
        }
    }

    /** Sends requests for a time, and returns instances a second. */
    private double requests(Kind kind) throws InterruptedException {
        List<Load> loads = new ArrayList<>();
        try {
            for (int port : ports(kind)) {
                loads.add(new Load(port, request, options.connections()));
            }
            loads.forEach(Load::closedLoop);
            Load.measure(loads, options.seconds() / 5);
            double sum = 0;
            for (Load.Counts counts : Load.measure(loads, options.seconds())) {
                ShapeBench.check(counts);
                sum += counts.perSecond();
            }
            return sum;
        } finally {
            loads.forEach(Load::close);
        }
    }

    @Override
    public void close() throws IOException {
        clients.shutdownNow();
        try {
            for (List<ChildEngine> all : engines.values()) {
                for (ChildEngine engine : all) {
                    engine.close();
                }
            }
        } finally {
            partner.close();
        }
    }
}
