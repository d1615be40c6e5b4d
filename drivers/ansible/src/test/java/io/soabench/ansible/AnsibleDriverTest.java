package io.soabench.ansible;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.HeardProgress;
import io.soabench.driver.Phase;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.Settings;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.ServerEnd;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The driver's half: a script stands in for {@code ansible-playbook} and does on this machine what the playbooks do; the line to the
 * host is real, but for SSH.
 */
@Timeout(120)
class AnsibleDriverTest {

    private static final long LEAD_MS = 700;

    @TempDir
    Path folder;

    private final HeardProgress heard = new HeardProgress();
    private final Map<String, Object> behaviour = new LinkedHashMap<>();
    private FakeTestbed testbed;
    private Path runFolder;
    private Path program;
    private boolean agent;

    @BeforeEach
    void make() throws IOException {
        assumeThat(Path.of("/usr/bin/python3")).as("python3 is needed").isExecutable();
        runFolder = folder.resolve("runs/20260101-120000");
        testbed = new FakeTestbed(folder.resolve("compiled")).measureMs(400);
        program = folder.resolve("ansible-playbook");
        try (InputStream in = AnsibleDriverTest.class.getResourceAsStream("stand_in.py")) {
            Files.copy(in, program);
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(folder.resolve("host"));
        behaviour.put("servers", List.of("mocks", "engine-a"));
        behaviour.put("clients", List.of("load-here"));
    }

    private RunRecord run() {
        Json.write(folder.resolve("behaviour.json"), behaviour);
        Driver driver = new AnsibleDriver(
                new AnsibleProgram("", folder.resolve("cache")),
                program.toString(),
                List.of(),
                Settings.STANDARD.withLead(LEAD_MS),
                HostClock.system());
        return driver.run(request(), heard);
    }

    /** The testbed's only host has its directory in the test's folder. */
    private Driver.Request request() {
        Driver.Request request = testbed.request(runFolder);
        Plan plan = request.plan();
        Plan.HostPlan here =
                plan.hosts().get(0).withDirectory(folder.resolve("host").toString());
        Map<String, List<Path>> classPaths = new HashMap<>(request.classPaths());
        if (!agent) {
            // Without a class path of the agent there is none, and nobody waits for it.
            classPaths.remove(Driver.AGENT);
        }
        return new Driver.Request(
                plan.withHosts(List.of(here)),
                request.compiled(),
                runFolder,
                request.types(),
                classPaths,
                request.versions());
    }

    private List<String> called() throws IOException {
        return Files.readAllLines(folder.resolve("called"));
    }

    private RepetitionRecord repetition() {
        return Json.read(runFolder.resolve("cases/a/1/repetition.json"), RepetitionRecord.class);
    }

    private void assertNothingLeft() throws IOException {
        assertThat(folder.resolve("host/run")).doesNotExist();
        try (var left = Files.list(runFolder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .isSubsetOf("run.json", "plan.json", "environment.json", "environment-2.json", "cases");
        }
    }

    @Test
    void shouldTakeOnePlaybookAPhase() throws IOException {
        testbed.add("a", "ok", "ok");

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(run.driver()).isEqualTo("ansible");
        assertThat(called())
                .containsExactly(
                        "prepare",
                        "place",
                        "start",
                        "ready",
                        "deploy",
                        "deployed",
                        "collect",
                        "undeploy",
                        "stop",
                        "clean",
                        "sweep");
        assertThat(repetition().endpoint()).matches("http://127\\.0\\.0\\.1:2\\d{4}/processes/Ordera");
        assertThat(repetition().servers())
                .extracting(RepetitionRecord.ServerRecord::name)
                .containsExactly("mocks", "engine-a");
        assertThat(repetition().servers())
                .allMatch(s -> s.stopped() == ServerEnd.ASKED && s.cpuMs() >= 0 && s.exit() == 143);
        assertThat(runFolder.resolve("cases/a/1/samples-here.csv")).hasContent("phase,measured");
        assertThat(runFolder.resolve("cases/a/1/logs/load-here/stdout.log"))
                .content()
                .contains("\ndone\n");
        assertThat(runFolder.resolve("cases/a/1/events.csv"))
                .content()
                .contains(
                        ",phase,warm up,entered",
                        ",server,engine-a,ready",
                        ",server,load-here,\"done, exit status 0\"");
        assertThat(runFolder.resolve("cases/a/1/clocks.json")).doesNotExist();
        EnvironmentRecord environment = Json.read(runFolder.resolve("environment.json"), EnvironmentRecord.class);
        assertThat(environment.hosts().get(0).processors().cpus()).isEqualTo(2);
        assertThat(environment.hosts().get(0).fingerprint().boot()).matches("[0-9a-f-]{36}");
        assertThat(heard.loads()).isNotEmpty().allMatch(load -> load.sent() > 0 && load.p99Ms() == 2.5);
        assertThat(heard.lines()).containsExactly("start a 1 (1 of 1)", "end a 1 completed");
        assertNothingLeft();
    }

    @Test
    void shouldSayOnceThatNothingIsObservedWhereTheAgentDoesNotStart() {
        agent = true;
        testbed.add("a", "ok", "ok");

        assertThat(run().state()).isEqualTo(State.COMPLETED);

        assertThat(heard.lines()).hasSize(3);
        assertThat(heard.lines().get(0))
                .startsWith(
                        "note nothing is observed on host here, and what its servers write is not limited: the agent does not start (")
                .contains("io.soabench.agent.Agent")
                .endsWith("; it needs Java 17 or newer");
    }

    @Test
    void shouldJudgeTheAnswersThatTheHostBringsHome() throws IOException {
        testbed.check().add("a", "ok", "ok");
        behaviour.put(
                "answer",
                "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body><answer xmlns=\"urn:a\">7</answer></Body>"
                        + "</Envelope>");

        assertThat(run().executions().get(0).message())
                .isEqualTo("wrong answer: Ordera answered \"7\" at the body/answer instead of \"5\"; check 1 of Ordera"
                        + " (checks/request.xml), the answer is in cases/a/1/wrong-answer-1.xml");
        assertThat(runFolder.resolve("cases/a/1/wrong-answer-1.xml")).content().contains(">7<");
        assertThat(called()).doesNotContain("collect").endsWith("undeploy", "stop", "clean", "sweep");
        assertNothingLeft();
    }

    @Test
    void shouldNoticeAServerThatDiesWhileItIsMeasuredAndTakeBackEverything() throws IOException {
        testbed.measureMs(20_000).add("a", "ok", "ok");
        behaviour.put("crash", "engine-a");

        assertThat(run().executions().get(0).message())
                .matches(
                        "server engine-a ended by itself \\d+\\.\\d s after its start with exit status 3; its last words were"
                                + " \"out of luck\"; see cases/a/1/logs/engine-a/stderr\\.log, mend it or its settings and resume the"
                                + " run");
        assertThat(called()).endsWith("stop", "clean", "sweep");
        assertNothingLeft();
    }

    @Test
    void shouldNoticeALoadClientThatDies() throws IOException {
        testbed.measureMs(20_000).add("a", "ok", "ok");
        behaviour.put("load", "dies");

        assertThat(run().executions().get(0).message())
                .matches(
                        "load-here ended by itself \\d+\\.\\d s after its start with exit status 9; its last words were"
                                + " \"progress .*\"; see cases/a/1/logs/load-here/stdout\\.log");
        assertThat(called()).endsWith("undeploy", "stop", "clean", "sweep");
        assertNothingLeft();
    }

    @Test
    void shouldRefuseTheRunWhenAHostCannotBeReached() throws IOException {
        testbed.add("a", "ok", "ok");
        behaviour.put("unreachable", List.of("prepare", "sweep"));

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessage("host here (127.0.0.1) cannot be worked on: it does not answer (ssh: connect to host x:"
                        + " Connection timed out); switch it on, look at the firewall, or correct its address");
        assertThat(runFolder).doesNotExist();
        assertThat(heard.lines()).isEmpty();
    }

    @Test
    void shouldPassOnWhatTheHostLacks() throws IOException {
        testbed.add("a", "ok", "ok");
        behaviour.put("failing", Map.of("prepare", "no Java at /opt/java; correct \"java\" of the host"));

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessage("host here: no Java at /opt/java; correct \"java\" of the host");
    }

    @Test
    void shouldTakeBackAndGoOnWhenAHostIsLostInTheMiddle() throws IOException {
        testbed.add("a", "ok", "ok");
        behaviour.put("unreachable", List.of("collect"));

        RunRecord run = run();

        assertThat(run.state()).isEqualTo(State.FAILED);
        assertThat(run.executions().get(0).message())
                .startsWith("host here (127.0.0.1) cannot be worked on: it does not");
        assertThat(called()).endsWith("collect", "undeploy", "stop", "clean", "sweep");
        assertNothingLeft();

        behaviour.remove("unreachable");
        assertThat(run().state()).isEqualTo(State.COMPLETED);
        assertThat(runFolder.resolve("cases/a/1-failed-1")).exists();
    }

    @Test
    void shouldStopAndCleanWhenTheUserEndsTheRun() throws IOException {
        testbed.measureMs(60_000).add("a", "ok", "ok");
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.MEASURE) {
                CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS)
                        .execute(Thread.currentThread()::interrupt);
            }
        });

        RunRecord run = run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(run.state()).isEqualTo(State.INTERRUPTED);
        assertThat(called()).endsWith("deployed", "stop", "clean", "sweep");
        assertNothingLeft();
    }
}
