package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.RunsComparison;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.analyzer.database.ComparisonDatabase;
import io.soabench.analyzer.history.ChangeSeries;
import io.soabench.analyzer.history.History;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Json;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.Precedence;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.Recorder;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.Yielding;
import io.soabench.plan.sample.SampleEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against runs, written request by request. */
final class CompareRunsTest {

    private static final int REPETITIONS = 6;
    private static final Set<Kind> NONE = EnumSet.noneOf(Kind.class);

    @TempDir
    private Path folder;

    private static Plan plan() {
        Plan plan = RunFixture.plan(2, 0, REPETITIONS);
        return plan.withServers(plan.servers().stream()
                .map(server -> server.name().equals("engine2")
                        ? new ServerPlan("engine2", "ode", "here", Map.of(), Map.of(), List.of())
                        : server)
                .toList());
    }

    /** The environment in which the programs of a server type have that version. */
    private static EnvironmentRecord environment(Plan plan, int cpus, Map<String, String> versions) {
        Map<String, List<EnvironmentRecord.ProgramRecord>> programs = new TreeMap<>();
        versions.forEach((type, version) -> programs.put(
                type,
                List.of(new EnvironmentRecord.ProgramRecord(
                        type, "com.example:" + type + ":1", List.of("com.example:" + type + ":" + version)))));
        return SampleEnvironment.withPrograms(plan.origin(), SampleEnvironment.host("here", cpus), programs);
    }

    private static final Map<String, String> OLD = Map.of("reference", "1.0", "ode", "1.3.6");
    private static final Map<String, String> NEW = Map.of("reference", "1.1", "ode", "1.3.6");

    /** What a run has; both engines take ten milliseconds unless told otherwise. */
    private final class Written {
        private final String name;
        private Plan plan = CompareRunsTest.plan();
        private int cpus = 2;
        private Map<String, String> versions = OLD;
        private double first = 10;
        private double second = 10;
        private int failures;
        private int requests = 100;
        private int repetitions = REPETITIONS;
        private int spread = 1;
        private Yielding yielding = Yielding.NICE;

        Written(String name) {
            this.name = name;
        }

        Written plan(UnaryOperator<Plan> change) {
            plan = change.apply(plan);
            return this;
        }

        Written cpus(int number) {
            cpus = number;
            return this;
        }

        Written versions(Map<String, String> of) {
            versions = of;
            return this;
        }

        /** Milliseconds of the engines. */
        Written takes(double ofFirst, double ofSecond) {
            first = ofFirst;
            second = ofSecond;
            return this;
        }

        /** Requests to the first engine in each repetition. */
        Written gets(int number) {
            requests = number;
            return this;
        }

        /** Requests of the first engine that fail in each repetition. */
        Written fails(int requests) {
            failures = requests;
            return this;
        }

        Written repetitions(int number) {
            repetitions = number;
            return this;
        }

        /** How the first engine shared its machine. */
        Written yields(Yielding way) {
            yielding = way;
            return this;
        }

        /** How far repetitions are apart, in percent. */
        Written spread(int percent) {
            spread = percent;
            return this;
        }

