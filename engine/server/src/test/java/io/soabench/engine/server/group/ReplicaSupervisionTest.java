package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.runtime.journal.record.RecordedEvent.Deployed;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.replica.Totals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unexpected failures of the supervision of replicas: none of them makes it wait, or stop, for ever. */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplicaSupervisionTest {
    private static final long PATIENCE_NS = Duration.ofSeconds(60).toNanos();
    private static final int REPLICAS = 2;

    @TempDir
    private Path folder;

    private static ReplicaGroup group(Function<ReplicaPlan, List<String>> arguments) throws GroupStartException {
        List<ReplicaPlan> plans = Stream.iterate(1, id -> id + 1)
                .limit(REPLICAS)
                .map(id -> new ReplicaPlan(id, REPLICAS, IdSet.none(), IdSet.none(), Map.of()))
                .toList();
        EnginePlan plan = new EnginePlan(
                ReplicaKind.PROCESSES, plans, 64L << 20, Totals.GROWN, Optional.empty(), List.of(), List.of());
        return ReplicaGroup.at(
                "127.0.0.1",
                0,
                new ReplicaLaunch(plan, RecordingReplica.class.getName(), arguments),
                ReplicaSettings.DEFAULT.livenessTimeout(),
                null,
                new SystemEngineClock());
    }

    private static void fail(boolean withError) {
        if (withError) {
            throw new OutOfMemoryError("as if no thread could be made");
        }
        throw new IllegalStateException("as if something were wrong");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndAStartThatFailsUnexpectedly(boolean withError) throws Exception {
        try (ReplicaGroup group = group(plan -> {
            fail(withError);
            return List.of();
        })) {
            assertThatThrownBy(group::start)
                    .isInstanceOf(GroupStartException.class)
                    .hasMessageStartingWith("replica 1 cannot be started: ")
                    .hasMessageContaining("as if");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldStartAReplicaOnceMoreWhenItsStartFailsUnexpectedly(boolean withError) throws Exception {
        AtomicInteger starts = new AtomicInteger();
        try (ReplicaGroup group = group(plan -> {
            if (starts.incrementAndGet() == REPLICAS + 1) {
                fail(withError);
            }
            return List.of(folder.toString());
        })) {
            group.start();
            group.listen();
            ReplicaSlot slot = group.slots().get(1);
            long lost = slot.process().pid();

            assertThat(ProcessHandle.of(lost).orElseThrow().destroyForcibly()).isTrue();

            long end = System.nanoTime() + PATIENCE_NS;
            while (slot.process() == null || slot.process().pid() == lost || slot.state() != ReplicaSlot.State.READY) {
                assertThat(System.nanoTime() - end)
                        .as("state " + slot.state() + ", " + slot.lastEnd())
                        .isNegative();
                LockSupport.parkNanos(20_000_000);
            }
            assertThat(starts).hasValue(REPLICAS + 2);
        }
    }

    @Test
    void shouldNotWaitForAProcessThatReadsNothing() throws Exception {
        List<StoredVersion> versions = IntStream.range(1, 2_000)
                .mapToObj(number -> new StoredVersion(
                        new Deployed(number, "Process" + number, 0, "ab".repeat(32), number, new TreeMap<>()), false))
                .toList();
        ReplicaSetup setup = setup(versions);
        assertThat(setup.line()).as("more than a pipe takes").hasSizeGreaterThan(1 << 17);
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            ReplicaProcess started = ReplicaProcess.of(setup, process, new SystemEngineClock());

            assertThatThrownBy(() -> started.awaitReady(300))
                    .isInstanceOf(GroupStartException.class)
                    .hasMessageContaining("within 300 ms");
        } finally {
            process.destroyForcibly();
        }
    }

    private static ReplicaSetup setup(List<StoredVersion> versions) {
        return new ReplicaSetup(
                new ReplicaPlan(1, 1, IdSet.none(), IdSet.none(), Map.of()), "secret", "token", 0, versions);
    }

    /** Returns a line with the addresses of many replicas, which is longer than a pipe takes. */
    private static String peers(int number) {
        return ReplicaProtocol.PEERS + " " + number + " 1=10000:secret".repeat(10_000);
    }

    @Test
    void shouldNotWaitForAProcessThatReadsNoMore() throws Exception {
        Process process = new ProcessBuilder("sleep", "600").start();
        ReplicaProcess started;
        try {
            started = ReplicaProcess.of(setup(List.of()), process, new SystemEngineClock());

            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    started.send(peers(1));
                    started.send(peers(2));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                started.stop();
            });

            assertThat(sent).succeedsWithin(Duration.ofSeconds(40));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThatThrownBy(() -> started.send("too late")).isInstanceOf(IOException.class);
    }

    @Test
    void shouldSendLongLinesWholeAndInTheirOrder() throws Exception {
        Path file = folder.resolve("read");
        Process process = new ProcessBuilder("sh", "-c", "cat > \"$0\"", file.toString()).start();
        try {
            ReplicaSetup setup = setup(List.of());
            ReplicaProcess started = ReplicaProcess.of(setup, process, new SystemEngineClock());
            started.send(peers(1));
            started.send("short");
            started.send(peers(2));

            List<String> expected = List.of(setup.line(), peers(1), "short", peers(2));
            long bytes = expected.stream().mapToLong(line -> line.length() + 1).sum();
            long end = System.nanoTime() + PATIENCE_NS;
            while (!Files.exists(file) || Files.size(file) < bytes) {
                assertThat(System.nanoTime() - end).isNegative();
                LockSupport.parkNanos(20_000_000);
            }
            assertThat(Files.readAllLines(file)).isEqualTo(expected);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void shouldNotWaitForTheContentOfAnAnswerLongerThanForItsHead() throws Exception {
        try (ServerSocket replica = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ReplicaAdmin admin = new ReplicaAdmin(replica.getLocalPort(), "token");

            var answer = admin.ask("GET", "/statistics", new byte[0], Duration.ofSeconds(2));
            try (Socket asking = replica.accept()) {
                asking.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".getBytes(StandardCharsets.US_ASCII));

                assertThat(answer.handle((content, failure) -> failure))
                        .succeedsWithin(Duration.ofSeconds(40))
                        .isNotNull();
            }
        }
    }

    /** Answers each request on a connection of its own, until the socket is closed. */
    private static void answerAll(ServerSocket replica) {
        try {
            while (true) {
                try (Socket asking = replica.accept()) {
                    BufferedReader head = new BufferedReader(
                            new InputStreamReader(asking.getInputStream(), StandardCharsets.US_ASCII));
                    String line = head.readLine();
                    while (line != null && !line.isEmpty()) {
                        line = head.readLine();
                    }
                    asking.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 8\r\n\r\n{\"a\": 1}"
                                    .getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            // The test has ended.
        }
    }

    /** Returns the threads of clients that send requests to replicas. */
    private static List<Thread> askingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(ReplicaAdmin.THREADS)
                        || thread.getName().startsWith("HttpClient"))
                .toList();
    }

    @Test
    void shouldNotNeedAThreadOfEarlierRequests() throws Exception {
        try (ServerSocket replica = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answerAll(replica), "answering");
            answering.setDaemon(true);
            answering.start();
            ReplicaAdmin admin = new ReplicaAdmin(replica.getLocalPort(), "token");
            assertThat(admin.ask("GET", "/statistics", new byte[0], Duration.ofSeconds(20)))
                    .succeedsWithin(Duration.ofSeconds(40));
            List<Thread> earlier = askingThreads();
            assertThat(earlier).isNotEmpty();

            // A thread that waits for events of sockets ends then, as after an error.
            earlier.forEach(Thread::interrupt);

            for (int i = 0; i < 3; i++) {
                assertThat(admin.ask("GET", "/statistics", new byte[0], Duration.ofSeconds(20)))
                        .succeedsWithin(Duration.ofSeconds(40))
                        .satisfies(answer ->
                                assertThat(answer.body().path("a").intValue()).isEqualTo(1));
            }
        }
    }
}
