package io.soabench.analyzer.sample;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.Precedence;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.PublishedNumbers;
import io.soabench.plan.PublishedPlan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.Yielding;
import io.soabench.plan.sample.SampleEnvironment;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A simulated run for trials of the analyzer and the reports: every number in its folder is drawn from a seed. The plan is a matrix of
 * engines, processes and workloads with one mocked partner. The second engine is slower than the first and loses requests under the open
 * workload. Equal arguments give equal bytes.
 */
public final class SampleRun {

    /** The sharing of the two processors of the engine's machine. */
    static final Precedence ENGINE_PRECEDENCE = new Precedence(Yielding.NICE, Precedence.Why.FEW_PROCESSORS, 2, "", "");

    private static final List<MetricRecord> METRICS = List.of(
            new MetricRecord("cpu", Kind.GAUGE, "cores", "/proc/PID/stat", "Step 10 ms."),
            new MetricRecord(
                    "threads", Kind.GAUGE, "threads", "/proc/PID/status", "At the instant of the observation."),
            new MetricRecord("memory", Kind.GAUGE, "bytes", "/proc/PID/status", "Resident pages."),
            new MetricRecord("traffic", Kind.COUNTER, "bytes", "sock_diag", "Payload of TCP, without headers."),
            new MetricRecord("gc", Kind.COUNTER, "count", "hsperfdata", "Java servers only."),
            new MetricRecord("gc-pause", Kind.COUNTER, "s", "hsperfdata", "Java servers only."),
            new MetricRecord("gc-longest", Kind.GAUGE, "s", "log of collections", "Engines only."),
            new MetricRecord("safepoint-time", Kind.COUNTER, "s", "hsperfdata", "Java servers only."),
            new MetricRecord("allocated", Kind.COUNTER, "bytes", "log of collections", "Engines only."));

    /** The contents of the simulated run. */
    public static final class Shape {
        private int engines = 2;
        private int repetitions = 3;
        private int measureS = 20;
        private boolean defects = true;
        private boolean study;
        private boolean published;

        /** Creates the shape of two engines, two processes, two workloads, three repetitions of 20 s, with defects. */
        public Shape() {}

        /** Sets the number of engines, 1 to 3. */
        public Shape engines(int number) {
            engines = number;
            return this;
        }

        /** Sets the repetitions of each case. */
        public Shape repetitions(int number) {
            repetitions = number;
            return this;
        }

        /** Sets the seconds that each repetition measures. */
        public Shape measureS(int seconds) {
            measureS = seconds;
            return this;
        }

        /** Sets whether there are four processes under four closed workloads in the suites Low and High. */
        public Shape study(boolean wanted) {
            study = wanted;
            return this;
        }

        /** Sets whether there are published numbers of others. */
        public Shape published(boolean wanted) {
            published = wanted;
            return this;
        }

        /**
         * Sets whether one repetition has a late load client, one an engine that skips a call, and one an interruption. Otherwise all
         * repetitions are valid.
         */
        public Shape defects(boolean present) {
            defects = present;
            return this;
        }
    }

    /** 2026-01-01T00:00:00Z. */
    private static final long EPOCH_NS = 1_767_225_600_000_000_000L;

    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000 * MS;
    private static final int WARM_UP_S = 4;
    private static final int TIME_OUT_S = 2;
    private static final int CALLS = 3;
    private static final List<String> ENGINES = List.of("reference", "peer", "other");

    private final Path folder;
    private final Shape shape;
    private final Random random;
    private final Plan plan;

    private SampleRun(Path folder, long seed, Shape shape) {
        this.folder = folder;
        this.shape = shape;
        this.random = new Random(seed);
        this.plan = plan(seed);
    }

    /**
     * Writes the folder.
     *
     * @param folder will be created; its name becomes the identifier of the run
     */
    public static void write(Path folder, long seed, Shape shape) {
        try {
            new SampleRun(folder, seed, shape).write();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the sample run: " + e.getMessage(), e);
        }
    }

