package io.soabench.engine.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.Engine;
import io.soabench.engine.server.EngineConfiguration;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A bench of a durable engine against one that keeps its instances in memory, in alternating rounds of the process
 * Sequential. Both run in this JVM. A folder in memory shows processor time and garbage. A folder on a disk shows
 * throughput, forces and written bytes, beside the time that the disk alone takes to force one block. At last, the
 * bench measures the time from the start of an engine to the recovery of waiting instances, in a JVM of its own.
 */
final class DurableBench implements AutoCloseable {
    /** The event loop of the engine, and the threads of its journal. */
    private static final List<String> THREADS = List.of(ShapeBench.ENGINE_THREADS, "journal");

    private static final Shape SHAPE = Shape.SEQUENTIAL;
    private static final Path MEMORY = Path.of("/dev/shm");

    /** The factor of connections on a disk, where more requests share one wait. */
    private static final int MORE_CONNECTIONS = 16;

    private static final int MOST_RECOVERED = 1_000_000;
    private static final int LEAST_HEAP_MB = 256;
    /** Waiting instances in a MiB of heap: the engine refuses more than a quarter of its heap for them. */
    private static final int INSTANCES_A_MB = 64;

    private static final long TIMEOUT_S = 600;
    private static final int FIRST = 100;
    private static final int FORCES = 200;
    private static final int BLOCK = 4_096;
    private static final double KIB = 1_024;

    private final BenchOptions options;
    private final PrintWriter out;
    private final EngineClock clock = new SystemEngineClock();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final List<Path> folders = new ArrayList<>();
    private final byte[] request = BenchExchange.post(SHAPE.path(), "\"\"", BenchExchange.REQUEST_BODY);

    DurableBench(BenchOptions options, PrintWriter out) {
        this.options = options;
        this.out = out;
    }

    /**
     * The results of one engine in one round.
     *
     * @param perSecond instances a second
     * @param cpuUs microseconds of processor time for each instance
     * @param kib KiB of garbage for each instance
     * @param forces forces of the disk for each instance
     * @param written KiB in the journal for each instance
     */
    private record Round(double perSecond, double cpuUs, double kib, double forces, double written) {}

    void run() throws Exception {
        if (Files.isDirectory(MEMORY)) {
            compare("memory file system", folder(MEMORY), options.connections());
        } else {
            out.println("the part in memory is left out: there is no " + MEMORY);
        }
        Path disk = folder(Path.of(System.getProperty("java.io.tmpdir")));
        force(disk);
        compare("disk", disk, options.connections() * MORE_CONNECTIONS);
        force(disk);
        recovery(folder(disk));
        out.println(
                "durable: the goals are 1.30 of the processor time and 4 KiB more garbage in memory; on a disk with 200"
                        + " forces a second 0.7 of the throughput, 0.1 forces and 3 KiB written an instance;"
                        + " 100000 instances recovered in 8 s");
        out.flush();
    }

