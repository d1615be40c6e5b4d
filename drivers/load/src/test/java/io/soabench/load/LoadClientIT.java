package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.TimeSlice;
import io.soabench.load.jmeter.JMeterHome;
import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.Replayed.Line;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.Testbed;
import io.soabench.plan.LoadEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The load client as a process: its protocol, its exit status, and what it leaves behind. */
@ResourceLock("JMeterHome")
class LoadClientIT {

    private static JMeterHome home;

    @TempDir
    Path folder;

    private Path temporary;

    @BeforeAll
    static void openHome() throws IOException {
        home = JMeterHome.open();
    }

    @AfterAll
    static void closeHome() {
        home.close();
    }

    @BeforeEach
    void makeTemporary() throws IOException {
        temporary = Files.createDirectory(folder.resolve("tmp"));
    }

    @AfterEach
    void leavesNothingTemporary() throws IOException {
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(f -> !f.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
    }

    private ClientProcess client(String... arguments) throws IOException {
        return ClientProcess.start(List.of("-Xmx256m", "-Djava.io.tmpdir=" + temporary), arguments);
    }

    private ClientProcess client(LoadOptions options) throws IOException {
        return client(ClientProcess.arguments(options));
    }

    @Test
    void shouldSpeakTheProtocolWhenItRunsToTheEnd() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            LoadOptions options = Testbed.closed(folder)
                    .phases(600, 1_000, 5_000)
                    .request(1, 1, 5_000, 0)
                    .request(2, 1, 5_000, 1)
                    .write(server.endpoint().toString());
            try (ClientProcess client = client(options)) {
                client.awaitLine("ready");
                assertThat(client.lines()).containsExactly("ready");
                client.startIn(100);
                assertThat(client.awaitExit()).as(client.errors()).isEqualTo(LoadClient.DONE);
                assertThat(client.lines()).last().isEqualTo("done");
                assertThat(client.lines().subList(1, client.lines().size() - 1))
                        .isNotEmpty()
                        .allMatch(line -> line.startsWith("progress {\"phase\":\""));
                assertThat(client.errors()).isEmpty();
            }
            Replayed run = Replayed.read(options.out(), List.of());
            // How many there are is the machine's affair: both users, in both phases, more often than they have
            // requests.
            assertThat(run.samples())
                    .allMatch(line -> line.outcome().equals("OK"))
                    .extracting(Line::phase)
                    .containsOnly("warmup", "measure");
            assertThat(run.samples())
                    .extracting(Line::uiid)
                    .contains("office.1.1", "office.1.1~3", "office.2.1", "office.2.1~3");
            assertThat(run.load().requests().recorded())
                    .isEqualTo(run.load().requests().sent())
                    .isEqualTo(run.samples().size());
            assertThat(run.load().ended()).isEqualTo(LoadEnd.COMPLETE);
        }
    }

    /** The slices of a process's threads in nanoseconds, by name, as the kernel tells them; empty where it does not. */
    private static Map<String, Long> slices(long pid) throws IOException {
        Pattern slice = Pattern.compile("(?m)^se\\.slice\\s*:\\s*(\\d+)$");
        Map<String, Long> slices = new HashMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads.toList()) {
                if (Files.isReadable(thread.resolve("sched"))) {
                    Matcher told = slice.matcher(Files.readString(thread.resolve("sched")));
                    if (told.find()) {
                        slices.put(Files.readString(thread.resolve("comm")).strip(), Long.parseLong(told.group(1)));
                    }
                }
            }
        }
        return slices;
    }

    private static boolean slicesCanBeHad() {
        boolean[] had = new boolean[1];
        Thread thread = new Thread(() -> {
            try {
                TimeSlice.set(TimeSlice.SHORTEST);
                had[0] = true;
            } catch (NotAvailableException e) {
                had[0] = false;
            }
        });
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return had[0];
    }

    /** Of the clock and the reception, and of no other: collectors and compilers of the JVM may wait. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldAskForShortSlicesForItsTwoThreads() throws Exception {
        assumeTrue(slicesCanBeHad(), "Linux 6.12 or later");
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            LoadOptions options = Testbed.closed(folder)
                    .phases(0, 500, 5_000)
                    .request(1, 1, 5_000, 0)
                    .write(server.endpoint().toString());
            try (ClientProcess client = client(options)) {
                client.awaitLine("ready");
                Map<String, Long> slices = slices(client.pid());
                assumeTrue(!slices.isEmpty(), "a kernel that tells slices");
                long shortest = TimeSlice.SHORTEST.toNanos();
                assertThat(slices).containsEntry("clock", shortest).containsEntry("receiver", shortest);
                assertThat(slices.values().stream().filter(each -> each == shortest))
                        .hasSize(2);
                client.startIn(100);
                assertThat(client.awaitExit()).as(client.errors()).isEqualTo(LoadClient.DONE);
            }
        }
    }

    /** How a run is ended early. */
    @FunctionalInterface
    private interface End {

        void of(ClientProcess client) throws IOException;
    }

    private void shouldEndInOrder(End end) throws Exception {
        CountDownLatch arrived = new CountDownLatch(3);
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((request, socket, out) -> {
            arrived.countDown();
            if (request.uiid().endsWith(".1")) {
                over.await();
            }
            out.write(ScriptedServer.good());
        })) {
            LoadOptions options = Testbed.open(folder)
                    .phases(0, 60_000, 30_000)
                    .request(1, 1, 0, 0)
                    .request(1, 2, 0, 0)
                    .request(1, 3, 0, 0)
                    .request(1, 4, 59_000_000, 0)
                    .write(server.endpoint().toString());
            try (ClientProcess client = client(options)) {
                client.awaitLine("ready");
                client.startIn(10);
                assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
                end.of(client);
                assertThat(client.awaitExit()).as(client.errors()).isEqualTo(LoadClient.DONE);
                assertThat(client.lines()).last().isEqualTo("done");
            }
            over.countDown();
            Replayed run = Replayed.read(options.out(), List.of());
            assertThat(run.samples()).hasSize(3);
            assertThat(run.samples())
                    .filteredOn(line -> line.uiid().equals("office.1.1"))
                    .extracting(Replayed.Line::outcome)
                    .containsExactly("ABORTED");
            assertThat(run.load().ended()).isEqualTo(LoadEnd.STOPPED);
            assertThat(run.load().requests().recorded()).isEqualTo(3);
        }
    }

    @Test
    void shouldEndInOrderWhenTerminated() throws Exception {
        shouldEndInOrder(ClientProcess::terminate);
    }

    @Test
    void shouldEndInOrderWhenToldToStop() throws Exception {
        shouldEndInOrder(client -> client.send("stop"));
    }

    @Test
    void shouldEndInOrderWhenItsInputEnds() throws Exception {
        shouldEndInOrder(ClientProcess::endInput);
    }

    @Test
    void shouldEndInOrderWhenTerminatedBeforeTheStart() throws Exception {
        LoadOptions options = Testbed.closed(folder).request(1, 1, 0, 0).write("http://127.0.0.1:9/");
        try (ClientProcess client = client(options)) {
            client.awaitLine("ready");
            client.terminate();
            assertThat(client.awaitExit()).as(client.errors()).isEqualTo(LoadClient.DONE);
        }
        assertThat(Replayed.read(options.out(), List.of()).samples()).isEmpty();
    }

    @Test
    void shouldNameAllProblemsAndWriteNothingWhenInputIsBad() throws Exception {
        LoadOptions options = Testbed.closed(folder)
                .request(1, 1, 0, 0)
                .traceOf("../../etc/passwd")
                .write("ftp://x/");
        try (ClientProcess client = client(options)) {
            assertThat(client.awaitExit()).isEqualTo(LoadClient.BAD_INPUT);
            assertThat(client.errors().lines())
                    .hasSize(2)
                    .anyMatch(line -> line.contains("../../etc/passwd, which is outside "))
                    .anyMatch(line -> line.contains("\"ftp://x/\" is not an address like http://host:port/path"));
            assertThat(client.lines()).isEmpty();
        }
        assertThat(options.out()).doesNotExist();
    }

    @Test
    void shouldSayUsageWhenArgumentsAreMissing() throws Exception {
        try (ClientProcess client = client("--plan", "nowhere.json", "--bogus", "1")) {
            assertThat(client.awaitExit()).isEqualTo(LoadClient.BAD_INPUT);
            assertThat(client.errors().lines().toList())
                    .containsExactly(
                            "there is no option --bogus",
                            "--case is missing",
                            "--client is missing",
                            "--compiled is missing",
                            "--endpoint is missing",
                            "--out is missing",
                            LoadOptions.USAGE);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs /dev/full")
    void shouldEndWithOneSentenceWhenTheDiskIsFull() throws Exception {
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            LoadOptions options = Testbed.closed(folder)
                    .phases(0, 60_000, 5_000)
                    .request(1, 1, 1_000, 0)
                    .write(server.endpoint().toString());
            Files.createDirectories(options.out());
            Files.createSymbolicLink(options.out().resolve("samples-here.csv"), Path.of("/dev/full"));
            try (ClientProcess client = client(options)) {
                client.awaitLine("ready");
                client.startIn(10);
                assertThat(client.awaitExit()).isEqualTo(LoadClient.NOT_WRITTEN);
                assertThat(client.errors().lines())
                        .singleElement()
                        .asString()
                        .startsWith("cannot write " + options.out().resolve("samples-here.csv")
                                + ": No space left on device; the first 0 samples are kept");
            }
        }
    }
}
