package io.soabench.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.agent.LogBudget;
import io.soabench.agent.ProcessTable;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.HeardProgress;
import io.soabench.driver.Phase;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.ServerEnd;
import io.soabench.plugin.MetricSource;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What can go wrong on one machine, beyond what every driver's contract holds. */
@Timeout(300)
class FailuresIT {

    /** Time that a busy machine may need to wake a thread; the boundaries are further apart, and regular observations an hour. */
    private static final long BOUNDARY_TOLERANCE_NS = 3_500_000_000L;

    private static final DriverSettings OBSERVED_EACH_HOUR = new DriverSettings(
            1 << 20,
            3_600_000,
            500,
            64,
            LoadRecord.Engine.LOOP,
            1 << 20,
            1 << 30,
            Optional.empty(),
            1,
            Optional.empty(),
            Map.of());

    private static final DriverSettings SMALL_DISK = new DriverSettings(
            1 << 20,
            1000,
            500,
            64,
            LoadRecord.Engine.LOOP,
            1 << 20,
            1 << 30,
            Optional.empty(),
            1,
            Optional.empty(),
            Map.of());

    @TempDir
    Path folder;

    private final HeardProgress heard = new HeardProgress();
    private final List<AutoCloseable> open = new ArrayList<>();
    private Path runFolder;
    private FakeTestbed testbed;

    @BeforeEach
    void make() {
        runFolder = folder.resolve("run");
        testbed = new FakeTestbed(folder.resolve("compiled"));
    }

    private RunRecord run(MetricSource... sources) {
        return new LocalDriver(List.of(sources), DriverSettings.STANDARD, HostClock.system())
                .run(testbed.request(runFolder), heard);
    }

    private String failure(MetricSource... sources) {
        RunRecord run = run(sources);
        assertThat(run.state()).isEqualTo(State.FAILED);
        assertThat(runFolder).isDirectoryNotContaining("glob:**/work-*");
        return run.executions().get(0).message();
    }

    @Test
    void shouldRunTheOtherCasesWhenThePortOfAServerIsTakenBeforeTheRun() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            testbed.add("a", "ok", "ok", "mocks", taken.getLocalPort()).add("b", "ok", "ok");

            RunRecord run = run();

