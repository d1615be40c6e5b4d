package io.soabench.engine.bench;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.Engine;
import io.soabench.engine.server.EngineConfiguration;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A bench of overload: Sequential at one and a half and at three times the maximum. It shows the share of the maximum
 * that is still served, and the time until others are refused. Engine and floor have the same limit of requests at
 * once. Each gets that many times its own maximum of the same round, in alternating rounds. The maximum is measured
 * before and after the overload, and its mean counts: a machine whose speed changes within a round would else show as a
 * share.
 *
 * <p>Two kinds of clients. {@code pool}: they have three connections for each request that may run, and a request that finds none
 * free is not sent, as with the connection pools of most clients. {@code open}: they have so many that nearly every request is
 * sent when it is due. Load, partner and system share the processors, so the floor's share is that of a server on this machine that does nothing but refuse and relay.
 */
final class OverloadBench implements AutoCloseable {
    private static final List<Double> FACTORS = List.of(1.5, 3.0);
    private static final double MAXIMUM_S = 3;
    private static final int CONNECTIONS_A_PLACE = 4;
    private static final int POOL = 3;
    private static final int OPEN = 24;

    private final BenchOptions options;
    private final PrintWriter out;
    private final int limit;
    private final MockPartner mock = new MockPartner(true);
    private final FloorRelay relay;
    private final Engine engine;
    private final byte[] request = BenchExchange.post(Shape.SEQUENTIAL.path(), "\"\"", BenchExchange.REQUEST_BODY);

    OverloadBench(BenchOptions options, PrintWriter out) throws Exception {
        this.options = options;
        this.out = out;
        this.limit = options.connections() * CONNECTIONS_A_PLACE;
        this.relay = new FloorRelay(Shape.SEQUENTIAL, mock.port(), limit);
        EngineConfiguration some = ShapeBench.configuration(options);
        this.engine = Engine.start(
                some.withLimits(
                        limit, some.queueCapacity(), some.maxConnections(), some.maxBodyBytes(), some.partnerTimeout()),
                new SystemEngineClock());
        engine.deployer().deploy(Shape.SEQUENTIAL.processName(), Shape.SEQUENTIAL.archive(mock.port()));
        ShapeBench.bind(options, out);
    }

    void run() throws InterruptedException {
        for (int i = 0; i < options.warmUps(); i++) {
            maximum(relay.port(), FloorRelay.THREADS);
            maximum(engine.port(), ShapeBench.ENGINE_THREADS);
        }
        long before = usedBytes();
        run("pool", limit * POOL);
        run("open", limit * OPEN);
        out.printf(Locale.ROOT, "heap in use after all, over before: %+d KiB%n", (usedBytes() - before) / 1024);
        out.flush();
    }

    /** The ratios of one kind of clients at one load. */
    private static final class Shares {
        private final BenchRatios ofMaximum;
        private final BenchRatios overFloor;
        private final BenchRatios efficiency;

        Shares(String clients, double factor) {
            String at = String.format(Locale.ROOT, " at %.1f, %s", factor, clients);
            ofMaximum = new BenchRatios("served" + at, "served/s", "maximum");
            overFloor = new BenchRatios("share served" + at);
            efficiency = new BenchRatios("served a CPU s" + at);
        }

        void add(Round own, Round floor) {
            ofMaximum.add(own.perSecond(), own.maximum());
            overFloor.add(own.share(), floor.share());
            efficiency.add(own.efficiency(), floor.efficiency());
        }

        void print(PrintWriter out) {
            ofMaximum.print(out);
            overFloor.print(out);
            efficiency.print(out);
        }
    }

    private void run(String clients, int connections) throws InterruptedException {
        Map<Double, Shares> all = new TreeMap<>();
        for (double factor : FACTORS) {
            all.put(factor, new Shares(clients, factor));
        }
        for (int i = 0; i < options.rounds(); i++) {
            for (double factor : FACTORS) {
                Round floor = round("floor " + clients, relay.port(), FloorRelay.THREADS, connections, factor);
                Round own = round("engine " + clients, engine.port(), ShapeBench.ENGINE_THREADS, connections, factor);
                all.get(factor).add(own, floor);
            }
        }
        all.values().forEach(shares -> shares.print(out));
    }