        Path write() {
            Path run = folder.resolve(name);
            RunFixture fixture = new RunFixture(run, plan);
            Json.write(run.resolve("environment.json"), environment(plan, cpus, versions));
            try {
                for (int i = 1; i <= repetitions; i++) {
                    double factor = 1 + spread * i / 100.0;
                    write(fixture.repetition("case1", i).servers(engine1()), first * factor, failures, requests);
                    write(fixture.repetition("case2", i), second * factor, 0, 100);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return run;
        }

        private RepetitionRecord.ServerRecord engine1() {
            return new RepetitionRecord.ServerRecord(
                    "engine1",
                    "here",
                    7,
                    143,
                    ServerEnd.ASKED,
                    0,
                    new Precedence(yielding, Precedence.Why.WISH, 2, "", ""));
        }

        private static void write(RunFixture.Repetition repetition, double latencyMs, int failures, int requests)
                throws IOException {
            for (int i = 1; i <= requests; i++) {
                repetition.request("office.1." + i, 9_500.0 * i / requests, latencyMs, i <= failures ? "FAULT" : "OK");
            }
            repetition.write();
        }
    }

    private Written run(String name) {
        return new Written(name);
    }

    private static RunsComparison compared(Set<Kind> meant, Path... runs) {
        return CompareRuns.of(List.of(runs), meant);
    }

    private static List<String> codes(Set<Kind> meant, Path... runs) {
        return refused(meant, runs).stream().map(ComparisonRefusal::code).toList();
    }

    private static List<ComparisonRefusal> refused(Set<Kind> meant, Path... runs) {
        return catchThrowableOfType(RunsRefused.class, () -> compared(meant, runs))
                .refusals();
    }

    private static List<PairVerdict.State> verdicts(RunsComparison comparison) {
        return comparison.between().judged().stream()
                .map(each -> each.pair().verdict().state())
                .toList();
    }

    @Test
    void shouldCompareEqualRunsWithoutBeingTold() {
        RunsComparison same = compared(NONE, run("a").write(), run("b").write());

        assertThat(verdicts(same)).containsExactly(PairVerdict.State.EQUIVALENT, PairVerdict.State.EQUIVALENT);
        assertThat(same.worse()).isEmpty();
        assertThat(same.findings().get(0).sentence())
                .isEqualTo("B (b) against A (a): of 2 mean response times 2 equivalent.");
        assertThat(same.findings()).last().satisfies(last -> assertThat(last.sentence())
                .startsWith("Each run is one occasion, so a difference between runs may be one between their times;"
                        + " the difference between two runs of the same versions is unknown"));
    }

    @Test
    void shouldRefuseEnginesThatSharedTheirMachineInAnotherWay() {
        Path behind = run("a").write();
        Path beside = run("b").yields(Yielding.NONE).write();

        assertThat(codes(NONE, behind, beside)).containsExactly("environment");
        assertThat(refused(NONE, behind, beside).get(0).sentence())
                .startsWith(
                        "server engine1, processors of its machine: runs with nice -n 10 in A, runs at equal priority in"
                                + " B; ");
        assertThat(verdicts(compared(EnumSet.of(Kind.ENVIRONMENT), behind, beside)))
                .isNotEmpty();
    }

    @Test
    void shouldJudgeAnotherVersionAgainstTheControl() {
        Path before = run("a").takes(10, 10).write();
        Path after = run("b").versions(NEW).takes(15, 10.2).write();

        assertThat(codes(NONE, before, after)).containsExactly("version");
        assertThat(refused(NONE, before, after).get(0).sentence())
                .isEqualTo("programs of reference: com.example:reference:1.0 in A, com.example:reference:1.1 in B; run"
                        + " the same versions, or set -Dsoabench.differs=version when this difference is meant");

        RunsComparison found = compared(EnumSet.of(Kind.VERSION), before, after);
        assertThat(verdicts(found)).containsExactly(PairVerdict.State.WORSE);
        assertThat(found.worse())
                .singleElement()
                .asString()
                .startsWith("engine1, Process under office: B takes 1.50× (95 % CI ")
                .endsWith(") as long as A.");
        assertThat(found.between().controls()).hasSize(1);
        assertThat(found.between().floor()).isBetween(1.0199, 1.0201);
        assertThat(found.findings()).anySatisfy(each -> assertThat(each.sentence())
                .startsWith(
                        "Control: case2, whose engine is the same in both runs, differs by 2.00 % between the runs;"));
    }

    @Test
    void shouldTellNothingThatTheControlDiffersByToo() {
        RunsComparison found = compared(
                EnumSet.of(Kind.VERSION),
                run("a").write(),
                run("b").versions(NEW).takes(13, 13).write());

        assertThat(verdicts(found)).containsExactly(PairVerdict.State.UNDECIDED);
        assertThat(found.worse()).isEmpty();
        assertThat(found.between().judged().get(0).pair().sentence())
                .contains("not larger than the noise floor of 30.0 %");
    }

    @Test
    void shouldNotPairRepetitionsOfDifferentRuns() {
        // Each repetition is two per cent slower, and they are apart by ten: in blocks that would be certain.
        RunsComparison found = compared(
                NONE,
                run("a").spread(10).write(),
                run("b").spread(10).takes(10.2, 10.2).write());

        assertThat(verdicts(found)).containsOnly(PairVerdict.State.UNDECIDED);
        assertThat(found.between().judged().get(0).pair().ratio().method()).startsWith("Welch");
        assertThat(found.between().judged().get(0).pair().sentence()).doesNotContain("more repetition");
    }

    @Test
    void shouldCallARunWorseThatLosesMoreRequests() {
        RunsComparison found =
                compared(NONE, run("a").write(), run("b").fails(10).write());

        assertThat(found.between().losses()).singleElement().satisfies(losses -> assertThat(losses.state())
                .isEqualTo(PairVerdict.State.WORSE));
        assertThat(found.worse())
                .singleElement()
                .asString()
                .matches("engine1, Process under office: B loses more requests than chance explains; 0 % of the"
                        + " requests failed in A, 10\\.0 % in B \\(difference 10\\.0, 95 % CI [1-9].* to 1.*"
                        + " percentage points\\)\\.");
        RunsComparison turned = compared(NONE, folder.resolve("b"), folder.resolve("a"));
        assertThat(turned.between().losses().get(0).state()).isEqualTo(PairVerdict.State.BETTER);
        assertThat(turned.worse()).isEmpty();
        RunsComparison chance =
                compared(NONE, run("c").fails(1).write(), run("d").fails(2).write());
        assertThat(chance.between().losses().get(0).state()).isEqualTo(PairVerdict.State.UNDECIDED);
        assertThat(chance.between().losses().get(0).sentence())
                .contains("1.00 % of the requests failed in A, 2.00 % in B (difference 1.00, 95 % CI -")
                .endsWith(" percentage points); the difference is not significant.");
    }

    @Test
    void shouldRefuseWithAllReasonsAtOnce() {
        Path before = run("a").write();
        Path after = run("b").cpus(4)
                .versions(NEW)
                .repetitions(REPETITIONS - 1)
                .plan(plan -> plan.withServers(plan.servers().stream()
                                .map(server -> server.name().equals("engine1")
                                        ? new ServerPlan(
                                                "engine1",
                                                server.type(),
                                                server.host(),
                                                Map.of("heap", "1"),
                                                server.ports(),
                                                server.serves())
                                        : server)
                                .toList())
                        .withCases(plan.cases().stream()
                                .map(c -> c.withSchedule(c.schedule().withMeasureMs(5_000)))
                                .toList()))
                .write();

        List<ComparisonRefusal> refusals = refused(NONE, before, after);
        assertThat(refusals)
                .extracting(ComparisonRefusal::code)
                .containsExactlyInAnyOrder("model", "server", "version", "environment", "validity");
        assertThat(refusals)
                .extracting(ComparisonRefusal::text)
                .anyMatch(text -> text.startsWith("[model] the measured time of case1, case2: 10 s in A, 5 s in B; "))
                .anyMatch(text -> text.startsWith("[server] server engine1, heap: nothing in A, 1 in B; "))
                .anyMatch(text -> text.startsWith("[environment] host here, logical processors: 2 in A, 4 in B; "))
                .anyMatch(
                        text -> text.startsWith("[validity] run B (b): 2 of 12 repetitions do not count (0 not valid, 2"
                                + " without data; case1, case2); "));
        assertThat(compared(EnumSet.allOf(Kind.class), before, after).differences())
                .hasSize(refusals.size());
    }

    @Test
    void shouldRefuseWhatIsNoPairOfRuns() throws IOException {
        Path only = run("a").write();

        assertThat(codes(NONE, only)).containsExactly("number");
        assertThat(codes(NONE, only, only)).containsExactly("same");
        assertThat(codes(NONE, only, Files.createDirectory(folder.resolve("empty"))))
                .containsExactly("unreadable");
        Path other = run("b").plan(plan -> plan.withCases(plan.cases().stream()
                                .map(c -> c.withProcesses(List.of("Other")))
                                .toList())
                        .withProcesses(plan.processes().stream()
                                .map(p -> new ProcessPlan(
                                        "Other",
                                        p.kind(),
                                        p.endpoint(),
                                        p.oneWay(),
                                        p.soapAction(),
                                        p.answerElement(),
                                        p.packages(),
                                        p.partners(),
                                        p.calls()))
                                .toList()))
                .write();
        assertThat(codes(EnumSet.allOf(Kind.class), only, other)).containsExactly("nothing");
    }

    @Test
    void shouldRefuseAnotherModelOfWhichThePlanTellsNothing() {
        Path other = run("b").plan(plan -> plan.withOrigin(new ModelOrigin(
                        plan.origin().testbed(),
                        "",
                        plan.origin().seed(),
                        plan.origin().profile(),
                        "f".repeat(64))))
                .write();

        assertThat(refused(NONE, run("a").write(), other)).singleElement().satisfies(refusal -> assertThat(
                        refusal.text())
                .startsWith("[model] the files of the model are not the same, though the plans are"));
    }

    private static List<String> model(Plan left, Plan right, Path first, Path second) {
        Json.write(first.resolve("plan.json"), left);
        Json.write(second.resolve("plan.json"), right);
        return refused(EnumSet.complementOf(EnumSet.of(Kind.MODEL)), first, second).stream()
                .map(ComparisonRefusal::sentence)
                .map(sentence -> sentence.replaceFirst("; run both .*", ""))
                .toList();
    }

    @Test
    void shouldNameWhatDiffersInTheModel() {
        Path first = run("a").write();
        Path second = run("b").write();
        Plan plan = plan();

        assertThat(model(
                        plan,
                        plan.withWorkloads(plan.workloads().stream()
                                .map(w -> WorkloadPlan.constant(
                                        w.name(), w.kind(), w.clients() + 1, w.ratePerSecond(), w.description()))
                                .toList()),
                        first,
                        second))
                .containsExactly("workload office, clients: 1 in A, 2 in B");
        assertThat(model(plan, plan.withMetrics(List.of()), first, second))
                .singleElement()
                .asString()
                .startsWith("metrics: response-time ")
                .endsWith(" in A, nothing in B");
        assertThat(model(plan, plan.withCases(plan.cases().subList(0, 1)), first, second))
                .containsExactly("case2: measured in A, not there in B");
        assertThat(model(plan.withCases(plan.cases().subList(0, 1)), plan, first, second))
                .containsExactly("case2: not there in A, measured in B");
        // More repetitions are no other model, nor is a recorder.
        Plan more = plan.withCases(plan.cases().stream()
                .map(c -> c.withSchedule(
                        c.schedule().withRepetitions(REPETITIONS - 1).withRecorder(Recorder.JFR)))
                .toList());
        Json.write(first.resolve("plan.json"), plan);
        Json.write(second.resolve("plan.json"), more);
        assertThat(verdicts(compared(NONE, first, second))).hasSize(2);
    }

    @Test
    void shouldHoldAllLaterRunsAgainstTheFirst() {
        RunsComparison three = compared(
                NONE,
                run("a").write(),
                run("b").takes(20, 10).write(),
                run("c").takes(10, 5).write());

        assertThat(verdicts(three))
                .containsExactly(
                        PairVerdict.State.WORSE,
                        PairVerdict.State.EQUIVALENT,
                        PairVerdict.State.EQUIVALENT,
                        PairVerdict.State.BETTER);
        assertThat(three.findings())
                .extracting(RunsComparison.Finding::sentence)
                .contains(
                        "B (b) against A (a): of 2 mean response times 1 worse, 1 equivalent.",
                        "C (c) against A (a): of 2 mean response times 1 better, 1 equivalent.");
        assertThat(three.id("C")).isEqualTo("c");
    }

    @Test
    void shouldTellNothingBelowWhatTwinsDifferByWithinARun() throws IOException {
        Path before = run("a").write();
        // The second engine is the twin of the first, and takes a quarter longer.
        Path after = run("b").takes(11, 13.75).write();
        for (Path run : List.of(before, after)) {
            Plan plan = Json.read(run.resolve("plan.json"), Plan.class);
            CasePlan of = plan.cases().get(0);
            Json.write(run.resolve("plan.json"), plan.withCases(List.of(of, of.twin("case2"))));
        }

        RunsComparison found = compared(NONE, before, after);
        assertThat(found.between().twins()).isBetween(1.249, 1.251);
        assertThat(verdicts(found)).containsExactly(PairVerdict.State.UNDECIDED);
        assertThat(found.findings())
                .extracting(RunsComparison.Finding::sentence)
                .contains(
                        "Within a run, one engine under two names differs from itself in response time by up to 25.0 %;"
                                + " no smaller difference is reported.");
    }

    /** A run that had to share the machine is not slower for that. */
    @Test
    void shouldSayWhatOtherProgramsTookInEachRun() {
        Path quiet = run("a").write();
        Path busy = run("b").write();
        for (int i = 1; i <= 3; i++) {
            Json.write(
                    busy.resolve("cases/case1/" + i + "/environment.json"),
                    SampleEnvironment.around(
                            List.of(), new EnvironmentRecord.Surroundings(20, 0.11 + i / 100.0, 0, 0.5, 0, List.of())));
        }

        assertThat(compared(NONE, quiet, busy).findings())
                .extracting(RunsComparison.Finding::sentence)
                .contains("Other programs also used the machines and took in run B 12.0 % to 14.0 % of the processors"
                        + " during 3 of " + 2 * REPETITIONS
                        + " repetitions used: they may have caused the difference between the runs.");
        assertThat(compared(NONE, quiet, run("c").write()).findings())
                .extracting(RunsComparison.Finding::sentence)
                .noneMatch(sentence -> sentence.startsWith("Other programs"));
    }

    /** Ten requests in ten seconds, each as long as a tenth of that: a ratio to such least values tells nothing. */
    @Test
    void shouldTellNoRatioOfARunThatDidNotKeepUp() throws Exception {
        Path before = run("a").write();
        Path after = run("b").takes(890, 10).gets(10).write();
        Path out = folder.resolve("out");

        CompareRuns.write(compared(NONE, before, after), out);

        JsonNode first = RunFixture.verdict(out);
        assertThat(first.path("verdict").asText()).isEqualTo("saturated");
        assertThat(first.path("ratio").isNull()).isTrue();
    }

    @Test
    void shouldSayWhenWhatIsMeantIsNotThere() {
        assertThat(compared(EnumSet.of(Kind.VERSION), run("a").write(), run("b").write())
                        .findings())
                .extracting(RunsComparison.Finding::sentence)
                .contains(
                        "The difference that was meant was not found: the runs recorded nothing of the kind \"version\" that differs.");
    }

    private static Map<String, String> files(Path run) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(run)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(run.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    @Test
    void shouldWriteFilesForOthersAndChangeNoRun() throws Exception {
        Path before = run("a").write();
        Path after = run("b").takes(20, 10).fails(10).write();
        Map<String, String> was = files(after);
        Path out = folder.resolve("out");

        CompareRuns.write(compared(NONE, before, after), out);

        assertThat(files(after)).isEqualTo(was);
        JsonNode verdicts =
                new ObjectMapper().readTree(out.resolve("report/verdicts.json").toFile());
        assertThat(verdicts.path("objectives")).isEmpty();
        assertThat(verdicts.path("verdicts").findValuesAsText("a"))
                .containsExactly("a/engine1", "a/engine2", "a/engine1");
        assertThat(verdicts.path("verdicts").findValuesAsText("b"))
                .containsExactly("b/engine1", "b/engine2", "b/engine1");
        assertThat(verdicts.path("verdicts").findValuesAsText("verdict"))
                .containsExactly("worse", "equivalent", "worse");
        assertThat(verdicts.path("verdicts").findValuesAsText("metric"))
                .containsExactly("response-time", "response-time", "failures");
        assertThat(Files.readString(out.resolve("report/junit.xml")))
                .contains("tests=\"3\" errors=\"0\" skipped=\"0\" failures=\"2\"")
                .contains("name=\"response-time of Process, B against A\" classname=\"case1\"");
        assertThat(Files.readAllLines(out.resolve("export/v_compared_pair.csv")))
                .hasSize(4);
        assertThat(rows(out, "select count(*) from v_compared_value")).containsExactly("16");
        assertThat(rows(out, "select worse from v_comparison")).containsExactly("2");
        assertThat(rows(out, "select label from v_compared_run")).containsExactly("A", "B");
    }

    private static List<String> rows(Path out, String query) throws Exception {
        try (Connection connection = DriverManager.getConnection(ComparisonDatabase.address(out), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }

    private static void begun(Path run, int day) {
        RunRecord record = Json.read(run.resolve("run.json"), RunRecord.class);
        Json.write(
                run.resolve("run.json"),
                new RunRecord(
                        record.id(),
                        record.origin(),
                        record.driver(),
                        String.format("2026-01-%02dT00:00:00Z", day),
                        record.endedAt(),
                        record.state(),
                        record.message(),
                        record.executions()));
    }

    @Test
    void shouldFindInAFolderOfRunsSinceWhenItIsSlower() throws Exception {
        // In names that are in another order than the days.
        for (int day = 1; day <= 14; day++) {
            double noise = 1 + (day * 7 % 5) / 200.0;
            begun(
                    run("r" + (99 - day))
                            .versions(day < 8 ? OLD : NEW)
                            .takes((day < 8 ? 10 : 12) * noise, 10 * noise)
                            .cpus(day == 3 ? 4 : 2)
                            .repetitions(1)
                            .write(),
                    day);
        }
        Files.createSymbolicLink(folder.resolve("latest"), folder.resolve("r85"));

        History history = RunHistory.of(folder, NONE);

        assertThat(history.runs()).hasSize(14);
        assertThat(history.used()).hasSize(13);
        assertThat(history.runs().get(2).reason())
                .isEqualTo("run r96 differs from the newest, r85, in its environment (host here, logical processors: 4,"
                        + " now 2); set -Dsoabench.differs=environment to include it");
        assertThat(history.changes()).singleElement().satisfies(change -> {
            assertThat(change.sentence())
                    .startsWith("engine1, Process under office: from run r91 on the mean response time is ")
                    .endsWith(": worse.");
            assertThat(change.size()).isBetween(1.15, 1.25);
        });
        assertThat(history.series())
                .extracting(series -> series.of().metric())
                .containsExactly(
                        ChangeSeries.Metric.RESPONSE_TIME,
                        ChangeSeries.Metric.THROUGHPUT,
                        ChangeSeries.Metric.RESPONSE_TIME,
                        ChangeSeries.Metric.THROUGHPUT);
        RunHistory.write(history, folder.resolve("out"));
        assertThat(Files.readAllLines(folder.resolve("out/export/v_series_point.csv")))
                .hasSize(1 + 4 * 13);
        assertThat(Files.readAllLines(folder.resolve("out/export/v_change_point.csv")))
                .hasSize(2);
        JsonNode told = new ObjectMapper()
                .readTree(folder.resolve("out/report/history.json").toFile());
        assertThat(told.at("/runs")).hasSize(13);
        assertThat(told.at("/leftOut"))
                .singleElement()
                .satisfies(left -> assertThat(left.at("/run").asText()).isEqualTo("r96"));
        assertThat(told.at("/series")).hasSize(4).allSatisfy(series -> assertThat(series.at("/values"))
                .hasSize(13));
        assertThat(told.findValues("changes").stream().flatMap(each -> StreamSupport.stream(each.spliterator(), false)))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.at("/run").asText()).isEqualTo("r91");
                    assertThat(change.at("/verdict").asText()).isEqualTo("worse");
                    assertThat(change.at("/size").asDouble())
                            .isEqualTo(history.changes().get(0).size());
                });
        assertThat(RunHistory.of(folder, EnumSet.of(Kind.ENVIRONMENT)).used()).hasSize(14);
    }
}
