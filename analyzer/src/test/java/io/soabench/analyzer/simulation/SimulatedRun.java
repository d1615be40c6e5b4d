package io.soabench.analyzer.simulation;

import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.repetition.AnswerCourse;
import io.soabench.analyzer.repetition.ChartSeries;
import io.soabench.analyzer.repetition.EngineOverhead;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.repetition.PendingWork;
import io.soabench.analyzer.repetition.ProcessorCourse;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionStatistics;
import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.analyzer.stat.Trend;
import io.soabench.analyzer.validity.EnginePace;
import io.soabench.analyzer.validity.SteadinessState;
import io.soabench.analyzer.validity.Timeliness;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SamplePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A run in memory: engines, processes and workloads, each combination a case, with response times that a test draws. It passes through the
 * same classes as a run that was measured, from the results of its repetitions on.
 */
public final class SimulatedRun {

    /** Level of all intervals. */
    static final double CONFIDENCE = 0.95;

    private static final int PARTS = 20;
    private static final double MEASURED_S = 10;
    private static final double NS_PER_MS = 1e6;

    private final Plan plan;
    private final List<CaseResult> cases;
    private CaseComparisons comparisons;

    private SimulatedRun(Plan plan, List<CaseResult> cases) {
        this.plan = plan;
        this.cases = cases;
    }

    /** A combination, each by its number from 0. */
    public record Place(int engine, int process, int workload) {}

    /** Draws the response times of a repetition. */
    public interface Times {

        /**
         * The response times in milliseconds, in the order in which requests begin.
         *
         * @param block number of the repetition, from 0; engines of a block have the same requests
         */
        double[] of(Place place, int block);

        /** How long partners take of each of these, milliseconds; empty when it is unknown. */
        default double[] idealMs(Place place, int block) {
            return new double[0];
        }

        /** The processor time of a request in each of ten equal parts of the measurement, milliseconds; empty when it is unknown. */
        default double[] cpuMs(Place place, int block) {
            return new double[0];
        }

        /** Clients of a closed load that think for {@link #THINK_S}; 0 of a load that says nothing of its clients. */
        default int clients() {
            return 0;
        }
    }

    /** How long clients think. */
    static final double THINK_S = 1;

