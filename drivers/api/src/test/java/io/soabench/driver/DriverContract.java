package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.CsvTable;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.Precedence;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.Yielding;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every driver does, whatever the platform. A driver's own test extends this class; the servers are real processes that
 * behave as the test says.
 */
@Timeout(300)
public abstract class DriverContract {

    /**
     * Tag of tests that mostly look at what is the same code for all drivers, or that another test implies: a driver whose repetitions
     * take long may leave them out of its everyday tests.
     */
    public static final String THOROUGH = "thorough";

    /** Tag of tests that look at what is done before the first repetition and after the last one, in which drivers differ most. */
    public static final String AROUND = "around";

    /** Where the test works. */
    @TempDir
    protected Path folder;

    /** What the driver tells. */
    protected final HeardProgress heard = new HeardProgress();

    /** The folder of the run. */
    protected Path runFolder;

    /** The testbed that the test fills. */
    protected FakeTestbed testbed;

    /** The driver under test. */
    protected abstract Driver driver(DriverSettings settings);

    private Driver driver() {
        return driver(DriverSettings.STANDARD);
    }

    @BeforeEach
    void make() {
        runFolder = folder.resolve("runs").resolve("20260101-120000");
        testbed = new FakeTestbed(folder.resolve("compiled"));
    }

    /** However the run ended. */
    @AfterEach
    void shouldHaveKeptToTheSchemas() throws IOException {
        if (Files.exists(runFolder)) {
            RunSchemas.assertKept(runFolder);
        }
    }

    /** Runs the testbed. */
    protected final RunRecord run() {
        return driver().run(testbed.request(runFolder), heard);
    }

    /** The record of a repetition. */
    protected final RepetitionRecord repetition(String caseId, int repetition) {
        return Json.read(
                runFolder.resolve("cases/" + caseId + "/" + repetition + "/repetition.json"), RepetitionRecord.class);
    }

    /** The only message of a run with one execution, which must have failed. */
    protected final String failure() {
        RunRecord run = run();
        assertThat(run.state()).isEqualTo(State.FAILED);
        assertNothingLeft();
        RunRecord.ExecutionRecord execution = run.executions().get(0);
        assertThat(execution.state()).isEqualTo(State.FAILED);
        assertThat(repetition(execution.caseId(), 1).message()).isEqualTo(execution.message());
        assertThat(repetition(execution.caseId(), 1).state()).isEqualTo(State.FAILED);
        return execution.message();
    }

