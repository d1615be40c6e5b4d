package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Json;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.Yielding;
import io.soabench.plan.sample.SamplePlan;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The failures that each engine under test survives as a case of a run: the run names the reason in one sentence, goes on with the next repetition, and
 * leaves no process. The engine is the real one, in a process that the driver starts. The load client is a stand-in that sends one request after the
 * other. The author of a server type extends this class; it needs neither a model nor Maven.
 */
@Tag("it")
@Timeout(600)
public abstract class EngineFailureContract {

    private static final String SERVER = "engine";

    /** No engine starts in that time. */
    private static final long TOO_SOON_MS = 20;

    /** Nothing is measured here, so the engine need not leave processors to others; on a busy machine it would get none. */
    private static final DriverSettings SETTINGS = DriverSettings.STANDARD.withYielding(Optional.of(Yielding.NONE));

    private static final long READY_MS = 240_000;
    private static final long GRACE_MS = 60_000;

    /** A stopped engine hears no SIGTERM; the wait for its end would be idle time. */
    private static final long HANGING_GRACE_MS = 500;

    private static final long MEASURE_MS = 1_200;

    /** The measurement of an engine that hangs ends early. */
    private static final long ENDLESS_MS = 600_000;

    private static final long LOG_BYTES = 1L << 20;

    /** The end of each of the two streams that is kept beyond the limit, and the line about it. */
    private static final long LOG_ENDS = 2 * ((16L << 10) + 200);

    private static final long WORK_BYTES = 1L << 30;

    /** A Java virtual machine that writes megabytes about its classes. */
    private static final String CHATTY = "-Xlog:class+load=debug,class+init=debug:stdout";

    private static final int LONGEST_REASON = 600;
    private static final Pattern NAME_OF_EXCEPTION = Pattern.compile("\\w+\\.\\w+\\.\\w*(Exception|Error)\\b");
    private static final Pattern REFUSED = Pattern.compile(
            "(?s)server engine refused to deploy \\w+: .* was answered with status \\d+: (.*); see cases/\\w+/1/logs/engine,"
                    + " correct the process or leave it out for this server");

    @TempDir
    Path folder;

    private final HeardProgress heard = new HeardProgress();
    private final List<CasePlan> cases = new ArrayList<>();
    private final List<Execution> order = new ArrayList<>();
    private final List<ServerPlan> servers = new ArrayList<>();
    private final List<ProcessPlan> processes = new ArrayList<>();

    /** Creates a contract. */
    protected EngineFailureContract() {}

    /** Returns the type under test. */
    protected abstract Engine type();

    /** Returns a driver that runs engines on this machine. */
    protected abstract Driver driver(DriverSettings settings);

    /**
     * Returns the parameters that differ from their declared defaults, in canonical units: bytes and milliseconds. The parameter {@code heap} is often
     * one of them.
     */
    protected abstract Map<String, String> parameters();

    /**
     * Returns a process that the engine runs. It calls no partner, or a partner of the test.
     *
     * @param at an empty folder for its documents
     */
    protected abstract ProcessSource process(Path at) throws IOException;

    /**
     * Returns a process that the engine refuses when it is deployed. The validation of models may refuse it, too; it is not asked.
     *
     * @param at an empty folder for its documents
     */
    protected abstract ProcessSource wrongProcess(Path at) throws IOException;

    /** Returns the parts of the engine's own reason for its refusal; the line, too, where the engine names it. */
    protected abstract List<String> refusal();

    /**
     * Returns the parameters with which the engine writes some megabytes in seconds. By default they make its Java virtual machine write of each class,
     * which is enough where there are thousands.
     *
     * @param parameters of the other tests
     */
    protected Map<String, String> endlessLog(Map<String, String> parameters) {
        String options = parameters.getOrDefault("jvm-options", "");
        return Map.of("jvm-options", (options + ' ' + CHATTY).strip());
    }

    /** Returns the element in the body of a request to the process. */
    protected abstract String request();

    /** Returns the element in the body of its answer. */
    protected abstract String answer();

