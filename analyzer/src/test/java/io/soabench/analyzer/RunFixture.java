package io.soabench.analyzer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.AnswerSample;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.CsvTable;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Json;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Folders of runs that tests write line by line. */
public final class RunFixture {

    public static final String SAMPLES = CsvTable.SAMPLES.header() + "\n";
    public static final String CALLS = CsvTable.CALLS.header() + "\n";

    /** Begin of the measurement of every repetition. */
    public static final long START_NS = 1_767_225_600_000_000_000L;

    public static final long MS = 1_000_000L;

    private final Path run;
    private final Plan plan;

    /** The cases of a plan under each of several workloads, named {@code <engine>-<workload>}. */
    public static Plan under(Plan one, List<WorkloadPlan> workloads) {
        List<CasePlan> cases = new ArrayList<>();
        for (CasePlan c : one.cases()) {
            for (WorkloadPlan workload : workloads) {
                cases.add(new CasePlan(
                        c.server() + "-" + workload.name(),
                        c.suite(),
                        c.server(),
                        c.processes(),
                        workload.name(),
                        c.servers(),
                        c.clients(),
                        c.schedule(),
                        c.objectives(),
                        List.of(),
                        List.of(),
                        List.of()));
            }
        }
        return one.withWorkloads(workloads).withCases(cases);
    }

    /** Returns the first verdict of the file {@code verdicts.json} of an analysed run. */
    static JsonNode verdict(Path run) throws IOException {
        return new ObjectMapper()
                .readTree(run.resolve("report/verdicts.json").toFile())
                .path("verdicts")
                .get(0);
    }

    public RunFixture(Path run, Plan plan) {
        this.run = run;
        this.plan = plan;
        Json.write(run.resolve("plan.json"), plan);
        Json.write(
                run.resolve("run.json"),
                new RunRecord(
                        run.getFileName().toString(),
                        plan.origin(),
                        "local",
                        "2026-01-01T00:00:00Z",
                        "2026-01-01T01:00:00Z",
                        RunRecord.State.COMPLETED,
                        "",
                        List.of()));
        Json.write(
                run.resolve("environment.json"),
                SampleEnvironment.of(plan.origin(), SampleEnvironment.host("here", 2)));
    }

    /** Returns a copy of a case in another suite. */
    public static CasePlan inSuite(CasePlan one, String suite) {
        return new CasePlan(
                one.id(),
                suite,
                one.server(),
                one.processes(),
                one.workload(),
                one.servers(),
                one.clients(),
                one.schedule(),
                one.objectives(),
                one.events(),
                one.checks(),
                one.paths(),
                one.twinOf(),
                one.answers(),
                one.baseline());
    }

    /** A plan of {@code engines} engines, one process with {@code calls} sequential calls, one closed workload. */
    public static Plan plan(int engines, int calls, int repetitions, ObjectivePlan... objectives) {
        List<CallTree> tree = Collections.nCopies(calls, CallTree.call("quote", "ask", false));
        return plan(engines, CallTree.sequence(tree), repetitions, objectives);
    }

    public static Plan plan(int engines, CallTree tree, int repetitions, ObjectivePlan... objectives) {
        List<ServerPlan> servers = new ArrayList<>();
        servers.add(SamplePlan.server("mocks", "lean"));
        List<CasePlan> cases = new ArrayList<>();
        CaseSchedule schedule =
                new CaseSchedule(repetitions, false, CaseSchedule.WarmUp.FIXED, 0, 10_000, 2_000, 2_000);
        for (int e = 1; e <= engines; e++) {
            servers.add(SamplePlan.server("engine" + e, "reference"));
            cases.add(SamplePlan.testCase("case" + e, "engine" + e, "Process", "office")
                    .withSchedule(schedule)
                    .withObjectives(List.of(objectives)));
        }
        return SamplePlan.empty()
                .withServers(servers)
                .withProcesses(List.of(SamplePlan.process("Process", tree)))
                .withWorkloads(List.of(SamplePlan.closed("office", 1)))
                .withCases(cases)
                .withMetrics(List.of(new MetricPlan(
                        "response-time",
                        Target.all(Target.Kind.PROCESS),
                        List.of(StatisticFunction.parse("p90"), StatisticFunction.parse("confidence 95 %")))));
    }