    /**
     * Served under overload, over the maximum.
     *
     * @param perSecond served under overload
     * @param maximum served at most
     * @param efficiency their quotient by processor time of the system's thread; unlike that by time it does not show how much of the processors
     *     load and partner took
     */
    private record Round(double perSecond, double maximum, double efficiency) {
        double share() {
            return perSecond / maximum;
        }
    }

    /** The use of the processors in a period. */
    private record Usage(Load.Counts counts, double system, double partner, double load) {
        /** Returns the number of requests served a second, at least one in all, so that there is a ratio. */
        double perSecond() {
            return Math.max(1, counts.served) / counts.seconds;
        }

        /** Returns the number of requests served a second of the system's processor time. */
        double served() {
            return perSecond() / system;
        }
    }

    private interface Period {
        Load.Counts run() throws InterruptedException;
    }

    private static Usage usage(String system, Period period) throws InterruptedException {
        long[] before = cpuNs(system);
        Load.Counts counts = period.run();
        long[] after = cpuNs(system);
        double ns = counts.seconds * 1e9;
        return new Usage(counts, (after[0] - before[0]) / ns, (after[1] - before[1]) / ns, (after[2] - before[2]) / ns);
    }

    /** Returns the most that is served to a closed load. */
    private Usage maximum(int port, String system) throws InterruptedException {
        try (Load load = new Load(port, request, options.connections())) {
            load.closedLoop();
            double seconds = Math.min(options.seconds(), MAXIMUM_S);
            load.measure(seconds / 5);
            return usage(system, () -> load.measure(seconds));
        }
    }

    private Round round(String name, int port, String system, int connections, double factor)
            throws InterruptedException {
        Usage before = maximum(port, system);
        double offered = before.perSecond() * factor;
        Usage over;
        Load.Counts later;
        try (Load load = new Load(port, request, connections)) {
            load.paced(offered, Math.min(options.seconds(), MAXIMUM_S) / 5);
            over = usage(system, () -> load.paced(offered, options.seconds()));
            Load.pause(200);
            load.paced(offered / factor / 2, 0.3);
            later = load.paced(offered / factor / 2, Math.min(options.seconds(), 2));
        }
        Usage after = maximum(port, system);
        Round round = new Round(
                over.perSecond(),
                mean(before.perSecond(), after.perSecond()),
                over.served() / mean(before.served(), after.served()));
        print(name, factor, round, over);
        out.printf(
                Locale.ROOT,
                "  then at half the maximum: served %.2f, refused %d, p99 %.1f ms; maximum %.0f/s before, %.0f/s after%n",
                later.perSecond() / (offered / factor / 2),
                later.refused,
                later.servedNs.getValueAtPercentile(99) / 1e6,
                before.perSecond(),
                after.perSecond());
        out.flush();
        return round;
    }

    private static double mean(double one, double other) {
        return (one + other) / 2;
    }

    private void print(String name, double factor, Round round, Usage usage) {
        Load.Counts over = usage.counts();
        out.printf(
                Locale.ROOT,
                "%-12s at %.1f times the maximum of %.0f/s; due %.0f/s, sent %.0f/s, served %.0f/s (%.2f of the maximum, %.2f by processor"
                        + " time; p50 %.1f ms), refused %.0f/s (p50 %.1f, p99 %.1f, at most %.1f ms), failed %d;"
                        + " processors: system %.2f, partner %.2f, load %.2f%n",
                name,
                factor,
                round.maximum(),
                (over.offered + over.unsent) / over.seconds,
                over.offered / over.seconds,
                over.perSecond(),
                round.share(),
                round.efficiency(),
                over.servedNs.getValueAtPercentile(50) / 1e6,
                over.refused / over.seconds,
                over.refusedNs.getValueAtPercentile(50) / 1e6,
                over.refusedNs.getValueAtPercentile(99) / 1e6,
                over.refusedNs.getMaxValue() / 1e6,
                over.failed,
                usage.system(),
                usage.partner(),
                usage.load());
    }

    private static long[] cpuNs(String system) {
        return new long[] {
            ThreadUsage.of(system).cpuNs(),
            ThreadUsage.of(MockPartner.THREADS).cpuNs(),
            ThreadUsage.of(Load.THREADS).cpuNs()
        };
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Override
    public void close() {
        engine.close();
        relay.close();
        mock.close();
    }
}