    /** Returns the class path of the engine's program. By default it is that of the tests. */
    protected List<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /** Looks for processes and work folders, however the run ended. */
    @AfterEach
    final void shouldLeaveNothing() {
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(folder.toString())))
                .isEmpty();
        assertThat(runFolder()).isDirectoryNotContaining("glob:**/work-*");
    }

    private Path runFolder() {
        return folder.resolve("runs").resolve("20260101-120000");
    }

    private Path compiled() {
        return folder.resolve("compiled");
    }

    @Test
    final void shouldEndAStartThatExceedsItsDeadline() throws IOException {
        addCase("slow", process(source()), "ok", MEASURE_MS);
        once("slow");

        assertThat(run(TOO_SOON_MS, GRACE_MS, SETTINGS).state()).isEqualTo(State.FAILED);

        assertThat(record("slow", 1).message())
                .startsWith("server engine is not ready: ")
                .contains(" within " + TOO_SOON_MS + " ms (", "; see cases/slow/1/logs/engine");
        assertThat(end("slow", 1)).isNotEqualTo(ServerEnd.DIED);
    }

    @Test
    final void shouldPassOnTheReasonWhenTheEngineRefusesAProcess() throws IOException {
        addCase("refused", wrongProcess(source()), "ok", MEASURE_MS);
        once("refused");

        assertThat(run(READY_MS, GRACE_MS, SETTINGS).state()).isEqualTo(State.FAILED);

        Matcher sentence = REFUSED.matcher(record("refused", 1).message());
        assertThat(sentence.matches()).as(record("refused", 1).message()).isTrue();
        assertThat(sentence.group(1))
                .contains(refusal())
                .hasLineCount(1)
                .hasSizeLessThan(LONGEST_REASON)
                .doesNotContainPattern(NAME_OF_EXCEPTION);
        assertThat(end("refused", 1)).isEqualTo(ServerEnd.ASKED);
        assertThat(record("refused", 1).phase("check")).isEmpty();
    }

    @Test
    final void shouldGoOnAfterAnEngineThatDiesAndOneThatHangs() throws IOException {
        ProcessSource process = process(source());
        addCase("dies", process, "ok", MEASURE_MS);
        addCase("hangs", process, "hung", ENDLESS_MS);
        once("dies", "hangs");
        order.add(new Execution("dies", 2));
        heard.onPhase((execution, phase) -> {
            if (phase == Phase.MEASURE && execution.repetition() == 1) {
                signal(execution, execution.caseId().equals("dies") ? "KILL" : "STOP");
            }
        });

        RunRecord run = run(READY_MS, HANGING_GRACE_MS, SETTINGS);

        assertThat(run.executions())
                .as(run.executions().toString())
                .extracting(RunRecord.ExecutionRecord::caseId, RunRecord.ExecutionRecord::state)
                .containsExactly(
                        tuple("dies", State.FAILED), tuple("hangs", State.COMPLETED), tuple("dies", State.COMPLETED));
        assertThat(record("dies", 1).message())
                .startsWith("server engine ended by itself ")
                .contains("with exit status 137 (signal 9: killed from outside, by the kernel when memory is short)");
        assertThat(end("dies", 1)).isEqualTo(ServerEnd.DIED);
        assertThat(heard.lines())
                .filteredOn(line -> line.startsWith("note server engine hangs: "))
                .singleElement()
                .asString()
                .contains("the measurement ended early");
        assertThat(end("hangs", 1)).isEqualTo(ServerEnd.KILLED);
        answersAreRight("dies", 2);
    }

    @Test
    final void shouldKeepSoMuchOfAnEndlessLogAndMeasureAllTheSame() throws IOException {
        addCase("chatty", process(source()), "ok", MEASURE_MS);
        once("chatty");
        change(endlessLog(servers.get(0).parameters()));

        RunRecord run = run(READY_MS, GRACE_MS, SETTINGS.withLimits(LOG_BYTES, WORK_BYTES));

        assertThat(record("chatty", 1).message()).isEmpty();
        assertThat(run.state()).isEqualTo(State.COMPLETED);
        Path log = repetition("chatty", 1).resolve("logs/engine/stdout.log");
        assertThat(log).content().contains(" bytes are left out here: 1 MiB of a server's logs are kept]");
        assertThat(Files.size(log)).isLessThan(LOG_BYTES + LOG_ENDS);
        assertThat(heard.lines())
                .anyMatch(
                        line -> line.startsWith("note server engine wrote more logs than the 1.0 MiB that are kept: "));
        assertThat(end("chatty", 1)).isEqualTo(ServerEnd.ASKED);
        answersAreRight("chatty", 1);
    }

    /**
     * Runs a case once, with other parameters, in which the engine fails; returns the sentence about it.
     *
     * @param parameters that differ from those of the other tests, in canonical units
     */
    protected final String failure(Map<String, String> parameters) throws IOException {
        addCase("fails", process(source()), "ok", MEASURE_MS);
        once("fails");
        change(parameters);

        assertThat(run(READY_MS, GRACE_MS, SETTINGS).state()).isEqualTo(State.FAILED);

        return record("fails", 1).message();
    }

    /** Returns the folder with the logs of the engine of {@link #failure}. */
    protected final Path logs() {
        return repetition("fails", 1).resolve("logs").resolve(SERVER);
    }

    private void change(Map<String, String> parameters) {
        ServerPlan plan = servers.get(0);
        Map<String, String> changed = new TreeMap<>(plan.parameters());
        changed.putAll(parameters);
        servers.set(0, new ServerPlan(plan.name(), plan.type(), plan.host(), changed, plan.ports(), plan.serves()));
    }

    private void answersAreRight(String testCase, int number) throws IOException {
        RepetitionRecord record = record(testCase, number);
        assertThat(record.message()).isEmpty();
        assertThat(record.checks()).isEqualTo(1);
        List<String> samples = Files.readAllLines(repetition(testCase, number).resolve("samples-here.csv"));
        assertThat(samples).hasSizeGreaterThan(2);
        assertThat(samples.subList(1, samples.size())).allMatch(line -> line.contains(",OK,200,"));
    }

    private void signal(Execution execution, String name) {
        long pid = server(execution.caseId(), execution.repetition()).pid();
        try {
            assertThat(new ProcessBuilder("kill", '-' + name, Long.toString(pid))
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Path repetition(String testCase, int number) {
        return runFolder().resolve("cases").resolve(testCase).resolve(Integer.toString(number));
    }

    private RepetitionRecord record(String testCase, int number) {
        return Json.read(repetition(testCase, number).resolve("repetition.json"), RepetitionRecord.class);
    }

    private RepetitionRecord.ServerRecord server(String testCase, int number) {
        return record(testCase, number).servers().get(0);
    }

    private ServerEnd end(String testCase, int number) {
        return server(testCase, number).stopped();
    }

    // ---- the compiled testbed

    private Path source() throws IOException {
        return Files.createTempDirectory(folder, "source-");
    }

    private void once(String... names) {
        Stream.of(names).map(name -> new Execution(name, 1)).forEach(order::add);
    }

    /** Adds a case with a load client that behaves like that; the server and the process are added with the first one. */
    private void addCase(String name, ProcessSource process, String load, long measureMs) throws IOException {
        String packages = "processes/" + SERVER + '/' + process.name();
        if (servers.isEmpty()) {
            DeclaredServer declared = DeclaredServer.of(type());
            Map<String, String> parameters = new TreeMap<>(declared.defaults());
            parameters.putAll(parameters());
            servers.add(new ServerPlan(SERVER, type().name(), "here", parameters, declared.ports(), List.of()));
            type().packageProcess(process, Files.createDirectories(compiled().resolve(packages)));
            processes.add(new ProcessPlan(
                    process.name(),
                    ProcessPlan.Visibility.WHITE_BOX,
                    "",
                    false,
                    "",
                    "",
                    Map.of(SERVER, packages),
                    List.of(),
                    null));
            write("checks/request.xml", envelope(request()));
            write("checks/answer.xml", envelope(answer()));
        }
        String trace = "workloads/" + name + "/here.trace";
        write(trace, "warmUpMs=100\nmeasureMs=" + measureMs + "\nbehaviour=" + load + "\nrequest=checks/request.xml\n");
        cases.add(new CasePlan(
                name,
                "Suite",
                SERVER,
                List.of(process.name()),
                "office",
                List.of(SERVER),
                List.of(new ClientPlan("here", trace, 1, Map.of())),
                new CaseSchedule(1, false, CaseSchedule.WarmUp.FIXED, 100, measureMs, 1000, 1000),
                List.of(),
                List.of(),
                List.of(CheckPlan.before(process.name(), "checks/request.xml", "checks/answer.xml", "-check.1.1")),
                List.of()));
    }

    private static String envelope(String body) {
        return "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body>" + body + "</Body></Envelope>";
    }

    private void write(String file, String text) throws IOException {
        Path path = compiled().resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private RunRecord run(long readyMs, long graceMs, DriverSettings settings) {
        Plan plan = Plan.of(new ModelOrigin("failures", "Failures", 42, "", FakeTestbed.MODEL_HASH))
                .withHosts(List.of(new HostPlan("here", "127.0.0.1", true, Map.of(), "", "", Map.of())))
                .withServers(servers)
                .withProcesses(processes)
                .withWorkloads(List.of(SamplePlan.closed("office", 1)))
                .withCases(cases, order);
        Map<String, ServerType> types = ServerTypes.of(List.of(new HastyEngine(type(), readyMs, graceMs)));
        Map<String, List<Path>> programs =
                new HashMap<>(Map.of(Driver.LOAD_CLIENT, List.of(FakeTestbed.location(FakeServer.class))));
        type().programs().forEach(program -> programs.put(program.key(), classPath()));
        return driver(settings)
                .run(
                        new Driver.Request(plan, compiled(), runFolder(), types, programs, Map.of("soabench", "test")),
                        heard);
    }
}