    private Path folder(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "soabench-durable");
        folders.add(folder);
        return folder;
    }

    private void compare(String where, Path folder, int connections) throws Exception {
        EngineConfiguration some = ShapeBench.configuration(options);
        try (MockPartner mock = new MockPartner(true);
                Engine plain = Engine.start(some, clock);
                Engine durable = Engine.start(
                        some.but()
                                .port(TestPorts.next())
                                .durable(folder.resolve("state"))
                                .build(),
                        clock)) {
            for (Engine engine : List.of(plain, durable)) {
                engine.deployer().deploy(SHAPE.processName(), SHAPE.archive(mock.port()));
                sendFirst(engine, connections);
            }
            BenchRatios throughput = ratios(where + " instances/s");
            BenchRatios cpu = ratios(where + " CPU us/instance");
            BenchRatios memory = ratios(where + " KiB/instance");
            List<Round> rounds = new ArrayList<>();
            for (int i = -options.warmUps(); i < options.rounds(); i++) {
                // The two engines take turns to begin a round.
                Round first = i % 2 == 0 ? round(plain, connections) : null;
                Round kept = round(durable, connections);
                Round inMemory = first == null ? round(plain, connections) : first;
                if (i >= 0) {
                    throughput.add(kept.perSecond(), inMemory.perSecond());
                    cpu.add(kept.cpuUs(), inMemory.cpuUs());
                    memory.add(kept.kib(), inMemory.kib());
                    rounds.add(kept);
                }
            }
            throughput.print(out);
            cpu.print(out);
            memory.print(out);
            print(where, connections, rounds);
        }
    }

    private static BenchRatios ratios(String name) {
        return new BenchRatios(name, "durable", "in memory");
    }

    private void print(String where, int connections, List<Round> rounds) {
        out.printf(
                Locale.ROOT,
                "  %s, %d connections: %.3f forces and %.2f KiB written an instance (medians)%n",
                where,
                connections,
                median(rounds.stream().map(Round::forces).toList()),
                median(rounds.stream().map(Round::written).toList()));
        out.flush();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    private void sendFirst(Engine engine, int connections) throws InterruptedException {
        try (Load load = new Load(engine.port(), request, connections)) {
            Load.Counts counts = load.send(FIRST, TIMEOUT_S);
            if (counts.served < FIRST) {
                throw new IllegalStateException("only " + counts.served + " of the first " + FIRST
                        + " requests were served within " + TIMEOUT_S + " s; look at the engine's log");
            }
        }
    }

    private Round round(Engine engine, int connections) throws IOException, InterruptedException {
        try (Load load = new Load(engine.port(), request, connections)) {
            load.closedLoop();
            load.measure(options.seconds() / 5);
            JsonNode earlier = statistics(engine.adminPort());
            long cpuNs = -cpuNs();
            long bytes = -bytes();
            Load.Counts counts = load.measure(options.seconds());
            cpuNs += cpuNs();
            bytes += bytes();
            JsonNode later = statistics(engine.adminPort());
            ShapeBench.check(counts);
            // The statistics cover a little more time than the round, so the instances are counted by them, too.
            double instances = Math.max(1, grown("instancesCompleted", earlier, later));
            return new Round(
                    counts.perSecond(),
                    cpuNs / 1e3 / counts.served,
                    bytes / KIB / counts.served,
                    grown("journalSyncs", earlier, later) / instances,
                    grown("journalBytes", earlier, later) / KIB / instances);
        }
    }

    private static long cpuNs() {
        return THREADS.stream()
                .mapToLong(prefix -> ThreadUsage.of(prefix).cpuNs())
                .sum();
    }

    private static long bytes() {
        return THREADS.stream()
                .mapToLong(prefix -> ThreadUsage.of(prefix).bytes())
                .sum();
    }

    private static double grown(String name, JsonNode earlier, JsonNode later) {
        JsonNode before = earlier.findValue(name);
        return before == null ? 0 : later.findValue(name).asLong() - before.asLong();
    }

    private JsonNode statistics(int adminPort) throws IOException, InterruptedException {
        HttpRequest asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/statistics"))
                .build();
        return mapper.readTree(
                client.send(asked, HttpResponse.BodyHandlers.ofString()).body());
    }

    /** Measures the time of the disk alone: one block after the other is written and forced. */
    private void force(Path folder) throws IOException {
        List<Double> us = new ArrayList<>();
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
        try (FileChannel file = FileChannel.open(
                folder.resolve("blocks"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            for (int i = 0; i < FORCES; i++) {
                file.write(block.clear(), (long) i * BLOCK);
            }
            file.force(true);
            for (int i = 0; i < FORCES; i++) {
                file.write(block.clear(), (long) i * BLOCK);
                long startNs = clock.nanoTime();
                file.force(false);
                us.add((clock.nanoTime() - startNs) / 1e3);
            }
        }
        us.sort(null);
        double mean = us.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        out.printf(
                Locale.ROOT,
                "  the disk forces a block of 4 KiB (%s) in p50 %.0f, p90 %.0f, p99 %.0f us: %.0f a second%n",
                Files.getFileStore(folder).type(),
                us.get(FORCES / 2),
                us.get(FORCES * 9 / 10),
                us.get(FORCES * 99 / 100),
                1e6 / mean);
        out.flush();
    }

    /** Measures the start of an engine that was killed while instances waited, and that of one without instances. */
    private void recovery(Path folder) throws Exception {
        int instances = Math.min(MOST_RECOVERED, options.instances());
        try (MockPartner mock = new MockPartner(false)) {
            Map<String, byte[]> process = Shape.waiting(mock.port());
            int port = TestPorts.next();
            try (ChildEngine engine = start(process, port, folder.resolve("state"))) {
                byte[] start = BenchExchange.post("/processes/Waiting", "\"\"", BenchExchange.START_BODY);
                try (Load load = new Load(engine.port(), start, options.connections() * MORE_CONNECTIONS)) {
                    Load.Counts counts = load.send(instances, TIMEOUT_S);
                    if (counts.served != instances) {
                        throw new IllegalStateException("Only " + counts.served + " of " + instances
                                + " instances were started within " + TIMEOUT_S + " s: " + counts.refused
                                + " were refused, " + counts.failed + " failed.");
                    }
                }
                engine.kill();
            }
            double empty;
            try (ChildEngine engine = start(process, TestPorts.next(), folder.resolve("empty"))) {
                empty = engine.age();
            }
            try (ChildEngine engine = start(process, port, folder.resolve("state"))) {
                double seconds = engine.age();
                long recovered = statistics(engine.adminPort())
                        .findValue("instancesRecovered")
                        .asLong();
                if (recovered != instances) {
                    throw new IllegalStateException(
                            recovered + " of " + instances + " instances were recovered; look at the engine's log");
                }
                out.printf(
                        Locale.ROOT,
                        "recovery: %d waiting instances after a kill: ready %.2f s after the start of the JVM, without"
                                + " instances %.2f s; ratio %.2f%n",
                        recovered,
                        seconds,
                        empty,
                        seconds / empty);
            }
        }
        out.flush();
    }

    private ChildEngine start(Map<String, byte[]> process, int port, Path state) throws IOException {
        String unlimited = Integer.toString(Integer.MAX_VALUE);
        return ChildEngine.withOneLoop(
                "Waiting",
                process,
                Math.max(LEAST_HEAP_MB, Math.max(options.heapMb(), options.instances() / INSTANCES_A_MB)),
                options.javaOptions(),
                List.of(
                        "--port=" + port,
                        "--durable=" + state,
                        "--max-instances=" + unlimited,
                        "--queue-capacity=" + unlimited,
                        "--partner-timeout=3600000",
                        options.transportOption()));
    }

    @Override
    public void close() throws IOException {
        for (Path folder : folders) {
            if (Files.exists(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
    }
}
