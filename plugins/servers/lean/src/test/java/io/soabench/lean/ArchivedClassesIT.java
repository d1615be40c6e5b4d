package io.soabench.lean;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.HostExecutor;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.mock.LoadedMockFixture;
import io.soabench.plan.HostClock;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.testing.TestPorts;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A mock host as a run starts it, again and again: where its classes come from. */
@Tag("it")
@Timeout(180)
class ArchivedClassesIT {

    private static final long LONG_MS = 60_000;
    private static final String ARCHIVED = "source: shared objects file (top)";

    @TempDir
    private Path folder;

    private final HostExecutor host = new HostExecutor(List.of(), HostClock.system());
    private String classPath;
    private int starts;

    @BeforeEach
    void packClasses() throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            jars.add(Files.isDirectory(path) ? jar(path, jars.size()).toString() : entry);
        }
        classPath =
                jars.stream().filter(jar -> Files.exists(Path.of(jar))).collect(Collectors.joining(File.pathSeparator));
    }

    @AfterEach
    void close() {
        host.close();
    }

    /** An archive is of jars only, and what a test runs with are folders. */
    private Path jar(Path classes, int number) throws IOException {
        Path jar = folder.resolve("classes-" + number + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return jar;
    }

    private Path loaded() {
        return folder.resolve("loaded-" + starts + ".txt");
    }

    private HostMessage.Answer done(HostOrder order) throws Exception {
        HostMessage.Answer answer = host.ask(order).get(LONG_MS, TimeUnit.MILLISECONDS);
        assertThat(answer.problem()).as(order.toString()).isNull();
        return answer;
    }

    /** Starts the host and waits until it is ready. */
    private long start(String... options) throws Exception {
        starts++;
        int port = TestPorts.next();
        Path run = folder.resolve("run-" + starts);
        Path stock = LoadedMockFixture.stock(
                Files.createDirectories(folder.resolve("mocks-" + starts)), 1, List.of("a.1.1\t0"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + loaded()));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                classPath,
                LeanMockHost.class.getName(),
                "--host",
                "127.0.0.1",
                "--port",
                "" + port,
                "--services",
                stock.toString(),
                "--calls",
                folder.resolve("calls-" + starts + ".csv").toString()));
        HostPart.Server mocks = new HostPart.Server(
                "mocks",
                "127.0.0.1",
                Map.of("http", port),
                new HostPart.Placing(run.resolve("mocks").toString(), Map.of(), List.of()),
                new HostPart.Program(
                        command,
                        Map.of(),
                        run.resolve("mocks/work").toString(),
                        folder.resolve("archives").toString()),
                new Probe("line:ready", 0, LONG_MS),
                List.of(),
                List.of(),
                null,
                10_000,
                List.of(),
                null);
        done(new HostOrder.Place(
                new HostPart(
                        "archived-classes-" + folder.getFileName(),
                        "" + starts,
                        List.of(new HostPart.Target("Any", "http://127.0.0.1:1/")),
                        new HostPart.Places(
                                run.toString(), folder.resolve("out-" + starts).toString(), folder.toString()),
                        new HostPart.Limits(1 << 20, 1 << 30, 0, 1000),
                        LONG_MS,
                        Map.of(),
                        List.of(mocks),
                        List.of(),
                        List.of()),
                LONG_MS));
        done(new HostOrder.Start(LONG_MS));
        HostMessage.Answer ready = done(new HostOrder.Ready(LONG_MS));
        return ready.servers().get(0).pid();
    }

    private void stop() throws Exception {
        HostMessage.Answer stopped = done(new HostOrder.Stop(LONG_MS));
        assertThat(stopped.servers().get(0).exit()).isZero();
    }

    /** How many of the host's own classes and its libraries' came from an archive. */
    private long archived() throws IOException {
        try (Stream<String> lines = Files.lines(loaded())) {
            return lines.filter(line -> line.contains(" io.soabench.") || line.contains(" io.netty."))
                    .filter(line -> line.contains(ARCHIVED))
                    .count();
        }
    }

    private List<String> archives() throws IOException {
        Path archives = folder.resolve("archives");
        if (!Files.exists(archives)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(archives)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldLoadItsClassesFromWhatTheFirstStartHasLeft() throws Exception {
        start();
        stop();
        assertThat(archived()).isZero();
        assertThat(archives()).singleElement().asString().matches("LeanMockHost-[0-9a-f]{16}\\.jsa");

        start();
        stop();

        assertThat(archived()).isGreaterThan(200);
        assertThat(archives()).hasSize(1);
        assertThat(folder.resolve("out-2/logs/mocks/stdout.log"))
                .content()
                .as("the JVM says nothing of it")
                .matches("warmed in [1-9]\\d* ms by [1-9]\\d* requests to itself\nready\n");
    }

    @Test
    void shouldUseNothingThatAKilledHostHasLeft() throws Exception {
        long pid = start();
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
        HostMessage.Answer stopped = done(new HostOrder.Stop(LONG_MS));
        assertThat(stopped.servers().get(0).exit()).isNotZero();

        assertThat(archives()).isEmpty();
        start();
        stop();
        assertThat(archived()).isZero();
        assertThat(archives()).hasSize(1);
    }

    @Test
    void shouldLeaveItToAUserWhetherClassesAreShared() throws Exception {
        start("-Xshare:off");
        stop();

        assertThat(archives()).isEmpty();
    }
}