    /** Nothing but the record remains in the run folder, and no recorded process lives. */
    protected final void assertNothingLeft() {
        try (Stream<Path> left = Files.list(runFolder)) {
            assertThat(left.map(f -> f.getFileName().toString()).collect(Collectors.toSet()))
                    .isSubsetOf(
                            "run.json", "plan.json", "environment.json", "environment-2.json", "metrics.json", "cases");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        for (Execution execution : testbed.plan().order()) {
            Path file = runFolder.resolve(
                    "cases/" + execution.caseId() + "/" + execution.repetition() + "/repetition.json");
            if (Files.exists(file)) {
                for (RepetitionRecord.ServerRecord server :
                        Json.read(file, RepetitionRecord.class).servers()) {
                    assertThat(ProcessHandle.of(server.pid()).filter(ProcessHandle::isAlive))
                            .as("process of " + server.name())
                            .isEmpty();
                }
            }
        }
    }

    private static List<String> phases(RepetitionRecord record) {
        return record.phases().stream().map(RepetitionRecord.PhaseRecord::name).toList();
    }

    @Test
    @Tag(THOROUGH)
    void shouldMeasureWhatAnswersItsChecks() {
        testbed.check().add("a", "ok", "ok");

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(repetition("a", 1).checks()).isEqualTo(1);
    }

    @Test
    @Tag(THOROUGH)
    void shouldNotMeasureWhatAnswersWrongly() {
        testbed.check().add("a", "wrong", "ok");

        assertThat(failure())
                .isEqualTo("wrong answer: Ordera answered \"7\" at the body/answer instead of \"5\"; check 1 of Ordera"
                        + " (checks/request.xml), the answer is in cases/a/1/wrong-answer-1.xml");
        assertThat(phases(repetition("a", 1))).contains("check").doesNotContain("warm up");
        assertThat(runFolder.resolve("cases/a/1/wrong-answer-1.xml")).content().contains(">7<");
    }

    @Test
    @Tag(AROUND)
    void shouldRecordEverythingWhenAllGoesWell() throws IOException {
        testbed.profile("short").measureMs(1200).add("a", "ok", "ok");

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(run.driver()).isEqualTo(driver().name());
        assertThat(run.executions())
                .containsExactly(new RunRecord.ExecutionRecord("a", 1, State.COMPLETED, "clean", ""));
        assertThat(Json.read(runFolder.resolve("run.json"), RunRecord.class)).isEqualTo(run);
        assertThat(Json.read(runFolder.resolve("plan.json"), Plan.class)).isEqualTo(testbed.plan());
        EnvironmentRecord environment = Json.read(runFolder.resolve("environment.json"), EnvironmentRecord.class);
        assertThat(run.origin().profile()).isEqualTo("short");
        assertThat(environment.origin().seed()).isEqualTo(42);
        assertThat(environment.origin().profile()).isEqualTo("short");
        assertThat(environment.origin().modelHash()).isEqualTo(FakeTestbed.MODEL_HASH);
        assertThat(environment.versions()).containsEntry("soabench", "test");
        assertThat(environment.programs().get("fake-engine"))
                .extracting(EnvironmentRecord.ProgramRecord::coordinates)
                .containsExactly(FakeTestbed.PROGRAM);
        assertThat(environment.programs().get("fake-engine").get(0).artifacts()).isNotEmpty();
        assertThat(environment.plugins().serverTypes()).containsOnlyKeys("fake-engine", "fake-mock");
        assertThat(environment.plugins().eventTypes()).containsKey("pause");
        assertThat(environment.configuration().get("engine-a")).containsEntry("behaviour", "ok");
        assertThat(environment.notices()).containsExactly(Map.entry("engine-a", "This engine is a fake."));
        assertThat(environment.hosts().get(0).processors().cpus()).isPositive();
        assertThat(environment.hosts().get(0).memoryBytes()).isPositive();
        assertThat(environment.hosts().get(0).java()).contains("version");
        RepetitionRecord record = repetition("a", 1);
        assertThat(record.state()).isEqualTo(State.COMPLETED);
        assertThat(phases(record))
                .containsExactlyElementsOf(PhaseTransitions.rows().stream()
                        .map(r -> r.phase().label())
                        .toList());
        assertThat(record.phases()).allMatch(p -> p.endNs() >= p.startNs() && p.startNs() > 0);
        RepetitionRecord.PhaseRecord measure = record.phases().get(7);
        // A busy machine sees its start late and its end later; neither makes it the 400 ms that are measured by
        // default.
        assertThat((measure.endNs() - measure.startNs()) / 1e6).isBetween(700.0, 60_000.0);
        assertThat(record.endpoint()).matches("http://127\\.0\\.0\\.1:\\d+/processes/Ordera");
        assertThat(record.servers())
                .extracting(RepetitionRecord.ServerRecord::name)
                .containsExactly("mocks", "engine-a");
        assertThat(record.servers()).allMatch(s -> s.stopped() == ServerEnd.ASKED && s.cpuMs() >= 0 && s.exit() == 143);
        Path repetition = runFolder.resolve("cases/a/1");
        assertThat(repetition.resolve("calls-mocks.csv")).hasContent("service,instance\nquotes,1\n");
        assertThat(repetition.resolve("samples-here.csv")).content().contains("\nmeasure,1,w.1.");
        assertThat(repetition.resolve("statistics-engine-a.json")).content().contains("\"instancesFaulted\":0");
        assertThat(repetition.resolve("logs/mocks/stdout.log")).hasContent("ready\n");
        assertThat(repetition.resolve("logs/engine-a/server.log")).hasContent("one line of its own log\n");
        assertThat(repetition.resolve("logs/mocks/conf/server.properties"))
                .content()
                .matches("name=mocks\nservices=\\S+/quotes-1\n");
        List<String> events = Files.readAllLines(repetition.resolve("events.csv"));
        assertThat(events.get(0)).isEqualTo(CsvTable.EVENTS.header());
        assertThat(String.join("\n", events))
                .contains(",phase,warm up,entered")
                .contains(",server,engine-a,ready")
                .containsPattern(",server,mocks,\"started, pid \\d+\"")
                .contains(",server,mocks,\"stopped (asked), exit status 143\"");
        assertThat(heard.loads()).isNotEmpty().allMatch(l -> l.sent() > 0 && l.p99Ms() == 2.5);
        long measured = Files.readAllLines(repetition.resolve("samples-here.csv")).stream()
                .filter(l -> l.startsWith("measure,"))
                .count();
        assertThat(heard.measured().get(new Execution("a", 1)).requests())
                .isPositive()
                .isEqualTo(measured);
        assertThat(heard.lines()).containsExactly("start a 1 (1 of 1)", "end a 1 completed");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldReplaceAddressesOfServersWhenPackagesArePlaced() throws IOException {
        testbed.add("a", "ok", "ok");

        run();

        try (java.util.zip.ZipInputStream zip = new java.util.zip.ZipInputStream(
                Files.newInputStream(runFolder.resolve("cases/a/1/package-received.zip")))) {
            assertThat(zip.getNextEntry().getName()).isEqualTo("order.bpel");
            assertThat(new String(zip.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                    .matches("<process at=\"http://127\\.0\\.0\\.1:\\d+/quotes-1\" text=\"\\$\\{other}\"/>\n");
            assertThat(zip.getNextEntry()).isNull();
        }
    }

    @Test
    void shouldDeployCheckAndTakeAwayEachProcessThatIsLoaded() {
        testbed.check().addMixed("m", "ok");

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(repetition("m", 1).checks()).isEqualTo(2);
        assertThat(repetition("m", 1).endpoint())
                .matches("http://[^ ]+:\\d+/processes/Orderm http://[^ ]+:\\d+/processes/Browsem");
        assertThat(runFolder.resolve("cases/m/1/deployments.txt"))
                .hasContent("deployed Orderm\ndeployed Browsem\nundeployed Browsem\nundeployed Orderm\n");
        assertNothingLeft();
    }

    /** Load clients listen before a check is sent, and processes know where. */
    @Test
    void shouldLetProcessesAnswerChecksAndRequestsByCallbacks() {
        testbed.check().callingBack().addMixed("m", "ok");

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(repetition("m", 1).checks()).isEqualTo(2);
        assertThat(runFolder.resolve("cases/m/1/called-here.txt"))
                .as("the stand-in sends all requests to one process")
                .content()
                .containsPattern("\\A(/Browsem\n)+\\z");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldCallTheServiceWhereItsServerListensWhenNoEngineIsTested() {
        testbed.addService("direct");

        RunRecord run = run();

        assertThat(run.message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(repetition("direct", 1).endpoint()).matches("http://127\\.0\\.0\\.1:\\d+/quotes-1");
        assertThat(repetition("direct", 1).servers())
                .extracting(RepetitionRecord.ServerRecord::name)
                .containsExactly("mocks");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldKeepTheOrderOfThePlanAndRunOnlyTheServersOfTheCase() {
        testbed.add("a", "ok", "ok").add("b", "ok", "ok").again("a", 2);

        RunRecord run = run();

        assertThat(run.state()).isEqualTo(State.COMPLETED);
        assertThat(heard.lines())
                .containsExactly(
                        "start a 1 (1 of 3)",
                        "end a 1 completed",
                        "start b 1 (2 of 3)",
                        "end b 1 completed",
                        "start a 2 (3 of 3)",
                        "end a 2 completed");
        assertThat(repetition("b", 1).servers())
                .extracting(RepetitionRecord.ServerRecord::name)
                .containsExactly("mocks", "engine-b");
        assertThat(repetition("a", 2).servers().get(0).pid())
                .isNotEqualTo(repetition("a", 1).servers().get(0).pid());
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldGoOnWithTheNextExecutionWhenOneFails() {
        testbed.add("bad", "crash", "ok").add("good", "ok", "ok");

        RunRecord run = run();

        assertThat(run.state()).isEqualTo(State.FAILED);
        assertThat(run.executions())
                .extracting(RunRecord.ExecutionRecord::state)
                .containsExactly(State.FAILED, State.COMPLETED);
        assertThat(run.message())
                .startsWith("1 of 2 repetitions failed, the first was bad 1: server engine-bad ended by itself ");
        assertNothingLeft();
    }

    @Test
    void shouldSayHowTheServerDiedWhenItDiesAtItsStart() {
        testbed.add("a", "crash", "ok");

        assertThat(failure())
                .matches(
                        "server engine-a ended by itself \\d+\\.\\d s after its start with exit status 3; its last words"
                                + " were \"FATAL: cannot open the store\"; see cases/a/1/logs/engine-a/stderr.log,"
                                + " mend it or its settings and resume the run");
        assertThat(phases(repetition("a", 1))).containsExactly("place", "start", "ready", "stop", "clean");
        assertThat(repetition("a", 1).servers().get(1).stopped()).isEqualTo(ServerEnd.DIED);
        assertThat(runFolder.resolve("cases/a/1/logs/engine-a/server.log")).exists();
    }

    @Test
    @Tag(THOROUGH)
    void shouldNotWaitAgainForAServerThatDidNotStartTwice() {
        testbed.readyMs(15_000).add("a", "never-ready", "ok").add("b", "ok", "ok");
        testbed.again("a", 2).again("a", 3);

        RunRecord run = run();

        assertThat(run.executions())
                .extracting(RunRecord.ExecutionRecord::state)
                .containsExactly(State.FAILED, State.COMPLETED, State.FAILED, State.FAILED);
        assertThat(run.executions().get(3).message())
                .startsWith(
                        "server engine-a was not tried again, since it did not start 2 times in a row (at last: server"
                                + " engine-a is not ready: ")
                .endsWith("); mend it and resume the run");
        assertThat(repetition("a", 3).message())
                .isEqualTo(run.executions().get(3).message());
        assertThat(repetition("a", 3).phases()).isEmpty();
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldLetMockHostsGoBeforeTheEngineUnderTest() throws IOException {
        testbed.add("a", "ok", "ok");

        driver(DriverSettings.STANDARD.withYielding(Optional.of(Yielding.NICE))).run(testbed.request(runFolder), heard);

        int mocks = Integer.parseInt(Files.readString(runFolder.resolve("cases/a/1/logs/mocks/conf/nice")));
        int engine = Integer.parseInt(Files.readString(runFolder.resolve("cases/a/1/logs/engine-a/conf/nice")));
        assertThat(engine).isEqualTo(Math.min(19, mocks + 10));
        assertThat(repetition("a", 1).servers())
                .filteredOn(server -> server.name().equals("engine-a"))
                .extracting(server -> server.precedence().yielding(), server -> server.precedence()
                        .why())
                .containsExactly(tuple(Yielding.NICE, Precedence.Why.WISH));
    }

    @Test
    @Tag(THOROUGH)
    void shouldRefuseProgramsThatAreNotWhatWasReleased() {
        testbed.add("a", "ok", "ok").add("b", "ok", "ok").released(Map.of("engine.jar", "0".repeat(64)));

        assertThatThrownBy(() -> driver().run(testbed.request(runFolder), heard))
                .isInstanceOf(RunRefused.class)
                .hasMessage("server type fake-engine: engine.jar is not on the class path, though it belongs to the"
                        + " release; run again online");
        assertThat(runFolder).doesNotExist();
    }

    @Test
    void shouldObserveTheMetricsOfEveryServerAndLoadClient() throws IOException {
        testbed.measureMs(2500).add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(Json.read(runFolder.resolve(RunFiles.METRICS), MetricRecord.File.class)
                        .metrics())
                .containsAll(new FakeMetric().metrics());
        RepetitionRecord.PhaseRecord measured = repetition("a", 1).phases().stream()
                .filter(phase -> phase.name().equals("measure"))
                .findFirst()
                .orElseThrow();
        for (String name : List.of("engine-a", "mocks", "load-here")) {
            List<String> lines = Files.readAllLines(runFolder.resolve("cases/a/1/metrics-" + name + ".csv"));
            assertThat(lines.get(0)).isEqualTo("at_ns,metric,value,unit,source");
            for (String metric : List.of("fake-processes", "fake-looks")) {
                assertThat(lines)
                        .as(name)
                        .filteredOn(line -> line.contains("," + metric + ","))
                        .filteredOn(line -> Long.parseLong(line.split(",", 2)[0]) >= measured.startNs()
                                && Long.parseLong(line.split(",", 2)[0]) <= measured.endNs())
                        .hasSizeGreaterThanOrEqualTo(2)
                        .allMatch(line -> line.matches("\\d+," + metric + ",\\d+\\.0,count,a test"))
                        .noneMatch(line -> line.contains("," + metric + ",0.0,"));
            }
        }
        assertThat(Json.read(runFolder.resolve("environment.json"), EnvironmentRecord.class)
                        .plugins()
                        .metricSources())
                .containsKey(FakeMetric.class.getName());
    }

    @Test
    void shouldStopAServerThatWritesMoreThanIsAllowed() {
        testbed.measureMs(20_000).add("a", "greedy", "ok");

        RunRecord run =
                driver(DriverSettings.STANDARD.withLimits(1 << 20, 32 << 20)).run(testbed.request(runFolder), heard);

        assertThat(run.executions().get(0).message())
                .matches(
                        "server engine-a was stopped: its work folder holds \\d+\\.\\d MiB, of which work/store/journal\\.bin"
                                + " \\d+\\.\\d MiB, and at most 32\\.0 MiB are allowed; make it write less, or raise"
                                + " soabench\\.workLimit");
        assertNothingLeft();
    }

    @Test
    @Tag(AROUND)
    void shouldRunTheOtherCasesWhenThePortOfAServerIsTakenBeforeTheRun() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            testbed.add("a", "ok", "ok", "mocks", taken.getLocalPort()).addService("direct");

            RunRecord run = run();

            assertThat(run.executions().get(0).message())
                    .matches("port " + taken.getLocalPort() + " \\(http\\) of server engine-a .+ choose another port");
            assertThat(run.executions())
                    .extracting(RunRecord.ExecutionRecord::state)
                    .containsExactly(State.FAILED, State.COMPLETED);
        }
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldRunTheOtherCasesWhenAServerCannotBeHad() {
        testbed.add("a", "ok", "ok").addService("direct").again("a", 2).released(Map.of("gone.jar", "0".repeat(64)));
        Driver.Request good = testbed.request(runFolder);
        Driver.Request request = new Driver.Request(
                good.plan(),
                good.compiled(),
                runFolder,
                good.types(),
                good.classPaths(),
                good.versions(),
                Map.of("fake-engine", "no registry offers it; install it"));

        RunRecord run = driver().run(request, heard);

        assertThat(heard.lines())
                .containsExactly(
                        "start a 1 (1 of 3)",
                        "end a 1 server engine-a is not available: no registry offers it; install it",
                        "start direct 1 (2 of 3)",
                        "end direct 1 completed",
                        "start a 2 (3 of 3)",
                        "end a 2 server engine-a is not available: no registry offers it; install it",
                        "note 1 of 3 repetitions kept; go on with -Dsoabench.resume=20260101-120000");
        assertThat(run.executions().get(0).state()).isEqualTo(State.FAILED);
        assertThat(repetition("a", 2).state()).isEqualTo(State.FAILED);
        assertThat(repetition("a", 2).message())
                .isEqualTo("server engine-a is not available: no registry offers it; install it");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldRefuseARunInWhichNothingCanBeHad() {
        testbed.add("a", "ok", "ok");
        Driver.Request good = testbed.request(runFolder);
        Driver.Request request = new Driver.Request(
                good.plan(),
                good.compiled(),
                runFolder,
                good.types(),
                Map.of(Driver.LOAD_CLIENT, good.classPaths().get(Driver.LOAD_CLIENT)),
                good.versions(),
                Map.of("fake-engine", "no registry offers it", "fake-mock", "no registry offers it"));

        assertThatThrownBy(() -> driver().run(request, heard))
                .isInstanceOf(RunRefused.class)
                .hasMessage("server mocks is not available: no registry offers it");
        assertThat(runFolder).doesNotExist();
    }

    @Test
    @Tag(THOROUGH)
    void shouldSayWhatWasAskedWhenAServerIsNeverReady() {
        testbed.readyMs(900).add("a", "never-ready", "ok");

        assertThat(failure())
                .matches(
                        "server engine-a is not ready: http://127\\.0\\.0\\.1:\\d+/health = 200 did not come true within"
                                + " 900 ms \\(a slow or busy machine needs longer: -Dsoabench.startFactor=3\\); see cases/a/1/logs/engine-a, mend it or its settings and resume the run");
    }

    @Test
    void shouldPassOnTheMessageOfTheEngineWhenItRefusesToDeploy() {
        testbed.add("a", "refuse", "ok");

        assertThat(failure())
                .matches(
                        "server engine-a refused to deploy Ordera: PUT http://127\\.0\\.0\\.1:\\d+/deployments/Ordera was"
                                + " answered with status 422: order\\.bpel:12:5: \\[SA00024\\] variable \"x\" is not declared;"
                                + " see cases/a/1/logs/engine-a, correct the process or leave it out for this server");
        assertThat(phases(repetition("a", 1)))
                .containsExactly("place", "start", "ready", "deploy", "undeploy", "stop", "clean");
        assertThat(heard.lines()).noneMatch(line -> line.contains("did not undeploy"));
    }

    @Test
    void shouldFailTheRepetitionWhenTheEngineDiesWhileItIsMeasured() {
        testbed.measureMs(3000).add("a", "dies", "ok");

        assertThat(failure())
                .matches(
                        "server engine-a ended by itself \\d+\\.\\d s after its start with exit status 134 \\(signal 6\\);"
                                + " its last words were \"# A fatal error has been detected\"; see"
                                + " cases/a/1/logs/engine-a/stderr.log, mend it or its settings and resume the run");
        assertThat(phases(repetition("a", 1)))
                .endsWith("measure", "undeploy", "stop", "clean")
                .doesNotContain("collect");
        assertThat(runFolder.resolve("cases/a/1/samples-here.csv")).content().contains("measure,");
    }

    @Test
    void shouldEndTheMeasurementEarlyAndKeepItWhenTheEngineHangs() throws IOException {
        testbed.measureMs(600_000).add("a", "hangs", "hung").measureMs(400).add("b", "ok", "ok");

        RunRecord run = run();

        assertThat(run.executions())
                .extracting(RunRecord.ExecutionRecord::state)
                .containsExactly(State.COMPLETED, State.COMPLETED);
        String sentence =
                "server engine-a hangs: it answered no request for 30.1 s while requests were open (4 at the end);"
                        + " the measurement ended early, and what was open counts as failed by time-out; give it other"
                        + " settings or less load, and see cases/a/1/logs";
        assertThat(heard.lines()).filteredOn(l -> l.startsWith("note ")).containsExactly("note " + sentence);
        assertThat(Files.readString(runFolder.resolve("cases/a/1/events.csv")))
                .contains(",warning,engine-a,\"" + sentence + "\",\n");
        assertThat(runFolder.resolve("cases/a/1/samples-here.csv")).content().contains("\nmeasure,");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailTheRepetitionWhenTheEngineHangsBeforeAnythingIsMeasured() {
        testbed.warmUpMs(600_000).add("a", "hangs-early", "hung");

        assertThat(failure())
                .isEqualTo(
                        "server engine-a hangs: it answered no request for 30.1 s while requests were open (4 at the end);"
                                + " nothing was measured, since that was in the warm-up; give it other settings or less load,"
                                + " and see cases/a/1/logs");
        assertThat(heard.lines())
                .filteredOn(l -> l.startsWith("note "))
                .containsExactly("note 0 of 1 repetitions kept; go on with -Dsoabench.resume=20260101-120000");
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailTheRepetitionWhenAMockHostIsKilledWhileItIsMeasured() {
        testbed.measureMs(3000).add("a", "ok", "ok");
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.MEASURE) {
                RepetitionRecord.ServerRecord mocks =
                        repetition("a", 1).servers().get(0);
                ProcessHandle.of(mocks.pid()).orElseThrow().destroyForcibly();
            }
        });

        assertThat(failure())
                .matches(
                        "server mocks ended by itself \\d+\\.\\d s after its start with exit status 137 \\(signal 9: killed"
                                + " from outside, by the kernel when memory is short\\); its last words were \"ready\"; see"
                                + " cases/a/1/logs/mocks/stdout.log, mend it or its settings and resume the run");
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailTheRepetitionWhenALoadClientDies() {
        testbed.add("a", "ok", "dies");

        assertThat(failure())
                .matches(
                        "load-here ended by itself \\d+\\.\\d s after its start with exit status 9; its last words were"
                                + " \"java\\.lang\\.OutOfMemoryError: Java heap space\"; see"
                                + " cases/a/1/logs/load-here/stderr.log");
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailTheRepetitionWhenTheCountersAreMissing() {
        testbed.add("a", "no-counters", "ok");

        assertThat(failure())
                .isEqualTo(
                        "reading the counters of server engine-a failed: the answer lacks the numbers instancesStarted,"
                                + " instancesCompleted, instancesFaulted");
    }

    @Test
    @Tag(THOROUGH)
    void shouldKeepTheDataWhenTheEngineDoesNotUndeploy() {
        testbed.add("a", "no-undeploy", "ok");

        assertThat(run().state()).isEqualTo(State.COMPLETED);
        assertThat(heard.lines()).contains("note server engine-a did not undeploy Ordera: status 500: gone");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldKillAServerWhenItIgnoresSigterm() {
        testbed.add("a", "stubborn", "ok");

        assertThat(run().state()).isEqualTo(State.COMPLETED);
        RepetitionRecord.ServerRecord engine = repetition("a", 1).servers().get(1);
        assertThat(engine.stopped()).isEqualTo(ServerEnd.KILLED);
        assertThat(engine.exit()).isEqualTo(137);
        assertThat(heard.lines())
                .contains(
                        "note engine-a did not end within 1500 ms after SIGTERM and was killed; what it writes at its end"
                                + " may be missing");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldPublishWhatIsServedInARegistry() throws IOException {
        testbed.registry("ok").add("a", "ok", "ok");

        assertThat(run().state()).isEqualTo(State.COMPLETED);
        assertThat(Files.readAllLines(runFolder.resolve("cases/a/1/published.txt")))
                .satisfiesExactly(
                        portType -> assertThat(portType).isEqualTo("tModel Quote"),
                        instance -> assertThat(instance).matches("quotes-1 http://127\\.0\\.0\\.1:\\d+/quotes-1"));
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailWhenARegistryRefusesAPublication() {
        testbed.registry("refuse").add("a", "ok", "ok");

        assertThat(failure())
                .matches(
                        "publication of quotes-1 in registry registry-1 was refused: POST http://127.0.0.1:\\d+/publications"
                                + " was answered with status 500: no business");
    }

    @Test
    @Tag(THOROUGH)
    void shouldDoOnlyWhatIsMissingWhenARunIsResumed() throws IOException {
        testbed.add("good", "ok", "ok").add("bad", "crash", "ok");
        assertThat(run().state()).isEqualTo(State.FAILED);
        byte[] samples = Files.readAllBytes(runFolder.resolve("cases/good/1/repetition.json"));
        heard.lines().clear();

        RunRecord resumed = run();

        assertThat(resumed.id()).isEqualTo("20260101-120000");
        assertThat(heard.lines().get(0)).isEqualTo("start bad 1 (1 of 1)");
        assertThat(heard.lines())
                .hasSize(3)
                .endsWith("note 1 of 2 repetitions kept; go on with -Dsoabench.resume=20260101-120000");
        assertThat(Files.readAllBytes(runFolder.resolve("cases/good/1/repetition.json")))
                .isEqualTo(samples);
        assertThat(runFolder.resolve("cases/bad/1-failed-1/logs/engine-bad/stderr.log"))
                .exists();
        assertThat(runFolder.resolve("cases/bad/1/logs/engine-bad/stderr.log")).exists();
        assertThat(runFolder.resolve("environment-2.json")).exists();
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldCallABlackBoxThatRunsAndStartNothing() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String endpoint = "http://127.0.0.1:" + listening.getLocalPort() + "/weather";
            testbed.addBlackBox("a", endpoint);

            assertThat(run().state()).isEqualTo(State.COMPLETED);

            assertThat(repetition("a", 1).endpoint()).isEqualTo(endpoint);
            assertThat(repetition("a", 1).servers()).isEmpty();
            assertThat(Files.readString(runFolder.resolve("environment.json")))
                    .contains("\"Servicea\" : \"Runs at " + endpoint + " and was not started by SOABench");
        }
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldNotBeginWhenABlackBoxDoesNotRun() throws IOException {
        String endpoint = "http://127.0.0.1:" + TestPorts.next() + "/weather";
        testbed.addBlackBox("a", endpoint).again("a", 2);

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessage("the black-box process Servicea takes no connection at " + endpoint
                        + "; start it or correct its address");
        assertThat(runFolder).doesNotExist();
        assertThat(heard.lines()).isEmpty();
    }

    @Test
    @Tag(THOROUGH)
    void shouldMeasureAsSoonAsTheLoadClientsAreSteady() throws IOException {
        testbed.untilSteady(600_000).measureMs(2000).add("a", "ok", "steady");

        assertThat(run().message()).isEmpty();

        assertThat(warmUpMs(repetition("a", 1))).isLessThan(60_000);
        assertThat(runFolder.resolve("cases/a/1/samples-here.csv")).content().contains("\nmeasure,1,w.1.");
    }

    @Test
    @Tag(THOROUGH)
    void shouldMeasureAfterTheLongestWarmUpWhenTheLoadClientsAreNotSteady() throws IOException {
        testbed.untilSteady(1500).measureMs(2000).add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(warmUpMs(repetition("a", 1))).isGreaterThanOrEqualTo(1500);
        assertThat(runFolder.resolve("cases/a/1/samples-here.csv")).content().contains("\nmeasure,1,w.1.");
    }

    @Test
    @Tag(THOROUGH)
    void shouldMeasureUntilThereAreEnoughAnswersAndNotForEver() throws IOException {
        testbed.measureMs(600_000).enough(5, 700).add("a", "ok", "answers");
        testbed.warmUpMs(200).measureMs(1600).enough(1_000_000, 700).add("b", "ok", "answers");

        assertThat(run().message()).isEmpty();

        assertThat(lengthMs(repetition("a", 1), "warm up") + lengthMs(repetition("a", 1), "measure"))
                .isBetween(200L + 700, 60_000L);
        // A phase may be noted late, never early: so the time from the begin of the first to the end of the second is
        // no shorter than planned.
        assertThat(lengthMs(repetition("b", 1), "warm up") + lengthMs(repetition("b", 1), "measure"))
                .isGreaterThanOrEqualTo(200 + 1600);
    }

    private static long warmUpMs(RepetitionRecord record) {
        return lengthMs(record, "warm up");
    }

    private static long lengthMs(RepetitionRecord record, String name) {
        RepetitionRecord.PhaseRecord found = record.phases().stream()
                .filter(phase -> phase.name().equals(name))
                .findFirst()
                .orElseThrow();
        return (found.endNs() - found.startNs()) / 1_000_000;
    }

    /** A line of {@code events.csv} with that kind and subject: the time, and the detail. */
    private record Line(long atNs, String detail) {}

    private Line line(String kind, String subject) throws IOException {
        String middle = "," + kind + "," + subject + ",";
        List<String> lines = Files.readAllLines(runFolder.resolve("cases/a/1/events.csv")).stream()
                .filter(line -> line.contains(middle))
                .toList();
        assertThat(lines).as(middle).hasSize(1);
        int at = lines.get(0).indexOf(middle);
        return new Line(
                Long.parseLong(lines.get(0).substring(0, at)),
                lines.get(0)
                        .substring(at + middle.length(), lines.get(0).lastIndexOf(','))
                        .replace("\"", ""));
    }

    private double afterMeasureMs(Line line) {
        RepetitionRecord.PhaseRecord measure = repetition("a", 1).phases().stream()
                .filter(phase -> phase.name().equals("measure"))
                .findFirst()
                .orElseThrow();
        return (line.atNs() - measure.startNs()) / 1e6;
    }

    @Test
    @Tag(THOROUGH)
    void shouldCloseAServiceInstanceWhenItsTimeHasCome() throws IOException {
        testbed.measureMs(5000).unavailable(600).add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(runFolder.resolve("cases/a/1/orders.txt")).hasContent("DELETE /quotes-1");
        Line line = line("model", "quotes[1] goes");
        assertThat(line.detail()).matches("\\d+\\.\\d ms after its time");
        // A busy machine notes the begin of the measurement late, and wakes whoever closes it late.
        assertThat(afterMeasureMs(line)).isBetween(100.0, 4500.0);
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldOpenAServiceInstanceWhenSoManyRequestsHaveBegun() throws IOException {
        testbed.measureMs(4000).appears(8, "").add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(runFolder.resolve("cases/a/1/orders.txt")).hasContent("PUT /quotes-1");
        Line line = line("model", "a new Quote appears");
        assertThat(line.detail()).matches("when \\d+ requests had begun, (as|\\d+ more than) planned");
        assertThat(Integer.parseInt(line.detail().replaceAll("\\D+(\\d+).*", "$1")))
                .isBetween(8, 60);
        // The eighth begins after 350 ms of the client; on a busy machine the driver notes its begin later.
        assertThat(afterMeasureMs(line)).isBetween(100.0, 3500.0);
    }

    @Test
    void shouldStopTheServerUnderTestForAWhileWhenAnEventTypeDoes() throws IOException {
        testbed.measureMs(6000)
                .event("pause", 300, -1, Map.of("time", "2000.5"), "pause")
                .add("a", "beats", "ok");

        assertThat(run().message()).isEmpty();

        Line begin = line("model", "pause");
        Line end = line("model", "pause: it goes on");
        assertThat((end.atNs() - begin.atNs()) / 1e6).isBetween(2000.0, 40_000.0);
        // Signals take their time on a busy machine, but not half of the pause; and nothing else stops a server for so
        // long.
        assertThat(Long.parseLong(Files.readString(runFolder.resolve("cases/a/1/longest-pause.txt"))))
                .isGreaterThan(1000);
        assertNothingLeft();
    }

    @Test
    void shouldKillTheEngineAndStartItAgainWithItsProcessesWhenAnEventTypeDoes() throws IOException {
        testbed.measureMs(10_000)
                .event("kill", 300, -1, Map.of("time", "400"), "kill")
                .add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        Line killed = line("model", "kill");
        Line back = line("model", "kill: it is back");
        Line done = line("model", "kill: done");
        assertThat((back.atNs() - killed.atNs()) / 1e6).isBetween(400.0, 60_000.0);
        assertThat(done.atNs()).isGreaterThan(back.atNs());
        List<String> starts = Files.readAllLines(runFolder.resolve("cases/a/1/events.csv")).stream()
                .filter(line -> line.contains(",server,engine-a,\"started, pid "))
                .toList();
        assertThat(starts).as("two processes").hasSize(2).doesNotHaveDuplicates();
        assertThat(repetition("a", 1).servers())
                .filteredOn(server -> server.name().equals("engine-a"))
                .singleElement()
                .satisfies(server -> {
                    assertThat(starts.get(1)).contains("pid " + server.pid());
                    assertThat(server.stopped()).isEqualTo(ServerEnd.ASKED);
                });
        assertThat(runFolder.resolve("cases/a/1/logs/engine-a/stdout.log"))
                .as("of both starts")
                .content()
                .containsSubsequence("ready", "ready");
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldLeaveNoServerStoppedWhenAPauseIsLongerThanTheMeasurement() throws IOException {
        testbed.event("pause", 100, -1, Map.of("time", "600000", "target", "mocks"), "pause of mocks")
                .add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(line("model", "pause of mocks: it goes on").detail()).matches("\\d{6}\\.\\d ms before its time");
        assertThat(repetition("a", 1).servers()).allMatch(server -> server.stopped() == ServerEnd.ASKED);
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailTheRepetitionWhenAnEventCannotBeCarriedOut() {
        testbed.mockHost("disobeys").measureMs(3000).unavailable(100).add("a", "ok", "ok");

        assertThat(failure())
                .matches("the event \"at 100 ms: quotes\\[1] goes\" cannot be carried out: DELETE"
                        + " http://127\\.0\\.0\\.1:\\d+/quotes-1 was answered with status 500: no port is free");
    }

    @Test
    @Tag(THOROUGH)
    void shouldSayWhichEventsDidNotHappen() throws IOException {
        testbed.appears(1_000_000, "").add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(line("missed", "a new Quote appears").detail())
                .matches(
                        "did not happen: the measurement ended \\d+\\.\\d s after its start, when \\d+ requests had begun");
        assertThat(runFolder.resolve("cases/a/1/orders.txt")).doesNotExist();
    }

    @Test
    @Tag(THOROUGH)
    void shouldSayWhichEventsDidNotHappenWhenTheRepetitionFails() throws IOException {
        testbed.measureMs(3000).unavailable(2900).add("a", "dies", "ok");

        assertThat(failure()).startsWith("server engine-a ended by itself ");

        assertThat(line("missed", "quotes[1] goes").detail()).startsWith("did not happen: the measurement ended ");
    }

    @Test
    void shouldPublishAServiceInstanceWhenItAppears() throws IOException {
        testbed.measureMs(4000).registry("ok").appears(8, "registry-1").add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(runFolder.resolve("cases/a/1/orders.txt")).hasContent("PUT /quotes-1");
        assertThat(Files.readAllLines(runFolder.resolve("cases/a/1/published.txt")))
                .satisfiesExactly(
                        portType -> assertThat(portType).isEqualTo("tModel Quote"),
                        instance -> assertThat(instance).matches("quotes-1 http://127\\.0\\.0\\.1:\\d+/quotes-1"));
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailWhenARegistryRefusesWhatAppears() {
        testbed.measureMs(3000).registry("refuse").appears(3, "registry-1").add("a", "ok", "ok");

        assertThat(failure())
                .matches(
                        "the event \"at request 3: a new Quote appears\" cannot be carried out: publication of quotes-1 in"
                                + " registry registry-1 was refused: POST http://127.0.0.1:\\d+/publications was answered with status"
                                + " 500: no business");
    }

    @Test
    void shouldReplaceTakeAwayAndDeployAProcessWhileClientsCallIt() throws IOException {
        testbed.measureMs(6500)
                .check()
                .replaced("a", 200)
                .undeployed("a", 2900)
                .deployed("a", 4600)
                .add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(runFolder.resolve("cases/a/1/deployments.txt"))
                .hasContent(
                        "deployed Ordera\ndeployed Ordera version 2\nundeployed Ordera\ndeployed Ordera\nundeployed Ordera");
        assertThat(repetition("a", 1).checks())
                .as("before the load, and after each event that deploys")
                .isEqualTo(3);
        Line order = line("model", "Ordera is replaced by Ordera2");
        Line done = line("model", "Ordera is replaced by Ordera2: done");
        assertThat(order.detail()).matches("\\d+\\.\\d ms after its time");
        assertThat(afterMeasureMs(order)).isBetween(50.0, 6500.0);
        assertThat(done.atNs()).isGreaterThan(order.atNs());
        assertThat(Double.parseDouble(done.detail().replace(" ms after the order", "")))
                .isCloseTo((done.atNs() - order.atNs()) / 1e6, within(0.06));
        assertThat(line("model", "Ordera is undeployed: done").atNs())
                .isBetween(done.atNs(), line("model", "Ordera is deployed").atNs());
        assertNothingLeft();
    }

    @Test
    @Tag(THOROUGH)
    void shouldNotDeployFromTheStartWhatAnEventBrings() throws IOException {
        testbed.measureMs(1500).check().deployed("a", 300).add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(runFolder.resolve("cases/a/1/deployments.txt")).hasContent("deployed Ordera\nundeployed Ordera");
        assertThat(repetition("a", 1).checks()).isEqualTo(1);
    }

    @Test
    @Tag(THOROUGH)
    void shouldFailTheRepetitionWhenANewVersionIsRefused() {
        testbed.measureMs(3000).replaced("a", 100).add("a", "refuses-second", "ok");

        assertThat(failure())
                .startsWith(
                        "the event \"at 100 ms: Ordera is replaced by Ordera2\" cannot be carried out: server engine-a"
                                + " refused to deploy Ordera: PUT http://")
                .contains("is not declared");
    }

    @Test
    @Tag(THOROUGH)
    void shouldBeginEachRepetitionWithACleanState() throws IOException {
        testbed.unavailable(100).add("a", "ok", "ok").again("a", 2);

        assertThat(run().message()).isEmpty();

        assertThat(runFolder.resolve("cases/a/1/orders.txt")).hasContent("DELETE /quotes-1");
        assertThat(runFolder.resolve("cases/a/2/orders.txt")).hasContent("DELETE /quotes-1");
    }

    @Test
    @Tag(THOROUGH)
    void shouldNotBeginWithEventsThatCannotBeCarriedOut() {
        testbed.appears(1, "mocks").event("storm", 1, -1, Map.of(), "storm");
        testbed.event("pause", 1, -1, Map.of("target", "quotes"), "pause of quotes")
                .add("a", "ok", "ok");

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessageContainingAll(
                        "case a has the event \"at request 1: a new Quote appears\", but server mocks"
                                + " registers no services; name one that does after \"published in\"",
                        "case a has the event \"at 1 ms: storm\", but no plug-in knows events of type \"storm\"; known are"
                                + " [kill, pause], add the plug-in",
                        "case a has the event \"at 1 ms: pause of quotes\", but such events happen to servers, and quotes is"
                                + " none");
        assertThat(runFolder).doesNotExist();
    }

    @Test
    @Tag(THOROUGH)
    void shouldRefuseToResumeWhenTheModelChanged() throws IOException {
        testbed.add("a", "ok", "ok");
        run();
        String journal = Files.readString(runFolder.resolve("run.json"));
        testbed.modelHash("0def".repeat(16));

        assertThatThrownBy(this::run)
                .isInstanceOf(RunRefused.class)
                .hasMessage(
                        "run 20260101-120000 was begun with another version of the model; restore that version or begin a"
                                + " new run");
        assertThat(runFolder.resolve("run.json")).hasContent(journal);
    }

    @Test
    @Tag(AROUND)
    void shouldTellAllReasonsAtOnceAndLeaveNothingWhenARunCannotBegin() throws IOException {
        testbed.add("a", "ok", "ok");
        Files.delete(folder.resolve("compiled/workloads/a/here.trace"));
        Driver.Request good = testbed.request(runFolder);
        Driver.Request bad = new Driver.Request(
                good.plan(),
                good.compiled(),
                runFolder,
                java.util.Map.of("fake-mock", good.types().get("fake-mock")),
                java.util.Map.of(FakeTestbed.PROGRAM, List.of(folder.resolve("missing.jar"))),
                good.versions());
        List<String> reasons = new ArrayList<>();
        try {
            driver().run(bad, heard);
        } catch (RunRefused e) {
            reasons.addAll(e.reasons());
        }

        assertThat(reasons)
                .containsExactlyInAnyOrder(
                        "server engine-a has the unknown type \"fake-engine\"; known are fake-mock",
                        "the class path of server type fake-mock (test:fake:1) has " + folder.resolve("missing.jar")
                                + ", which is missing; resolve it again",
                        "case a needs workloads/a/here.trace in " + folder.resolve("compiled")
                                + ", which is missing; compile the testbed again",
                        "the class path of load client (" + Driver.LOAD_CLIENT
                                + ") was not resolved; run again online, or install that artifact");
        assertThat(runFolder).doesNotExist();
        assertThat(heard.lines()).isEmpty();
    }
}
