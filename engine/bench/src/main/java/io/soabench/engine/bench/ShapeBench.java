package io.soabench.engine.bench;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.Engine;
import io.soabench.engine.server.EngineConfiguration;
import io.soabench.engine.server.SchedulingPolicy;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * A bench of one process through the engine and, in alternating rounds, of its exchanges through the floor; all in this
 * JVM.
 */
final class ShapeBench implements AutoCloseable {
    static final String ENGINE_THREADS = "http";

    private final Shape shape;
    private final BenchOptions options;
    private final PrintWriter out;
    private final MockPartner mock = new MockPartner(true);
    private final FloorRelay relay;
    private final Engine engine;
    private final byte[] request;

    ShapeBench(Shape shape, BenchOptions options, PrintWriter out) throws Exception {
        this.shape = shape;
        this.options = options;
        this.out = out;
        this.relay = new FloorRelay(shape, mock.port(), Integer.MAX_VALUE);
        this.engine = Engine.start(configuration(options), new SystemEngineClock());
        engine.deployer().deploy(shape.processName(), shape.archive(mock.port()));
        this.request = BenchExchange.post(shape.path(), "\"\"", BenchExchange.REQUEST_BODY);
        bind(options, out);
    }

    static EngineConfiguration configuration(BenchOptions options) {
        return EngineConfiguration.DEFAULT
                .withPorts(0, 0)
                .withThreads(SchedulingPolicy.AFFINE, 1, 1, 1)
                .but()
                .transport(options.transport())
                .build();
    }

    /** Binds threads if that is wished; engine and relay must have started. */
    static void bind(BenchOptions options, PrintWriter out) {
        if (options.ownProcessor()) {
            out.println(OwnProcessor.give(List.of(ENGINE_THREADS, FloorRelay.THREADS)));
        }
    }

    private record Round(double perSecond, double cpuUs, double kib) {}

    private Round round(int port, String threads) throws InterruptedException {
        try (Load load = new Load(port, request, options.connections())) {
            load.closedLoop();
            load.measure(options.seconds() / 5);
            ThreadUsage before = ThreadUsage.of(threads);
            Load.Counts counts = load.measure(options.seconds());
            ThreadUsage after = ThreadUsage.of(threads);
            check(counts);
            return new Round(
                    counts.perSecond(),
                    (after.cpuNs() - before.cpuNs()) / 1e3 / counts.served,
                    (after.bytes() - before.bytes()) / 1024.0 / counts.served);
        }
    }

    static void check(Load.Counts counts) {
        if (counts.served == 0 || counts.failed > 0) {
            throw new IllegalStateException(
                    counts.failed + " requests failed and " + counts.served + " were served; look at the engine's log");
        }
    }

    private void warmUp() throws InterruptedException {
        for (int i = 0; i < options.warmUps(); i++) {
            round(relay.port(), FloorRelay.THREADS);
            round(engine.port(), ENGINE_THREADS);
        }
    }

    /** Measures throughput, processor time and allocation under a closed load. */
    void throughput() throws InterruptedException {
        warmUp();
        BenchRatios throughput = new BenchRatios(shape.processName() + " instances/s");
        BenchRatios cpu = new BenchRatios(shape.processName() + " CPU us/instance");
        BenchRatios memory = new BenchRatios(shape.processName() + " KiB/instance");
        for (int i = 0; i < options.rounds(); i++) {
            Round floor = round(relay.port(), FloorRelay.THREADS);
            Round own = round(engine.port(), ENGINE_THREADS);
            throughput.add(own.perSecond(), floor.perSecond());
            cpu.add(own.cpuUs(), floor.cpuUs());
            memory.add(own.kib(), floor.kib());
        }
        throughput.print(out);
        cpu.print(out);
        memory.print(out);
    }

    /** Measures the latency at half of the engine's maximum, engine and floor at the same rate. */
    void latency() throws InterruptedException {
        warmUp();
        double rate = round(engine.port(), ENGINE_THREADS).perSecond() / 2;
        out.printf(Locale.ROOT, "latency at %.0f requests/s%n", rate);
        // At half load other code is hot than at the maximum. Compiling it in a measured round would make that round's
        // tail.
        for (int i = 0; i < options.warmUps(); i++) {
            paced(relay.port(), rate);
            paced(engine.port(), rate);
        }
        BenchRatios median = new BenchRatios("p50 us at half load");
        BenchRatios tail = new BenchRatios("p99 us at half load");
        for (int i = 0; i < options.rounds(); i++) {
            Load.Counts floor = reported("floor", relay.port(), rate);
            Load.Counts own = reported("engine", engine.port(), rate);
            median.add(own.servedNs.getValueAtPercentile(50) / 1e3, floor.servedNs.getValueAtPercentile(50) / 1e3);
            tail.add(own.servedNs.getValueAtPercentile(99) / 1e3, floor.servedNs.getValueAtPercentile(99) / 1e3);
        }
        median.print(out);
        tail.print(out);
    }

    /**
     * Runs a round and reports it, with possible reasons for its tail: collections stop all threads, and compilers
     * compete with them.
     */
    private Load.Counts reported(String name, int port, double rate) throws InterruptedException {
        JvmPauses before = JvmPauses.now();
        Load.Counts counts = paced(port, rate);
        JvmPauses during = JvmPauses.now().since(before);
        out.printf(
                Locale.ROOT,
                "  %-6s p50 %.0f, p90 %.0f, p99 %.0f, p99.9 %.0f us; %d collections of %d ms, %d ms of compiling%n",
                name,
                counts.servedNs.getValueAtPercentile(50) / 1e3,
                counts.servedNs.getValueAtPercentile(90) / 1e3,
                counts.servedNs.getValueAtPercentile(99) / 1e3,
                counts.servedNs.getValueAtPercentile(99.9) / 1e3,
                during.collections(),
                during.collectionMs(),
                during.compilationMs());
        return counts;
    }

    private Load.Counts paced(int port, double rate) throws InterruptedException {
        try (Load load = new Load(port, request, options.connections() * 8)) {
            load.paced(rate, options.seconds() / 5);
            Load.Counts counts = load.paced(rate, options.seconds());
            check(counts);
            return counts;
        }
    }

    @Override
    public void close() {
        engine.close();
        relay.close();
        mock.close();
    }
}
