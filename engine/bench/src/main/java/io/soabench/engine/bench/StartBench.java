package io.soabench.engine.bench;

import io.soabench.engine.server.EngineMain;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A bench of starts: from the start of the virtual machine to the end of the first answer of a deployed process. It
 * measures by the clock and by the processor time of the whole process, without and with an archive of the engine's
 * classes. Rounds alternate and begin with another one each. The first round warms the caches of the disk and is not
 * counted.
 */
final class StartBench {
    private static final double GOAL_S = 1.5;
    private static final long TIMEOUT_S = 120;
    private static final String WITHOUT = "plain";
    private static final String WITH_ARCHIVE = "archive";

    private final BenchOptions options;
    private final PrintWriter out;
    private final byte[] request = BenchExchange.post(Shape.SEQUENTIAL.path(), "\"\"", BenchExchange.REQUEST_BODY);

    StartBench(BenchOptions options, PrintWriter out) {
        this.options = options;
        this.out = out;
    }

    private record Round(double seconds, double cpuSeconds) {}

    void run() throws IOException, InterruptedException {
        if (!packaged()) {
            throw new IllegalStateException("the engine runs from folders of classes, of which no archive can be made;"
                    + " package it first (mvn -q -pl engine/server package -DskipTests)");
        }
        Path folder = Files.createTempDirectory("soabench-bench");
        Path archive = folder.resolve("engine.jsa");
        try (MockPartner mock = new MockPartner(true)) {
            List<String> with = make(archive);
            BenchRatios wall = new BenchRatios("start to first answer, s", WITH_ARCHIVE, WITHOUT);
            BenchRatios cpu = new BenchRatios("start, processor s", WITH_ARCHIVE, WITHOUT);
            BenchRatios goal = new BenchRatios("start over the goal, s", WITHOUT, "goal");
            for (int i = 0; i <= Math.max(1, options.rounds()); i++) {
                Round first = round(mock, i % 2 == 0 ? List.of() : with);
                Round second = round(mock, i % 2 == 0 ? with : List.of());
                Round plain = i % 2 == 0 ? first : second;
                Round archived = i % 2 == 0 ? second : first;
                if (i > 0) {
                    wall.add(archived.seconds(), plain.seconds());
                    cpu.add(archived.cpuSeconds(), plain.cpuSeconds());
                    goal.add(plain.seconds(), GOAL_S);
                    out.printf(
                            Locale.ROOT,
                            "  round %s %.2f s, processor %.2f s; %s %.2f s, processor %.2f s%n",
                            WITHOUT,
                            plain.seconds(),
                            plain.cpuSeconds(),
                            WITH_ARCHIVE,
                            archived.seconds(),
                            archived.cpuSeconds());
                }
            }
            goal.print(out);
            wall.print(out);
            cpu.print(out);
        } finally {
            Files.deleteIfExists(archive);
            Files.deleteIfExists(folder);
        }
    }

    private Round round(MockPartner mock, List<String> ofArchive) throws IOException, InterruptedException {
        try (ChildEngine engine = new ChildEngine(
                        Shape.SEQUENTIAL.processName(),
                        Shape.SEQUENTIAL.archive(mock.port()),
                        options.heapMb(),
                        ofArchive,
                        List.of("--http-threads=1", options.transportOption()),
                        jars());
                Load load = new Load(engine.port(), request, 1)) {
            Load.Counts counts = load.send(1, TIMEOUT_S);
            double seconds = engine.age();
            double cpuSeconds = engine.cpuSeconds();
            if (counts.served != 1) {
                throw new IllegalStateException("The first request was not served.");
            }
            return new Round(seconds, cpuSeconds);
        }
    }

    /** Returns the class path of jars: an archive only holds classes from jars. */
    private static String jars() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> Files.isRegularFile(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean packaged() {
        try {
            return Files.isRegularFile(Path.of(EngineMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts the engine to make its archive, as its user does, and returns the options that its message names. */
    private List<String> make(Path archive) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms" + options.heapMb() + "m",
                        "-Xmx" + options.heapMb() + "m",
                        "-cp",
                        jars(),
                        EngineMain.class.getName(),
                        "--archive",
                        archive.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("The engine made no archive: " + output);
        }
        out.printf(Locale.ROOT, "archive of %.1f MiB%n", Files.size(archive) / (double) (1 << 20));
        return List.of(output.substring(output.indexOf("-XX:")).split(" ", -1));
    }
}
