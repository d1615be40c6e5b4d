package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.testing.TestPorts;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine whose output nobody reads: its pipe is full, and no thread of the engine may wait for it. */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreadOutputIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long FULL_MS = 500;

    /** The version of Java from which on the virtual machine itself prints warnings about libraries. */
    private static final int WARNS_ITSELF = 24;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final List<ProcessHandle> replicas = new ArrayList<>();
    private final int adminPort = TestPorts.next();
    private File pipe;
    private RandomAccessFile ends;
    private Process engine;

    @BeforeEach
    void fill() throws Exception {
        pipe = folder.resolve("pipe").toFile();
        assertThat(new ProcessBuilder("mkfifo", pipe.getPath())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        // Both ends are open, so that writers wait for a reader, and none of them gets an error.
        ends = new RandomAccessFile(pipe, "rw");
        Process filling = writer("cat /dev/zero > \"$0\"");
        try {
            await("a full pipe", this::isFull);
        } finally {
            end(filling);
        }
    }

    private Process writer(String command) throws IOException {
        return new ProcessBuilder("sh", "-c", "exec 2> /dev/null; " + command, pipe.getPath()).start();
    }

    private static void end(Process writer) throws InterruptedException {
        writer.descendants().forEach(ProcessHandle::destroyForcibly);
        writer.destroyForcibly().waitFor();
    }

    /** Returns whether another byte has to wait. */
    private boolean isFull() throws Exception {
        Process one = writer("printf x > \"$0\"");
        try {
            return !one.waitFor(FULL_MS, TimeUnit.MILLISECONDS);
        } finally {
            end(one);
        }
    }

    @AfterEach
    void close() throws IOException {
        if (engine != null) {
            engine.children().forEach(replicas::add);
            engine.destroyForcibly();
        }
        replicas.forEach(ProcessHandle::destroyForcibly);
        ends.close();
    }

    private void start(String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m"));
        if (Runtime.version().feature() >= WARNS_ITSELF) {
            command.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                EngineMain.class.getName(),
                "--port",
                Integer.toString(TestPorts.next()),
                "--admin-port",
                Integer.toString(adminPort)));
        command.addAll(List.of(options));
        engine = new ProcessBuilder(command)
                .redirectOutput(pipe)
                .redirectError(pipe)
                .start();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + path))
                        .timeout(PATIENCE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private boolean isReady() throws Exception {
        try {
            HttpResponse<String> health = get("/health");
            return health.statusCode() == 200 && !health.body().contains("missing");
        } catch (IOException e) {
            return false;
        }
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - endNs).as(what).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private void stop() throws Exception {
        engine.toHandle().destroy();
        assertThat(engine.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("the end")
                .isTrue();
    }

    @Test
    void shouldStartAndStop() throws Exception {
        start();
        await("a ready engine", this::isReady);
        stop();
    }

    /** Returns the description of the second replica. */
    private JsonNode second() throws Exception {
        return new ObjectMapper().readTree(get("/replicas").body()).get(1);
    }

    @Test
    void shouldStartALostReplicaAgain() throws Exception {
        start("--replicas", "2", "--replica-kind", "processes");
        await("ready replicas", this::isReady);
        engine.children().forEach(replicas::add);

        // The parent logs this end, and that of the next process.
        for (int starts = 1; starts <= 2; starts++) {
            JsonNode now = second();
            assertThat(now.get("starts").intValue()).isEqualTo(starts);
            assertThat(ProcessHandle.of(now.get("pid").longValue())
                            .orElseThrow()
                            .destroyForcibly())
                    .isTrue();
            int next = starts + 1;
            await("start " + next, () -> {
                JsonNode replica = second();
                return replica.get("starts").intValue() == next
                        && replica.get("state").textValue().equals("ready");
            });
        }
        stop();
    }
}
