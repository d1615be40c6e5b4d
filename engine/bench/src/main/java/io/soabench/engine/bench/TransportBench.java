package io.soabench.engine.bench;

import io.soabench.engine.server.transport.Transport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A bench of one process through engines that differ in their transport alone, each in a JVM of its own, in alternating
 * rounds that start with another one each. It reports processor time an instance and throughput, each over that of
 * {@link Transport#NIO}. Load and partner are in this JVM and use Java's sockets in any case.
 */
final class TransportBench implements AutoCloseable {
    /** The engine's one event loop; and threads of the kernel that work for io_uring, which belong to the process. */
    private static final List<String> THREADS = List.of("http", "iou-");

    private static final int FIRST = 100;

    private static final long TIMEOUT_S = 30;

    private final Shape shape;
    private final BenchOptions options;
    private final PrintWriter out;
    private final MockPartner mock = new MockPartner(true);
    private final Map<Transport, ChildEngine> engines = new EnumMap<>(Transport.class);
    private final byte[] request;

    TransportBench(Shape shape, BenchOptions options, PrintWriter out) throws IOException {
        this.shape = shape;
        this.options = options;
        this.out = out;
        this.request = BenchExchange.post(shape.path(), "\"\"", BenchExchange.REQUEST_BODY);
        try {
            for (Transport transport : Transport.values()) {
                if (transport.obstacle().isPresent()) {
                    out.println(transport.text() + " is left out: "
                            + transport.obstacle().get());
                } else {
                    engines.put(
                            transport,
                            ChildEngine.withOneLoop(
                                    shape.processName(),
                                    shape.archive(mock.port()),
                                    options.heapMb(),
                                    options.javaOptions(),
                                    List.of("--transport=" + transport.text())));
                }
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private record Round(double perSecond, double cpuUs) {}

    private Round round(ChildEngine engine) throws IOException, InterruptedException {
        ChildThreads threads = new ChildThreads(engine.pid());
        try (Load load = new Load(engine.port(), request, options.connections())) {
            load.closedLoop();
            load.measure(options.seconds() / 5);
            long before = threads.cpuNs(THREADS);
            Load.Counts counts = load.measure(options.seconds());
            long after = threads.cpuNs(THREADS);
            ShapeBench.check(counts);
            return new Round(counts.perSecond(), (after - before) / 1e3 / counts.served);
        }
    }

    /**
     * Waits for the first answer of an engine. A virtual machine that has just started may need most of a short round
     * for it.
     */
    private void wake(ChildEngine engine) throws InterruptedException {
        try (Load load = new Load(engine.port(), request, options.connections())) {
            Load.Counts counts = load.send(FIRST, TIMEOUT_S);
            if (counts.served < FIRST) {
                throw new IllegalStateException("only " + counts.served + " of the first " + FIRST
                        + " requests were served within " + TIMEOUT_S + " s; look at the engine's log");
            }
        }
    }

    void run() throws IOException, InterruptedException {
        for (ChildEngine engine : engines.values()) {
            wake(engine);
        }
        List<Transport> order = new ArrayList<>(engines.keySet());
        Map<Transport, BenchRatios> cpu = new EnumMap<>(Transport.class);
        Map<Transport, BenchRatios> throughput = new EnumMap<>(Transport.class);
        for (Transport transport : order) {
            if (transport != Transport.NIO) {
                String about = shape.processName() + ", " + transport.text();
                cpu.put(transport, new BenchRatios(about + " CPU us/instance", transport.text(), Transport.NIO.text()));
                throughput.put(
                        transport, new BenchRatios(about + " instances/s", transport.text(), Transport.NIO.text()));
            }
        }
        for (int i = -options.warmUps(); i < options.rounds(); i++) {
            Map<Transport, Round> rounds = new EnumMap<>(Transport.class);
            for (int j = 0; j < order.size(); j++) {
                Transport next = order.get(Math.floorMod(i + j, order.size()));
                rounds.put(next, round(engines.get(next)));
            }
            if (i >= 0) {
                Round nio = rounds.get(Transport.NIO);
                cpu.forEach(
                        (transport, ratios) -> ratios.add(rounds.get(transport).cpuUs(), nio.cpuUs()));
                throughput.forEach(
                        (transport, ratios) -> ratios.add(rounds.get(transport).perSecond(), nio.perSecond()));
                StringBuilder line = new StringBuilder("  round");
                rounds.forEach((transport, round) -> line.append(String.format(
                        Locale.ROOT, " %s %.1f us, %.0f/s;", transport.text(), round.cpuUs(), round.perSecond())));
                out.println(line);
            }
        }
        cpu.values().forEach(ratios -> ratios.print(out));
        throughput.values().forEach(ratios -> ratios.print(out));
    }

    @Override
    public void close() throws IOException {
        try {
            for (ChildEngine engine : engines.values()) {
                engine.close();
            }
        } finally {
            mock.close();
        }
    }
}
