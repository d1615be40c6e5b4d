package io.soabench.engine.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A bench of the change to a later version of the engine while durable instances wait. Each engine has a JVM of its own
 * and a fresh copy of its folder.
 *
 * <p>In alternating rounds, one engine repeats the histories of the instances, as each start of the same version does.
 * It then stops, and the instances record their states. Another engine starts from such states, which a version with
 * lower semantics has written, and stops without recording. The ratios are those of the two starts and of the two stops.
 * The bench also reports the bytes that both kinds take.
 *
 * <p>This engine stands for the later version. {@link EarlierVersion} turns what it has recorded into the journal of an
 * earlier one.
 */
final class UpgradeBench implements AutoCloseable {
    private static final String NAME = "History";
    private static final long TIMEOUT_S = 600;
    private static final long TIMEOUT_MS = TimeUnit.SECONDS.toMillis(TIMEOUT_S);
    private static final long PAUSE_MS = 50;

    /** The factor of connections of the load, since requests wait for the disk. */
    private static final int MORE_CONNECTIONS = 16;

    private static final int LEAST_HEAP_MB = 256;
    /** Waiting instances in a MiB of heap: the engine refuses more than a quarter of its heap for them. */
    private static final int INSTANCES_A_MB = 64;

    private static final double KIB = 1_024;
    private static final String STATES = "states";
    private static final String HISTORIES = "histories";

    private final BenchOptions options;
    private final PrintWriter out;
    private final EngineClock clock = new SystemEngineClock();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final int port = TestPorts.next();
    private final MockPartner partner = new MockPartner(true);
    private final Map<String, byte[]> process;
    private final BenchFolder folder;
    private final BenchRatios start = new BenchRatios("start, s", STATES, HISTORIES);
    private final BenchRatios startCpu = new BenchRatios("start, processor s", STATES, HISTORIES);
    private final BenchRatios stop = new BenchRatios("stop, s", "with states", "without");

    UpgradeBench(BenchOptions options, PrintWriter out) throws IOException {
        this.options = options;
        this.out = out;
        this.process = Shape.history(options.calls(), partner.port());
        this.folder = new BenchFolder("soabench-upgrade");
    }

    /**
     * The times of one engine.
     *
     * @param start seconds from the start of the JVM until it is ready
     * @param startCpu processor time until then, in seconds
     * @param stop seconds from the wish to stop to the end of the process
     */
    private record Times(double start, double startCpu, double stop) {}

    void run() throws IOException, InterruptedException {
        Path histories = folder.path().resolve(HISTORIES);
        Path states = folder.path().resolve(STATES);
        record(histories);
        EarlierVersion.Size recorded = makeStates(histories, states);
        out.printf(
                Locale.ROOT,
                "upgrade: %d waiting instances with %d answered calls; histories %.0f bytes an instance (%.1f MiB),"
                        + " states %.0f bytes an instance (%.1f MiB)%n",
                recorded.states(),
                options.calls(),
                (double) recorded.historyBytes() / recorded.states(),
                recorded.historyBytes() / KIB / KIB,
                (double) recorded.stateBytes() / recorded.states(),
                recorded.stateBytes() / KIB / KIB);
        try (ChildEngine engine = engine(folder.path().resolve("empty"), false)) {
            out.printf(Locale.ROOT, "  an engine without instances starts in %.2f s%n", engine.age());
        }
        for (int i = -options.warmUps(); i < options.rounds(); i++) {
            Times first = i % 2 == 0 ? times(histories, true) : null;
            Times fromStates = times(states, false);
            Times fromHistories = first == null ? times(histories, true) : first;
            if (i >= 0) {
                add(fromStates, fromHistories);
            }
        }
        start.print(out);
        startCpu.print(out);
        stop.print(out);
        out.flush();
    }

    private void add(Times fromStates, Times fromHistories) {
        start.add(fromStates.start(), fromHistories.start());
        startCpu.add(fromStates.startCpu(), fromHistories.startCpu());
        // The engine that has started from histories is the one that records states when it stops.
        stop.add(fromHistories.stop(), fromStates.stop());
        out.printf(
                Locale.ROOT,
                "  round: start from states %.2f s, processor %.2f s; from histories %.2f s, processor %.2f s;"
                        + " stop with states %.2f s, without %.2f s%n",
                fromStates.start(),
                fromStates.startCpu(),
                fromHistories.start(),
                fromHistories.startCpu(),
                fromHistories.stop(),
                fromStates.stop());
    }