            String why = "port " + taken.getLocalPort() + " (http) of server engine-a is in use by process "
                    + ProcessHandle.current().pid() + " (java); end that program or choose another port";
            assertThat(run.executions())
                    .extracting(
                            RunRecord.ExecutionRecord::caseId,
                            RunRecord.ExecutionRecord::state,
                            RunRecord.ExecutionRecord::message)
                    .containsExactly(tuple("a", State.FAILED, why), tuple("b", State.COMPLETED, ""));
            assertThat(heard.lines()).contains("note " + why + "; the cases of that server are not tried");
        }
    }

    @Test
    void shouldRefuseTheRunWhenThePortsOfAllItsCasesAreTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            testbed.add("a", "ok", "ok", "mocks", taken.getLocalPort());

            assertThatThrownBy(this::run)
                    .isInstanceOf(RunRefused.class)
                    .hasMessage("port " + taken.getLocalPort() + " (http) of server engine-a is in use by process "
                            + ProcessHandle.current().pid() + " (java); end that program or choose another port");
        }
        assertThat(runFolder).doesNotExist();
    }

    @Test
    void shouldFailTheRepetitionWhenThePortIsTakenAfterTheCheck() throws Exception {
        int port = TestPorts.next();
        testbed.add("a", "ok", "ok", "mocks", port).add("b", "ok", "ok");
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.START && execution.caseId().equals("a")) {
                try {
                    open.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });

        RunRecord run = run();

        for (AutoCloseable socket : open) {
            socket.close();
        }
        assertThat(run.executions().get(0).message())
                .isEqualTo(
                        "port " + port + " (http) of server engine-a is in use by process "
                                + ProcessHandle.current().pid()
                                + " (java), though it was free when the run was checked; end that program or choose another port");
        assertThat(run.executions().get(1).state()).isEqualTo(State.COMPLETED);
        RepetitionRecord record = Json.read(runFolder.resolve("cases/a/1/repetition.json"), RepetitionRecord.class);
        assertThat(record.servers())
                .extracting(RepetitionRecord.ServerRecord::name, RepetitionRecord.ServerRecord::stopped)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("mocks", ServerEnd.ASKED));
    }

    private String token() {
        try {
            return Files.readString(runFolder.resolve("run.lock")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldEndProcessesThatDetachedThemselves() {
        testbed.add("a", "detach", "ok");
        List<ProcessHandle> detached = new ArrayList<>();
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.MEASURE) {
                // Those of this run alone: other tests may do the same beside it.
                ProcessTable.withEnvironment("SOABENCH_RUN=" + token()).stream()
                        .filter(p -> p.info()
                                .arguments()
                                .map(a -> List.of(a).contains("600"))
                                .orElse(false))
                        .filter(p -> p.info().command().orElse("").endsWith("sleep"))
                        .forEach(detached::add);
            }
        });

        assertThat(run().state()).isEqualTo(State.COMPLETED);
        assertThat(detached).isNotEmpty().noneMatch(ProcessTable::runs);
        assertThat(heard.lines())
                .contains("note engine-a left a process behind ("
                        + detached.get(detached.size() - 1).pid()
                        + " sleep), which was ended; let its start command exec the server, and the server end what it"
                        + " starts");
        assertThat(runFolder.resolve("cases/a/1/events.csv"))
                .content()
                .contains(",warning,engine-a,\"engine-a left a process behind (");
    }

    @Test
    void shouldNeitherStopNorSlowAServerThatFillsItsLogsButKeepOnlySoMuch() throws IOException {
        testbed.measureMs(1500).add("a", "chatty", "ok");

        RunRecord run = new LocalDriver(
                        List.of(), DriverSettings.STANDARD.withLimits(1 << 20, 1 << 30), HostClock.system())
                .run(testbed.request(runFolder), heard);

        assertThat(run.message()).isEmpty();
        Path logs = runFolder.resolve("cases/a/1/logs/engine-a");
        long kept = 0;
        for (String log : List.of("stdout.log", "stderr.log", "server.log")) {
            kept += Files.size(logs.resolve(log));
            assertThat(logs.resolve(log))
                    .content()
                    .contains(" bytes are left out here: 1 MiB of a server's logs are kept]");
        }
        assertThat(kept).isBetween(1L << 20, (1L << 20) + 3 * (LogBudget.TAIL + 200));
        assertThat(logs.resolve("stdout.log")).content().endsWith("the last line of its output\n");
        assertThat(logs.resolve("server.log")).content().endsWith("the last line of its log\n");
        assertThat(heard.lines())
                .filteredOn(l -> l.startsWith("note "))
                .containsExactly(
                        "note server engine-a wrote more logs than the 1.0 MiB that are kept: 23.0 MiB were read"
                                + " and left out; lower its log level, since writing logs takes time that is measured, or raise"
                                + " soabench.logLimit");
    }

    @Test
    void shouldStopAServerThatFillsItsFolder() {
        testbed.measureMs(20_000).add("a", "greedy", "ok").measureMs(400).add("b", "ok", "ok");

        RunRecord run = new LocalDriver(
                        List.of(), DriverSettings.STANDARD.withLimits(1 << 20, 32 << 20), HostClock.system())
                .run(testbed.request(runFolder), heard);

        assertThat(run.executions().get(0).message())
                .matches(
                        "server engine-a was stopped: its work folder holds \\d+\\.\\d MiB, of which work/store/journal\\.bin"
                                + " \\d+\\.\\d MiB, and at most 32\\.0 MiB are allowed; make it write less, or raise"
                                + " soabench\\.workLimit");
        assertThat(run.executions().get(1).state()).isEqualTo(State.COMPLETED);
        assertThat(runFolder).isDirectoryNotContaining("glob:**/work-*");
    }

    @Test
    void shouldFailTheRepetitionWhenALoadClientDoesNotEnd() {
        testbed.add("a", "ok", "never-done");

        assertThat(failure())
                .isEqualTo(
                        "load clients did not end: no \"done\" from load-here within 16000 ms after the last request; see"
                                + " cases/a/1/logs");
    }

    @Test
    void shouldSayThatTheDiskIsFullAndGoOnWhenThereIsRoomAgain() throws IOException, InterruptedException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()) == 0,
                "mounting a small disk needs root");
        try {
            runFolder = disk.resolve("run");
            testbed.measureMs(1500).add("a", "fill", "ok").add("b", "ok", "ok");
            RunRecord run =
                    new LocalDriver(List.of(), SMALL_DISK, HostClock.system()).run(testbed.request(runFolder), heard);

            assertThat(run.state()).isEqualTo(State.FAILED);
            assertThat(run.executions().get(0).message())
                    .startsWith("the disk of " + runFolder + " is full; make room and resume the run (");
            assertThat(run.executions().get(1).message())
                    .matches("the disk of " + runFolder + " has 0 MiB of free space, 1 MiB are needed; make room");
            assertThat(Json.read(runFolder.resolve("run.json"), RunRecord.class))
                    .isEqualTo(run);
            assertThat(heard.lines()).endsWith("note 0 of 2 repetitions kept; go on with -Dsoabench.resume=run");
            Files.delete(runFolder.resolve("cases/a/1/fill.bin"));
            heard.onPhase((execution, phase) -> {
                if (phase == Phase.CLEAN && execution.caseId().equals("a")) {
                    try {
                        Files.delete(runFolder.resolve("cases/a/1/fill.bin"));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });

            RunRecord resumed =
                    new LocalDriver(List.of(), SMALL_DISK, HostClock.system()).run(testbed.request(runFolder), heard);

            assertThat(resumed.executions().get(1).message()).isEmpty();
            assertThat(resumed.executions().get(1).state()).isEqualTo(State.COMPLETED);
        } finally {
            assertThat(command("umount", "-l", disk.toString())).isZero();
        }
    }

    private static int command(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void shouldRefuseASecondDriverInTheSameFolder() {
        testbed.add("a", "ok", "ok");
        List<String> refused = new ArrayList<>();
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.PLACE) {
                try {
                    new LocalDriver(List.of(), DriverSettings.STANDARD, HostClock.system())
                            .run(testbed.request(runFolder), new HeardProgress());
                } catch (RunRefused e) {
                    refused.addAll(e.reasons());
                }
            }
        });

        assertThat(run().state()).isEqualTo(State.COMPLETED);
        assertThat(refused).containsExactly("another driver works in " + runFolder + "; wait for its end");
    }

    @Test
    void shouldStopInOrderWhenTheThreadIsInterrupted() {
        testbed.measureMs(5000).add("a", "ok", "ok").add("b", "ok", "ok");
        Thread runner = Thread.currentThread();
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.MEASURE) {
                runner.interrupt();
            }
        });

        RunRecord run = run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(run.state()).isEqualTo(State.INTERRUPTED);
        assertThat(run.executions())
                .extracting(RunRecord.ExecutionRecord::state)
                .containsExactly(State.INTERRUPTED, State.PENDING);
        assertThat(runFolder).isDirectoryNotContaining("glob:**/work-*");
    }

    /** Delivers its own observations. */
    private record Source(String metric, RuntimeException problem) implements MetricSource {
        @Override
        public List<MetricRecord> metrics() {
            return List.of(
                    new MetricRecord(metric, MetricRecord.Kind.GAUGE, "cores", "/proc/PID/stat", "None."),
                    new MetricRecord("absent", MetricRecord.Kind.COUNTER, "bytes", "nowhere", "All."));
        }

        @Override
        public void observe(List<Long> pids, Sink sink) {
            if (problem != null) {
                throw problem;
            }
            sink.value(metric, 0.25);
            sink.unavailable("absent", "not here, not now");
        }
    }

    @Test
    void shouldObserveServersAndLoadClientsEachSecond() throws IOException {
        testbed.measureMs(2500).add("a", "ok", "ok");
        Source source = new Source("cpu", null);

        assertThat(run(source).state()).isEqualTo(State.COMPLETED);

        for (String name : List.of("mocks", "engine-a", "load-here")) {
            List<String> lines = Files.readAllLines(runFolder.resolve("cases/a/1/metrics-" + name + ".csv"));
            assertThat(lines.get(0)).isEqualTo("at_ns,metric,value,unit,source");
            assertThat(lines).hasSizeGreaterThan(5);
            assertThat(lines.subList(1, lines.size()))
                    .allMatch(l -> l.matches("\\d+,cpu,0\\.25,cores,/proc/PID/stat"
                            + "|\\d+,absent,,bytes,\"unavailable: not here, not now\""));
        }
        assertThat(Json.read(runFolder.resolve("metrics.json"), MetricRecord.File.class)
                        .metrics())
                .isEqualTo(source.metrics());
    }

    @Test
    void shouldObserveWhereTheMeasurementBeginsAndEnds() throws IOException {
        testbed.warmUpMs(8000).measureMs(8000).add("a", "ok", "ok");

        new LocalDriver(List.of(new Source("cpu", null)), OBSERVED_EACH_HOUR, HostClock.system())
                .run(testbed.request(runFolder), heard);

        JsonNode repetition = Json.read(runFolder.resolve("cases/a/1/repetition.json"), JsonNode.class);
        List<Long> instants = Files.readAllLines(runFolder.resolve("cases/a/1/metrics-engine-a.csv")).stream()
                .filter(l -> l.contains(",cpu,"))
                .map(l -> Long.parseLong(l.substring(0, l.indexOf(','))))
                .toList();
        for (JsonNode phase : repetition.get("phases")) {
            if (phase.get("name").asText().equalsIgnoreCase("measure")) {
                for (String end : List.of("startNs", "endNs")) {
                    assertThat(instants)
                            .as(end + " " + phase)
                            .anyMatch(ns -> Math.abs(ns - phase.get(end).asLong()) < BOUNDARY_TOLERANCE_NS);
                }
            }
        }
    }

    @Test
    void shouldFailTheRepetitionWhenAMetricCannotBeObserved() {
        testbed.add("a", "ok", "ok");

        assertThat(failure(new Source("odd", new IllegalStateException("no such file"))))
                .matches(
                        "metrics \\[odd, absent\\] of (mocks|engine-a) cannot be observed: no such file; remove the metric or mend"
                                + " its plug-in");
    }
}