    /** The same plan with events in each case. */
    public static Plan with(Plan plan, EventPlan... events) {
        return with(plan, c -> c.withEvents(List.of(events)));
    }

    /** The same plan with checks in each case. */
    public static Plan withChecks(Plan plan, CheckPlan... checks) {
        return with(plan, c -> c.withChecks(List.of(checks)));
    }

    /** The same plan with answers to the load that are compared. */
    public static Plan withAnswers(Plan plan, AnswerSample answers) {
        return with(plan, c -> c.withAnswers(answers));
    }

    /** The same plan with that path in each case. */
    public static Plan withPath(Plan plan, PathPlan path) {
        return with(plan, c -> c.withPaths(List.of(path)));
    }

    private static Plan with(Plan plan, UnaryOperator<CasePlan> change) {
        return plan.withCases(plan.cases().stream().map(change).toList(), plan.order());
    }

    public Plan plan() {
        return plan;
    }

    public Path folder(String caseId, int repetition) {
        return run.resolve("cases").resolve(caseId).resolve(Integer.toString(repetition));
    }

    public Repetition repetition(String caseId, int repetition) {
        return new Repetition(caseId, repetition);
    }

    public Analysis analyze() {
        return Analyzer.analyze(run);
    }

    /** The cases alone, without a database, which takes most of the time of an analysis. */
    public List<CaseResult> cases() {
        return Analyzer.read(run).orElseThrow().cases();
    }

    /** The only repetition of the first case. */
    public RepetitionResult result() {
        return analyze().cases().get(0).repetitions().get(0);
    }

    public static List<String> violations(RepetitionResult result) {
        return result.sentences(CriterionCheck.State.VIOLATED);
    }

    public static double value(CaseResult result, String metric, String statistic) {
        return result.statistic(metric, StatisticFunction.parse(statistic)).mean();
    }

    /** A statistic of the process. */
    public static double value(RepetitionResult result, String metric, String statistic) {
        return result.measured()
                .of(
                        metric,
                        new Target(Target.Kind.PROCESS, result.testCase().subject()),
                        StatisticFunction.parse(statistic));
    }

    /** Writes one repetition: ten seconds of measurement unless told otherwise. */
    public final class Repetition {
        private final String caseId;
        private final int number;
        private final StringBuilder samples = new StringBuilder(SAMPLES);
        private final StringBuilder calls = new StringBuilder(CALLS);
        private RunRecord.State state = RunRecord.State.COMPLETED;
        private LoadEnd ended = LoadEnd.COMPLETE;
        private LoadRecord.Callbacks callbacks;
        private final StringBuilder events = new StringBuilder();
        private long requests;
        private int chunk;
        private int row;
        private long lost;
        private long missed;
        private boolean open;
        private long waited;
        private long warmUpMissed;
        private long laps;
        private static final long OPENED = 3;

        private LoadRecord.WarmUp warmUp = LoadRecord.WarmUp.FIXED;
        private ConnectionPlan.Use use = ConnectionPlan.Use.KEPT;
        private long cpuMs = 100;
        private double measureS = 10;
        private int checks;
        private double besidesS;
        private List<String> changes = List.of();
        private List<RepetitionRecord.ServerRecord> servers = List.of();
        private final List<RepetitionRecord.RoundTripRecord> roundTrips = new ArrayList<>();

        private Repetition(String caseId, int number) {
            this.caseId = caseId;
            this.number = number;
        }

        /** Twenty round trips from host "here" to server "engine1". */
        public Repetition roundTrips(double minMs, double medianMs, double maxMs) {
            roundTrips.add(new RepetitionRecord.RoundTripRecord(
                    "here", "engine1", RepetitionRecord.RoundTripRecord.When.BEFORE, 20, minMs, medianMs, maxMs));
            return this;
        }