    /** Makes the folder of an engine whose instances have called and wait, and which has stopped without states. */
    private void record(Path histories) throws IOException, InterruptedException {
        byte[] request = BenchExchange.post("/processes/" + NAME, "\"\"", BenchExchange.START_BODY);
        int instances = options.instances();
        try (ChildEngine engine = engine(histories, false)) {
            try (Load load = new Load(engine.port(), request, options.connections() * MORE_CONNECTIONS)) {
                Load.Counts counts = load.send(instances, TIMEOUT_S);
                if (counts.served != instances) {
                    throw new IllegalStateException(
                            "Only " + counts.served + " of " + instances + " instances were started within " + TIMEOUT_S
                                    + " s: " + counts.refused + " were refused, " + counts.failed + " failed.");
                }
            }
            awaitCalls(engine, (long) instances * options.calls());
            engine.stop(TIMEOUT_S);
        }
    }

    private void awaitCalls(ChildEngine engine, long calls) throws IOException, InterruptedException {
        long endNs = clock.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        for (long answered = answered(engine); answered < calls; answered = answered(engine)) {
            if (clock.nanoTime() - endNs > 0) {
                throw new IllegalStateException("Only " + answered + " of " + calls + " calls were answered within "
                        + TIMEOUT_S + " s; look at the engine's log.");
            }
            Load.pause(PAUSE_MS);
        }
    }

    private long answered(ChildEngine engine) throws IOException, InterruptedException {
        return statistics(engine).findValue("callsAnswered").asLong();
    }

    /** Makes the folder of an earlier version of the engine, whose instances have recorded their states. */
    private EarlierVersion.Size makeStates(Path histories, Path states) throws IOException, InterruptedException {
        Path stopped = folder.copy(histories);
        try (ChildEngine engine = recovered(stopped, true)) {
            engine.stop(TIMEOUT_S);
        }
        EarlierVersion.Size size = EarlierVersion.write(stopped, states, clock::nanoTime);
        BenchFolder.delete(stopped);
        if (size.states() != options.instances()) {
            throw new IllegalStateException(size.states() + " of " + options.instances()
                    + " instances have recorded their states; the engine had too little time");
        }
        return size;
    }

    /** Starts an engine with a copy of a folder, and stops it. */
    private Times times(Path original, boolean withStates) throws IOException, InterruptedException {
        Path copy = folder.copy(original);
        try (ChildEngine engine = recovered(copy, withStates)) {
            double startS = engine.age();
            double cpuS = engine.cpuSeconds();
            return new Times(startS, cpuS, engine.stop(TIMEOUT_S));
        } finally {
            BenchFolder.delete(copy);
        }
    }

    /** Starts an engine with the instances of a folder. */
    private ChildEngine recovered(Path state, boolean withStates) throws IOException, InterruptedException {
        ChildEngine engine = engine(state, withStates);
        boolean isComplete = false;
        try {
            long recovered = statistics(engine).findValue("instancesRecovered").asLong();
            if (recovered != options.instances()) {
                throw new IllegalStateException(recovered + " of " + options.instances()
                        + " instances were recovered; look at the engine's log");
            }
            isComplete = true;
            return engine;
        } finally {
            if (!isComplete) {
                engine.close();
            }
        }
    }

    private ChildEngine engine(Path state, boolean withStates) throws IOException {
        String unlimited = Integer.toString(Integer.MAX_VALUE);
        return ChildEngine.withOneLoop(
                NAME,
                process,
                Math.max(LEAST_HEAP_MB, Math.max(options.heapMb(), options.instances() / INSTANCES_A_MB)),
                options.javaOptions(),
                List.of(
                        "--port=" + port,
                        "--durable=" + state,
                        "--snapshot-at-stop=" + (withStates ? TIMEOUT_MS : 0),
                        // Instances that wait would use up the time for their ends.
                        "--drain=0",
                        "--max-instances=" + unlimited,
                        "--queue-capacity=" + unlimited,
                        options.transportOption()));
    }

    private JsonNode statistics(ChildEngine engine) throws IOException, InterruptedException {
        HttpRequest asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + engine.adminPort() + "/statistics"))
                .build();
        return mapper.readTree(
                client.send(asked, HttpResponse.BodyHandlers.ofString()).body());
    }

    @Override
    public void close() throws IOException {
        partner.close();
        folder.close();
    }
}