    /** A run of all combinations. */
    public static SimulatedRun of(int engines, int processes, int workloads, int repetitions, Times times) {
        List<CasePlan> planned = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        Plan one = RunFixture.plan(1, CallTree.sequence(List.of()), repetitions);
        for (int process = 0; process < processes; process++) {
            for (int workload = 0; workload < workloads; workload++) {
                for (int engine = 0; engine < engines; engine++) {
                    Place place = new Place(engine, process, workload);
                    places.add(place);
                    planned.add(SamplePlan.testCase("c" + places.size(), "e" + engine, "P" + process, "w" + workload)
                            .withSchedule(one.cases().get(0).schedule()));
                }
            }
        }
        List<WorkloadPlan> loads = new ArrayList<>();
        for (int workload = 0; workload < workloads; workload++) {
            loads.add(SamplePlan.closed("w" + workload, 10));
        }
        Plan plan = one.withWorkloads(loads).withCases(planned);
        ModelQuestions questions = new ModelQuestions(plan);
        List<CaseResult> cases = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            List<RepetitionResult> results = new ArrayList<>();
            for (int block = 0; block < repetitions; block++) {
                results.add(repetition(
                        planned.get(i),
                        block + 1,
                        times.of(places.get(i), block),
                        times.idealMs(places.get(i), block),
                        times.cpuMs(places.get(i), block),
                        times.clients()));
            }
            cases.add(CaseResult.of(planned.get(i), results, questions));
        }
        return new SimulatedRun(plan, cases);
    }

    /** The same run with a baseline: an engine with which the others are compared. */
    SimulatedRun against(String baseline) {
        List<CasePlan> planned =
                plan.cases().stream().map(one -> one.withBaseline(baseline)).toList();
        Plan named = plan.withCases(planned);
        ModelQuestions questions = new ModelQuestions(named);
        return new SimulatedRun(
                named,
                IntStream.range(0, cases.size())
                        .mapToObj(
                                i -> CaseResult.of(planned.get(i), cases.get(i).repetitions(), questions))
                        .toList());
    }

    /** Its cases, by process, workload and engine. */
    public List<CaseResult> cases() {
        return cases;
    }

    /** Its plan. */
    public Plan plan() {
        return plan;
    }

    /** Its comparisons, made once. */
    CaseComparisons comparisons() {
        if (comparisons == null) {
            comparisons = new CaseComparisons(cases, CONFIDENCE);
        }
        return comparisons;
    }

    List<Answer> answers() {
        Map<String, WorkloadPlan> workloads =
                plan.workloads().stream().collect(Collectors.toMap(WorkloadPlan::name, Function.identity()));
        return Answer.of(cases, comparisons(), workloads, CONFIDENCE);
    }

    /** What is beyond the time of the partners. */
    private static EngineOverhead overhead(double[] timesMs, double[] idealMs) {
        return idealMs.length == 0
                ? new EngineOverhead(DurationSummary.EMPTY, Double.NaN, Double.NaN, "")
                : new EngineOverhead(
                        summary(IntStream.range(0, timesMs.length)
                                .mapToDouble(i -> timesMs[i] - idealMs[i % idealMs.length])
                                .toArray()),
                        summary(idealMs).median(),
                        summary(idealMs).mean(),
                        "");
    }

    /** The series of a repetition in which an engine takes that much processor time for a request, in each part of the measurement. */
    private static ChartSeries series(double[] cpuMs, int requests) {
        ChartSeries none = ChartSeries.EMPTY;
        return cpuMs.length == 0
                ? none
                : new ChartSeries(
                        none.timeline(),
                        none.points(),
                        none.histogram(),
                        none.percentiles(),
                        none.metrics(),
                        none.events(),
                        none.stages(),
                        none.data(),
                        none.failedRows(),
                        none.singles(),
                        new PendingWork(
                                List.of(),
                                List.of(),
                                requests,
                                requests / MEASURED_S,
                                requests * Arrays.stream(cpuMs).average().orElseThrow() / 1000,
                                new ProcessorCourse(Arrays.stream(cpuMs).boxed().toList(), Trend.of(cpuMs))));
    }

    /** A repetition whose requests were all answered well. */
    private static RepetitionResult repetition(
            CasePlan of, int number, double[] timesMs, double[] idealMs, double[] cpuMs, int clients) {
        long[] ns = ns(timesMs);
        // Sorts each part in place, so that the sum over all has less to sort.
        double[] medians = medians(ns);
        DurationSummary response = DurationSummary.of(SortedSample.of(ns, ns.length));
        Trend trend = Trend.of(medians);
        double perS = timesMs.length / MEASURED_S;
        return new RepetitionResult(
                of,
                number,
                number,
                "COMPLETED",
                new RepetitionResult.Judgement(RepetitionResult.Verdict.VALID, List.of(), List.of(), Timeliness.NONE),
                new RepetitionResult.Measurement(
                        RunFixture.START_NS,
                        MEASURED_S,
                        0,
                        0,
                        LoadRecord.WarmUp.FIXED,
                        0,
                        Double.NaN,
                        trend,
                        Arrays.stream(medians).boxed().toList(),
                        answers(timesMs, clients),
                        SteadinessState.of(trend),
                        new EnginePace(
                                EnginePace.State.KEPT,
                                perS,
                                perS,
                                0,
                                0,
                                Double.NaN,
                                clients,
                                clients == 0 ? Double.NaN : THINK_S,
                                Double.NaN,
                                0,
                                ""),
                        0),
                new RepetitionResult.Requests(
                        0,
                        timesMs.length,
                        timesMs.length,
                        perS,
                        response,
                        response,
                        DurationSummary.EMPTY,
                        DurationSummary.EMPTY),
                List.of(),
                overhead(timesMs, idealMs),
                RepetitionStatistics.NOTHING,
                new RepetitionResult.Details(
                        List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                        List.of()),
                series(cpuMs, timesMs.length));
    }

    /**
     * Returns the course of the answers: as many clients of a closed load get the fewer answers, the longer they wait. Other loads bring as
     * many at any time.
     */
    private static AnswerCourse answers(double[] timesMs, int clients) {
        double[] perS = new double[PARTS];
        for (int part = 0; part < PARTS; part++) {
            double meanMs = Arrays.stream(timesMs, part * timesMs.length / PARTS, (part + 1) * timesMs.length / PARTS)
                    .average()
                    .orElse(0);
            perS[part] = clients == 0 ? timesMs.length / MEASURED_S : clients / (meanMs / 1000 + THINK_S);
        }
        return new AnswerCourse(Arrays.stream(perS).boxed().toList(), Trend.of(perS));
    }

    private static double[] medians(long[] ns) {
        double[] medians = new double[PARTS];
        for (int part = 0; part < PARTS; part++) {
            medians[part] = SortedSample.range(ns, part * ns.length / PARTS, (part + 1) * ns.length / PARTS)
                            .median()
                    / NS_PER_MS;
        }
        return medians;
    }

    private static DurationSummary summary(double[] timesMs) {
        return DurationSummary.of(SortedSample.of(ns(timesMs), timesMs.length));
    }

    private static long[] ns(double[] timesMs) {
        long[] ns = new long[timesMs.length];
        for (int i = 0; i < ns.length; i++) {
            ns[i] = Math.round(timesMs[i] * NS_PER_MS);
        }
        return ns;
    }
}