    /** Writes the folder that the first argument names and analyses it, so that it also holds {@code results.mv.db}. */
    @SuppressWarnings("SystemOut") // a command's answer to its user
    public static void main(String[] arguments) {
        boolean study = arguments.length == 2 && arguments[1].equals("study");
        if (arguments.length != 1 && !study) {
            System.err.println("usage: SampleRun FOLDER [study]");
            System.exit(2);
        }
        Path folder = Path.of(arguments[0]);
        write(folder, 42, new Shape().study(study).published(study).engines(study ? 3 : 2));
        Analysis analysis = Analyzer.analyze(folder);
        analysis.sentences().forEach(System.out::println);
    }

    private Plan plan(long seed) {
        List<String> engines = ENGINES.subList(0, shape.engines);
        List<ServerPlan> servers = new ArrayList<>();
        servers.add(new ServerPlan("mocks", "lean", "here", Map.of(), Map.of("http", 0), List.of("quotes")));
        Map<String, String> packages = new LinkedHashMap<>();
        for (String engine : engines) {
            servers.add(new ServerPlan(
                    engine, engine.equals("reference") ? "reference" : "ode", "here", Map.of(), Map.of(), List.of()));
            packages.put(engine, "processes/" + engine);
        }
        List<CallTree> calls = new ArrayList<>();
        List<List<Integer>> after = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            calls.add(CallTree.call("quote", "ask", false));
            after.add(List.of());
        }
        List<ProcessPlan> processes = new ArrayList<>(List.of(
                process("Sequential", packages, CallTree.sequence(calls)),
                process("FlowNoDep", packages, CallTree.parallel(calls, after))));
        if (shape.study) {
            processes.add(process("Flow", packages, CallTree.sequence(calls)));
            processes.add(process("While", packages, CallTree.sequence(calls)));
        }
        List<WorkloadPlan> workloads = shape.study
                ? List.of(closed("L1", 5), closed("L2", 10), closed("H1", 20), closed("H2", 40))
                : List.of(
                        closed("office", 10),
                        WorkloadPlan.constant("web", WorkloadPlan.Load.OPEN, 0, 50, "50 /s, exponential arrivals"));
        List<CasePlan> cases = new ArrayList<>();
        List<Execution> order = new ArrayList<>();
        for (String engine : engines) {
            for (ProcessPlan process : processes) {
                for (WorkloadPlan workload : workloads) {
                    cases.add(testCase(engine, process.name(), workload.name()));
                }
            }
        }
        for (int repetition = 1; repetition <= shape.repetitions; repetition++) {
            for (CasePlan testCase : cases) {
                order.add(new Execution(testCase.id(), repetition));
            }
        }
        return Plan.of(new ModelOrigin(
                        "sample", "A simulated run: no server was measured", seed, "short", "0".repeat(64)))
                .withHosts(List.of(SamplePlan.host("here")))
                .withServers(servers)
                .withServices(List.of(new ServicePlan(
                        "quotes",
                        "Quote",
                        "mocks",
                        "from the message",
                        "response time lognormal(median 8 ms, sigma 0.5), reliability 99.8 %",
                        List.of(ServiceInstance.sharing(1, "quotes-1")),
                        "")))
                .withProcesses(processes)
                .withWorkloads(workloads)
                .withCases(cases, order)
                .withMetrics(List.of(
                        new MetricPlan(
                                "response-time",
                                Target.all(Target.Kind.PROCESS),
                                Stream.of("min", "average", "median", "p95", "p99", "p99.5", "max", "confidence 95 %")
                                        .map(StatisticFunction::parse)
                                        .toList()),
                        new MetricPlan(
                                "cpu",
                                Target.all(Target.Kind.SERVER),
                                List.of(StatisticFunction.AVERAGE, StatisticFunction.MAX)),
                        new MetricPlan(
                                "traffic",
                                Target.all(Target.Kind.ENGINE),
                                List.of(StatisticFunction.TOTAL, StatisticFunction.CHART_OVER_TIME)),
                        new MetricPlan("threads", Target.all(Target.Kind.SERVER), List.of(StatisticFunction.MAX))))
                .withReports(List.of(ReportFormat.HTML, ReportFormat.PDF, ReportFormat.CSV))
                .withPublished(
                        shape.published
                                ? List.of(
                                        published("Veteran 5", 600, false, processes, workloads),
                                        published("Beginner 0.1", 900, true, processes, workloads))
                                : List.of());
    }

    private static WorkloadPlan closed(String name, int clients) {
        return WorkloadPlan.constant(
                name, WorkloadPlan.Load.CLOSED, clients, 0, clients + " clients, think time normal(200 ms, sd 50 ms)");
    }

    /** Returns published numbers of an engine that gets slower with the load, and may not bear the largest one. */
    private static PublishedPlan published(
            String subject, double meanMs, boolean weak, List<ProcessPlan> processes, List<WorkloadPlan> workloads) {
        List<PublishedNumbers> numbers = new ArrayList<>();
        for (ProcessPlan process : processes) {
            for (int load = 1; load <= workloads.size(); load++) {
                double mean = meanMs * load;
                boolean stopped = weak && load == workloads.size();
                numbers.add(new PublishedNumbers(
                        process.name(),
                        workloads.get(load - 1).name(),
                        stopped ? null : Double.valueOf(mean * 5),
                        stopped ? null : Double.valueOf(mean / 2),
                        stopped ? null : Double.valueOf(mean),
                        stopped ? null : Double.valueOf(weak ? 0.071 : 0),
                        stopped ? "stopped by hand" : ""));
            }
        }
        return new PublishedPlan(subject, "Somebody, Proc. Samples 2010, table 2", numbers);
    }

    private static ProcessPlan process(String name, Map<String, String> packages, CallTree calls) {
        return new ProcessPlan(
                name,
                ProcessPlan.Visibility.WHITE_BOX,
                "",
                false,
                "",
                "",
                packages,
                List.of(new PartnerPlan("quote", "quotes", 1)),
                calls);
    }

    private CasePlan testCase(String engine, String process, String workload) {
        String suite = !shape.study ? "Quick" : workload.startsWith("L") ? "Low" : "High";
        String id = suite + "-" + engine + "-" + process + "-" + workload;
        return new CasePlan(
                id,
                suite,
                engine,
                List.of(process),
                workload,
                List.of("mocks", engine),
                List.of(new ClientPlan("here", "workloads/" + workload + "/here.trace", 10, Map.of())),
                new CaseSchedule(
                        shape.repetitions,
                        false,
                        CaseSchedule.WarmUp.FIXED,
                        WARM_UP_S * 1000L,
                        shape.measureS * 1000L,
                        TIME_OUT_S * 1000L,
                        TIME_OUT_S * 1000L),
                List.of(
                        new ObjectivePlan(
                                "response-time",
                                StatisticFunction.parse("p99"),
                                Target.CASE,
                                Comparison.LESS,
                                0.15,
                                MetricUnit.SECOND,
                                "p99 response-time < 150 ms"),
                        new ObjectivePlan(
                                "failures",
                                StatisticFunction.AVERAGE,
                                Target.CASE,
                                Comparison.LESS,
                                0.02,
                                MetricUnit.RATIO,
                                "failures < 2 %")),
                List.of(slow(suite, shape.measureS * 500L)),
                List.of(CheckPlan.before(process, "requests/" + process + "/1.xml", "", workload + ".1.10001")),
                List.of(
                        new PathPlan("here", engine, "http://127.0.0.1:9080", "2 ms", "2 ms", 4),
                        new PathPlan("here", "mocks", "http://127.0.0.1:8080", "", "", 0)));
    }

    private static EventPlan slow(String suite, long atMs) {
        return EventPlan.ofPlugin(
                suite + ".slow.1", "slow", atMs, -1, Map.of("target", "mocks"), "at " + atMs + " ms", "slow of mocks");
    }

    private void write() throws IOException {
        Files.createDirectories(folder);
        Json.write(folder.resolve(RunFiles.PLAN), plan);
        Json.write(
                folder.resolve(RunFiles.ENVIRONMENT),
                SampleEnvironment.of(plan.origin(), SampleEnvironment.host("here", 2)));
        Json.write(folder.resolve(RunFiles.METRICS), new MetricRecord.File(METRICS));
        List<RunRecord.ExecutionRecord> executions = new ArrayList<>();
        long nowNs = EPOCH_NS;
        int index = 0;
        for (Execution execution : plan.order()) {
            boolean last = index == plan.order().size() - 1;
            Defect defect = !shape.defects
                    ? Defect.NONE
                    : index == 1 ? Defect.LATE : index == 2 ? Defect.SKIPS : last ? Defect.INTERRUPTED : Defect.NONE;
            nowNs = new SampleRepetition(plan, execution, folder, random, nowNs, defect).write();
            State state = defect == Defect.INTERRUPTED ? State.INTERRUPTED : State.COMPLETED;
            executions.add(new RunRecord.ExecutionRecord(
                    execution.caseId(), execution.repetition(), state, "clean", SampleRepetition.message(state)));
            index++;
        }
        Json.write(
                folder.resolve(RunFiles.RUN),
                new RunRecord(
                        folder.getFileName().toString(),
                        plan.origin(),
                        "local",
                        instant(EPOCH_NS),
                        instant(nowNs),
                        shape.defects ? State.INTERRUPTED : State.COMPLETED,
                        shape.defects ? "ended by the user" : "",
                        executions));
    }

    private static String instant(long epochNs) {
        return java.time.Instant.ofEpochMilli(epochNs / MS).toString();
    }

    /** The defects of a simulated repetition. */
    enum Defect {
        NONE,
        LATE,
        SKIPS,
        INTERRUPTED
    }

    static long seconds(long number) {
        return number * SECOND;
    }

    static RepetitionRecord record(
            Execution execution,
            String engine,
            State state,
            List<RepetitionRecord.PhaseRecord> phases,
            List<RepetitionRecord.ServerRecord> servers) {
        return new RepetitionRecord(
                execution.caseId(),
                execution.repetition(),
                state,
                SampleRepetition.message(state),
                "http://127.0.0.1:9080/simulated",
                0,
                phases,
                servers,
                List.of(
                        roundTrip(engine, RoundTripRecord.When.BEFORE, 4.21),
                        roundTrip("mocks", RoundTripRecord.When.BEFORE, 0.18),
                        roundTrip(engine, RoundTripRecord.When.AFTER, 4.17),
                        roundTrip("mocks", RoundTripRecord.When.AFTER, 0.16)));
    }

    private static RoundTripRecord roundTrip(String server, RoundTripRecord.When when, double medianMs) {
        return new RoundTripRecord("here", server, when, 20, medianMs - 0.09, medianMs, medianMs + 0.3);
    }

    static LoadRecord load(
            String caseId,
            long startNs,
            long measureNs,
            long endNs,
            long drainedNs,
            boolean open,
            long warmUp,
            long measured,
            boolean stopped) {
        return new LoadRecord(
                caseId,
                "here",
                stopped ? LoadEnd.STOPPED : LoadEnd.COMPLETE,
                LoadRecord.WarmUp.FIXED,
                new LoadRecord.Times(startNs, measureNs, endNs, drainedNs),
                new LoadRecord.Requests(phase(open, warmUp), phase(open, measured), warmUp + measured, 0),
                new LoadRecord.Effort(
                        LoadRecord.Engine.LOOP,
                        2,
                        new LoadRecord.Connections(ConnectionPlan.Use.KEPT, 10, 20_000),
                        (endNs - measureNs) / MS / 8,
                        12));
    }

    private static LoadRecord.Phase phase(boolean open, long requests) {
        return new LoadRecord.Phase(
                open ? requests : -1, requests, 0, 0, LoadRecord.Waits.NONE, new LoadRecord.Slip(80, 400, 900));
    }
}
