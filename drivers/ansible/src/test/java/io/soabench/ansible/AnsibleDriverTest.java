package io.soabench.ansible;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.HeardProgress;
import io.soabench.driver.Phase;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the driver does that is no matter of one repetition; all is real but Ansible and SSH. */
@Timeout(120)
class AnsibleDriverTest {

    private static final long LEAD_MS = 700;

    @TempDir
    Path folder;

    private final HeardProgress heard = new HeardProgress();
    private FakeTestbed testbed;
    private Path runFolder;
    private StandIn ansible;

    @BeforeEach
    void make() throws IOException {
        runFolder = folder.resolve("runs/20260101-120000");
        testbed = new FakeTestbed(folder.resolve("compiled")).measureMs(400);
        ansible = new StandIn(folder);
    }

    private RunRecord run() {
        return run(ansible.at(testbed.request(runFolder)));
    }

    private RunRecord run(Driver.Request request) {
        return ansible.driver(DriverSettings.STANDARD.withLead(LEAD_MS)).run(request, heard);
    }

    /** Neither on the host nor in the run folder; what was shipped stays for the next run. */
    private void assertNothingLeft() throws IOException {
        assertThat(ansible.directory().resolve("run")).doesNotExist();
        assertThat(ofThisHost()).isEmpty();
        try (var left = Files.list(runFolder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .isSubsetOf(
                            "run.json", "plan.json", "environment.json", "environment-2.json", "metrics.json", "cases");
        }
    }

    /** The processes that work in the host's directory: its agent, and what that has started. */
    private List<ProcessHandle> ofThisHost() throws IOException {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (commandLine(process).contains(ansible.directory() + "/lib/")) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(found::add);
                }
            }
        }
        return found;
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void shouldPlayNoPlaybookWithinARepetition() throws IOException {
        testbed.add("a", "ok", "ok").again("a", 2);

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(run.driver()).isEqualTo("ansible");
        assertThat(ansible.called()).containsExactly("prepare", "sweep");
        RepetitionRecord repetition = Json.read(runFolder.resolve("cases/a/2/repetition.json"), RepetitionRecord.class);
        assertThat(repetition.endpoint()).matches("http://127\\.0\\.0\\.1:2\\d{4}/processes/Ordera");
        assertThat(runFolder.resolve("cases/a/2/clocks.json")).doesNotExist();
        assertThat(ansible.directory().resolve("lib")).isNotEmptyDirectory();
        assertNothingLeft();
    }

    @Test
    void shouldEndWhatAnAgentHasLeftThatWasKilled() throws IOException {
        testbed.measureMs(20_000).add("a", "ok", "ok");
        List<ProcessHandle> left = new ArrayList<>();
        inMeasurement(() -> {
            left.addAll(ofThisHost());
            left.stream()
                    .filter(process -> commandLine(Path.of("/proc", Long.toString(process.pid())))
                            .contains("io.soabench.agent.daemon.Agent"))
                    .forEach(ProcessHandle::destroyForcibly);
        });

        assertThat(run().executions().get(0).message())
                .startsWith("host here: no agent answers in ")
                .endsWith("; look why its agent has ended, and resume the run");
        assertThat(left).as("agent, mocks, engine, load client").hasSize(4);
        assertNothingLeft();
    }

    @Test
    void shouldStopAndCleanWhenTheUserEndsTheRun() throws IOException {
        testbed.measureMs(60_000).add("a", "ok", "ok");
        Thread runs = Thread.currentThread();
        inMeasurement(runs::interrupt);

        RunRecord run = run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(run.state()).isEqualTo(State.INTERRUPTED);
        assertThat(runFolder.resolve("cases/a/1/logs/engine-a/server.log")).exists();
        assertThat(ansible.called()).containsExactly("prepare", "sweep");
        assertNothingLeft();
    }

    private void inMeasurement(Action action) {
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.MEASURE) {
                CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> {
                    try {
                        action.take();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
            }
        });
    }

    /** Something that happens meanwhile. */
    private interface Action {
        void take() throws IOException;
    }

    @Test
    void shouldRefuseTheRunWhenAHostCannotBeReached() {
        testbed.add("a", "ok", "ok");
        ansible.behave("unreachable", List.of("prepare", "sweep"));

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessage("host here (127.0.0.1) cannot be worked on: it does not answer (ssh: connect to host x:"
                        + " Connection timed out); switch it on, look at the firewall, or correct its address");
        assertThat(runFolder).doesNotExist();
        assertThat(heard.lines()).isEmpty();
    }

    @Test
    void shouldPassOnWhatTheHostLacks() {
        testbed.add("a", "ok", "ok");
        ansible.behave("java", "/opt/no-java/bin/java");

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessage("host here: no Java at \"/opt/no-java/bin/java\" ([Errno 2] No such file or directory:"
                        + " '/opt/no-java/bin/java'); install one or correct \"java\" of the host in the model");
    }

    @Test
    void shouldStartNothingWhereAHostLacksTheProgramOfAServer() throws IOException {
        testbed.add("a", "ok", "ok");
        ansible.behave(
                "programs",
                List.of(Map.of(
                        "server",
                        "engine-a",
                        "command",
                        "no-such-program",
                        "places",
                        List.of("/no/*/such"),
                        "missing",
                        "server engine-a needs a store, which host here does not have; install it")));

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessage("server engine-a needs a store, which host here does not have; install it");
        assertThat(heard.lines()).isEmpty();
        assertThat(ofThisHost()).isEmpty();
    }

    @Test
    void shouldSayWhyAnAgentDoesNotStart() throws IOException {
        testbed.add("a", "ok", "ok");
        Driver.Request good = ansible.at(testbed.request(runFolder));
        Path nothing = Files.createDirectory(folder.resolve("no-classes"));
        Driver.Request request = new Driver.Request(
                good.plan(),
                good.compiled(),
                runFolder,
                good.types(),
                Map.of(
                        FakeTestbed.PROGRAM, good.classPaths().get(FakeTestbed.PROGRAM),
                        Driver.LOAD_CLIENT, good.classPaths().get(Driver.LOAD_CLIENT),
                        Driver.AGENT, List.of(nothing)),
                good.versions());

        assertThatThrownBy(() -> run(request))
                .isInstanceOf(RunRefused.class)
                .hasMessageStartingWith("host here: its agent does not start: its last words were \"")
                .hasMessageContaining("ClassNotFoundException: io.soabench.agent.daemon.Agent")
                .hasMessageEndingWith(ansible.directory() + "/agent.log");
        assertThat(ofThisHost()).isEmpty();
    }
}