        public Repetition state(RunRecord.State value) {
            state = value;
            return this;
        }

        /** The load client ended early because the engine hung; the driver said so. */
        public Repetition hung(double afterS, String sentence) {
            ended = LoadEnd.HUNG;
            measureS = afterS;
            return warning(sentence);
        }

        /** What the driver wants a reader to know. */
        public Repetition warning(String sentence) {
            return event("warning", measureS * 1000, "engine1", sentence);
        }

        /** A line of events.csv about no event of the model. */
        public Repetition event(String kind, double atMs, String subject, String detail) {
            return event(kind, atMs, subject, detail, "");
        }

        /** A line of events.csv about the event of the model with that identity. */
        public Repetition event(String kind, double atMs, String subject, String detail, String id) {
            events.append(at(atMs) + "," + kind + "," + subject + ",\"" + detail + "\"," + id + "\n");
            return this;
        }

        /** A line of a log of a server. */
        public Repetition log(String server, String file, String text) throws IOException {
            Path log = folder(caseId, number).resolve("logs").resolve(server).resolve(file);
            Files.createDirectories(log.getParent());
            Files.writeString(log, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return this;
        }

        /** Functional checks were sent before the load, which began two seconds before the measurement. */
        public Repetition checks(int value) {
            checks = value;
            return this;
        }

        /** The repetition took so long before its measurement, start of the servers and warm-up. */
        public Repetition besidesS(double value) {
            besidesS = value;
            return this;
        }

        public Repetition lost(long value) {
            lost = value;
            return this;
        }

        /** Requests of the measurement that waited for a connection. */
        public Repetition waited(long value) {
            waited = value;
            return this;
        }

        /** The workload is open, and all that was planned was sent. */
        public Repetition open() {
            open = true;
            return this;
        }

        /** What the model wants of connections. */
        public Repetition connections(ConnectionPlan.Use wanted) {
            use = wanted;
            return this;
        }

        /** Arrivals of the warm-up that found no free thread of JMeter's. */
        public Repetition warmUpMissed(long value) {
            warmUpMissed = value;
            return this;
        }

        private static LoadRecord.Phase phase(long planned, long sent, long withoutThread, long queued) {
            return new LoadRecord.Phase(
                    planned,
                    sent,
                    withoutThread,
                    OPENED,
                    new LoadRecord.Waits(queued, queued == 0 ? 0 : 700, queued == 0 ? 0 : 900),
                    new LoadRecord.Slip(0, 0, 0));
        }

        public Repetition load(long withoutThread, long begunAgain, long cpu) {
            missed = withoutThread;
            laps = begunAgain;
            cpuMs = cpu;
            return this;
        }

        public Repetition warmUp(LoadRecord.WarmUp ended) {
            warmUp = ended;
            return this;
        }

        public Repetition measureS(double value) {
            measureS = value;
            return this;
        }

        public Repetition changes(List<String> value) {
            changes = value;
            return this;
        }

        public Repetition servers(RepetitionRecord.ServerRecord... value) {
            servers = List.of(value);
            return this;
        }

        /** The requests that are added from now on are filled from that line of a user's file. */
        public Repetition row(int line) {
            row = line;
            return this;
        }

        /** The requests that are added from now on send that chunk. */
        public Repetition chunk(int index) {
            chunk = index;
            return this;
        }

        /** A request without slip. */
        public Repetition request(String uiid, double atMs, double latencyMs, String outcome) {
            return request(uiid, atMs, 0, latencyMs, outcome, outcome.equals("OK") ? 200 : 0, "");
        }

        public Repetition request(
                String uiid, double atMs, double slipMs, double latencyMs, String outcome, int status, String detail) {
            requests++;
            // Simulations write millions of lines: String.format takes ten times as long.
            samples.append(atMs < 0 ? "warmup" : "measure")
                    .append(",1,")
                    .append(uiid)
                    .append(',')
                    .append(chunk)
                    .append(',')
                    .append(row)
                    .append(',')
                    .append(at(atMs))
                    .append(',')
                    .append(at(atMs + slipMs))
                    .append(',')
                    .append(at(atMs + latencyMs))
                    .append(',')
                    .append(outcome)
                    .append(',')
                    .append(status)
                    .append(",10,10,")
                    .append(detail)
                    .append('\n');
            return this;
        }

        /** Requests of 1 ms each over the whole measurement, identifiers {@code office.9.1} …, without calls. */
        public Repetition fill(int count) {
            for (int i = 0; i < count; i++) {
                request("office.9." + (i + 1), i * 10_000.0 / count, 1, "OK");
            }
            return this;
        }

        public Repetition call(String uiid, int step, double atMs, double plannedMs, String outcome) {
            return call(1, uiid, step, atMs, plannedMs, plannedMs, outcome);
        }

        public Repetition call(
                int instance, String uiid, int step, double atMs, double plannedMs, double realMs, String outcome) {
            return call("quotes", instance, uiid, step, atMs, plannedMs, realMs, outcome);
        }

        public Repetition call(
                String service,
                int instance,
                String uiid,
                int step,
                double atMs,
                double plannedMs,
                double realMs,
                String outcome) {
            calls.append(String.format(
                    Locale.ROOT,
                    "%s,%d,ask,%s,%d,1,%d,%d,%d,%s\n",
                    service,
                    instance,
                    uiid,
                    step,
                    at(atMs),
                    Math.round(plannedMs * 1000),
                    outcome.equals("SILENT") || outcome.equals("OMITTED") ? 0 : at(atMs + realMs),
                    outcome));
            return this;
        }

        /** What the load client says of the callbacks that it took. */
        public Repetition callbacks(LoadRecord.Callbacks came) {
            callbacks = came;
            return this;
        }

        /** Appends text to the samples file as it is. */
        public Repetition raw(String text) {
            samples.append(text);
            return this;
        }

        private static long at(double ms) {
            return START_NS + Math.round(ms * MS);
        }

        public void write() throws IOException {
            Path folder = folder(caseId, number);
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("samples-here.csv"), samples);
            Files.writeString(folder.resolve("calls-mocks.csv"), calls);
            Json.write(
                    folder.resolve("load-here.json"),
                    new LoadRecord(
                            caseId,
                            "here",
                            ended,
                            warmUp,
                            new LoadRecord.Times(
                                    START_NS - 2_000 * MS, START_NS, at(measureS * 1000), at(measureS * 1000 + 2000)),
                            new LoadRecord.Requests(
                                    phase(open ? 0 : -1, 0, warmUpMissed, 0),
                                    phase(open ? requests + lost : -1, requests + lost, missed, waited),
                                    requests,
                                    laps),
                            new LoadRecord.Effort(
                                    missed + warmUpMissed > 0 ? LoadRecord.Engine.JMETER : LoadRecord.Engine.LOOP,
                                    10,
                                    new LoadRecord.Connections(use, 10, 10),
                                    cpuMs,
                                    0),
                            callbacks));
            if (!events.isEmpty()) {
                Files.writeString(folder.resolve("events.csv"), CsvTable.EVENTS.header() + "\n" + events);
            }
            Json.write(
                    folder.resolve("repetition.json"),
                    new RepetitionRecord(
                            caseId,
                            number,
                            state,
                            state == RunRecord.State.COMPLETED ? "" : "a reason",
                            "",
                            checks,
                            checks == 0 && besidesS == 0
                                    ? List.of()
                                    : List.of(
                                            new RepetitionRecord.PhaseRecord(
                                                    "warm up", at(-1000 * Math.max(2, besidesS)), at(0)),
                                            new RepetitionRecord.PhaseRecord("measure", at(0), at(measureS * 1000))),
                            servers,
                            roundTrips));
            Json.write(folder.resolve("environment.json"), SampleEnvironment.around(changes));
        }
    }
}
