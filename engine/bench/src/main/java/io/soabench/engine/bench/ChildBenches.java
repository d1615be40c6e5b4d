package io.soabench.engine.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The measurements of engines that have a JVM of their own. */
final class ChildBenches {
    private static final long TIMEOUT_S = 120;
    private static final double GIB = 1 << 30;

    private ChildBenches() {}

    /** Measures instances that wait at once for a partner that never answers. */
    static void waiting(BenchOptions options, PrintWriter out) throws IOException, InterruptedException {
        byte[] request = BenchExchange.post("/processes/Waiting", "\"\"", BenchExchange.START_BODY);
        String unlimited = Integer.toString(Integer.MAX_VALUE);
        List<String> limits = List.of(
                "--max-instances=" + unlimited,
                "--queue-capacity=" + unlimited,
                "--partner-timeout=3600000",
                options.transportOption());
        try (MockPartner mock = new MockPartner(false);
                ChildEngine engine = ChildEngine.withOneLoop(
                        "Waiting", Shape.waiting(mock.port()), options.heapMb(), options.javaOptions(), limits)) {
            long before = engine.liveBytes();
            double seconds = engine.age();
            try (Load load = new Load(engine.port(), request, options.connections())) {
                Load.Counts counts = load.send(options.instances(), TIMEOUT_S);
                seconds = engine.age() - seconds;
                if (counts.served != options.instances()) {
                    throw new IllegalStateException("Only " + counts.served + " of " + options.instances()
                            + " instances were started within " + TIMEOUT_S + " s in " + options.heapMb() + " MiB.");
                }
                double each = (double) (engine.liveBytes() - before) / counts.served;
                out.printf(
                        Locale.ROOT,
                        "waiting: %d instances at once in %d MiB, started in %.1f s; %.0f bytes each,"
                                + " so %.0f fit into 1 GiB; ratio to the goal of 200000 %.2f%n",
                        counts.served,
                        options.heapMb(),
                        seconds,
                        each,
                        (GIB - before) / each,
                        (GIB - before) / each / 200_000);
            }
        }
        out.flush();
    }
}
