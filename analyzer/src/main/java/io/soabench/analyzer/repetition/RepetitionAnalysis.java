package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.repetition.RepetitionResult.Details;
import io.soabench.analyzer.repetition.RepetitionResult.Judgement;
import io.soabench.analyzer.repetition.RepetitionResult.Measurement;
import io.soabench.analyzer.repetition.RepetitionResult.Requests;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.analyzer.validity.Criteria;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.EnginePace;
import io.soabench.analyzer.validity.Evidence;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.analyzer.validity.Timeliness;
import io.soabench.plan.CasePlan;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The analysis of a repetition's folder. */
public final class RepetitionAnalysis {

    private static final String CPU_TIME = "cpu-time";

    private final EnvironmentEntries environment;
    private final Map<String, Kind> kinds;
    private final ModelQuestions questions;
    private final int points;
    private final Timeliness.Waits waits;

    /**
     * Prepares the analysis of repetitions.
     *
     * @param environment of the run
     * @param kinds kinds of the metrics of servers, by name
     * @param questions questions of the model
     * @param points largest number of single requests to keep of a repetition
     */
    public RepetitionAnalysis(
            EnvironmentEntries environment, Map<String, Kind> kinds, ModelQuestions questions, int points) {
        this(environment, kinds, questions, points, Timeliness.Waits.UNKNOWN);
    }

    private RepetitionAnalysis(
            EnvironmentEntries environment,
            Map<String, Kind> kinds,
            ModelQuestions questions,
            int points,
            Timeliness.Waits waits) {
        this.waits = waits;
        this.kinds = kinds;
        this.environment = environment;
        this.questions = questions;
        this.points = points;
    }

    /** Returns the same analysis for a calibrated run. */
    public RepetitionAnalysis calibrated(Optional<HarnessCalibration> calibration) {
        return new RepetitionAnalysis(
                environment,
                kinds,
                questions,
                points,
                calibration.map(HarnessCalibration::waits).orElse(Timeliness.Waits.UNKNOWN));
    }

    /** A value of a request. */
    private interface Value {
        long of(int request);
    }

    /** A choice of requests. */
    private interface Choice {
        boolean of(int request);
    }

    /**
     * Analyses a repetition. The result is {@link Verdict#MISSING} when the folder has no data. It is final when it was {@linkplain
     * RepetitionResult#judgedAgainst judged against its block}.
     */
    public RepetitionResult of(RepetitionFolder folder, CasePlan testCase, int repetition, int execution) {
        if (!folder.exists()) {
            return missing(testCase, repetition, execution);
        }
        RequestSamples samples = folder.samples();
        MeasurementWindow window = MeasurementWindow.of(folder);
        List<MetricSeries> metrics = MetricSeries.of(
                        folder.observations(), kinds, folder.kills().all())
                .stream()
                .filter(series -> series.touches(window))
                .toList();
        ServiceSeries services = new ServiceSeries(folder.calls(), window);

        RepetitionStatistics.Collection measured = new RepetitionStatistics.Collection(questions, testCase);
        Subject all = subject(folder, window, i -> true, EngineOverhead.of(folder));
        all.addTo(measured, testCase.subject(), window);
        List<Subject> each = all.only(testCase);
        for (int process = 0; testCase.mixed() && process < testCase.processes().size(); process++) {
            int own = process;
            Subject one = subject(folder, window, i -> samples.process(i) == own, EngineOverhead.of(folder, process));
            each.add(one);
            reported(folder, one).addTo(measured, testCase.processes().get(process), window);
        }
        Requests requests = all.requests();
        RequestTimeline timeline = all.timeline();
        services.addTo(measured);
        metrics.forEach(
                series -> measured.add(series.metric(), Statistic.server(series.server()), series.values(window)));
        Optional<InstanceTimes> instances = InstanceTimes.of(folder, window, testCase);
        instances.ifPresent(times -> times.addTo(measured));
        RepetitionStatistics statistics = measured.done();

        PartnerAbsences absences = PartnerAbsences.of(folder, testCase);
        List<LedgerEntry> ledger = Ledger.of(folder, testCase, absences);
        List<ServiceUse> uses = ServiceUse.of(folder.calls());
        // Where the load is meant to rise, more requests wait however fast the engine is; its stages have the results.
        boolean constant = folder.workload().stages().isEmpty();
        EnginePace pace = EnginePace.of(
                samples,
                window,
                new EnginePace.Load(
                        folder.openLoad() ? 0 : folder.workload().clients(),
                        constant,
                        testCase.events().isEmpty(),
                        testCase.schedule().timeOutMs(),
                        folder.hung(),
                        folder.workload().ordersBatches()));
        Evidence evidence = new Evidence(
                folder,
                testCase,
                environment,
                window,
                new Evidence.Load(
                        testCase.subject(),
                        requests.requests(),
                        requests.response(),
                        requests.slip(),
                        requests.lateness(),
                        timeline.trend(),
                        timeline.warmUpS(),
                        pace.saturated()),
                loads(folder, window, testCase, each),
                ledger,
                uses,
                pace);
        List<CriterionCheck> checks = Criteria.judge(evidence);
        List<FailureCause> causes = FailureCauses.of(folder, testCase, absences);
        SentData sent = SentData.of(folder.workload().chunks(), samples);
        boolean byEngine = causes.stream().anyMatch(c -> c.origin().equals(FailureCauses.ENGINE));

        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                folder.record().map(r -> r.state().name()).orElse("UNKNOWN"),
                new Judgement(Verdict.VALID, checks, ledger, Timeliness.of(evidence, waits)),
                new Measurement(
                        window.startNs(),
                        window.seconds(),
                        besides(folder, window),
                        window.known() ? window.warmUpSeconds() : Double.NaN,
                        evidence.warmUp().orElse(null),
                        timeline.warmUpS(),
                        timeline.meanErrorMs(),
                        timeline.trend(),
                        timeline.partMedians(),
                        AnswerCourse.of(samples, window, i -> true),
                        evidence.steady(),
                        pace,
                        evidence.busiestShare()),
                requests,
                parts(
                        testCase,
                        each.stream()
                                .map(one -> testCase.mixed() ? reported(folder, one) : one)
                                .toList()),
                all.overhead().overhead(),
                statistics,
                new Details(
                        causes,
                        uses,
                        Stream.concat(
                                        metrics.stream().map(series -> series.summary(window)),
                                        instances.stream().flatMap(times -> times.summaries().stream()))
                                .toList(),
                        folder.tellingLines(byEngine),
                        folder.record().map(RepetitionRecord::roundTrips).orElse(List.of()),
                        List.copyOf(folder.loads().values()),
                        KillEffect.of(folder, window),
                        instances.map(InstanceTimes::counts).orElse(List.of()),
                        instances.map(InstanceTimes::singly).orElse(List.of())),
                new ChartSeries(
                        LoadStages.withClients(folder.workload(), window, timeline.buckets()),
                        ChartSampling.points(samples, window, points),
                        ChartSampling.histogram(samples),
                        ChartSampling.percentiles(all.latencies()),
                        Stream.of(
                                        MetricSeries.of(
                                                        folder.observations(),
                                                        kinds,
                                                        folder.kills().all())
                                                .stream()
                                                .flatMap(series -> series.points(window).stream()),
                                        services.points(questions, testCase).stream(),
                                        instances.stream().flatMap(times -> times.points(questions).stream()),
                                        courses(testCase, each).stream())
                                .flatMap(points -> points)
                                .toList(),
                        EventSurroundings.events(folder.happenings(), samples, window),
                        LoadStages.of(folder.workload(), samples, window),
                        sent.data(),
                        sent.failed(),
                        SingleRequests.of(folder, testCase, window),
                        PendingWork.of(
                                folder,
                                window,
                                timeline.buckets(),
                                cpuS(folder, statistics),
                                clocks(folder, metrics))));
    }

    /** Returns the processor time of the engine and of the servers that it uses, one by one; empty when that of one of them is unknown. */
    private static List<MetricSeries> clocks(RepetitionFolder folder, List<MetricSeries> metrics) {
        List<MetricSeries> clocks = metrics.stream()
                .filter(series -> series.metric().equals(CPU_TIME)
                        && folder.engineServers().contains(series.server()))
                .toList();
        return clocks.size() == folder.engineServers().size() ? clocks : List.of();
    }

    /** Returns the processor time of the engine and of the servers that it uses, in seconds; NaN when that of one of them is unknown. */
    private static double cpuS(RepetitionFolder folder, RepetitionStatistics statistics) {
        return folder.engineServers().stream()
                .mapToDouble(server -> statistics.of(CPU_TIME, Statistic.server(server), StatisticFunction.TOTAL))
                .sum();
    }

    /** Returns the seconds of the repetition outside its measurement; NaN when its phases are unknown. */
    private static double besides(RepetitionFolder folder, MeasurementWindow window) {
        List<RepetitionRecord.PhaseRecord> phases =
                folder.record().map(RepetitionRecord::phases).orElse(List.of());
        long begin = phases.stream()
                .mapToLong(RepetitionRecord.PhaseRecord::startNs)
                .min()
                .orElse(0);
        long end = phases.stream()
                .mapToLong(RepetitionRecord.PhaseRecord::endNs)
                .max()
                .orElse(0);
        double besides = (end - begin) / 1e9 - window.seconds();
        return window.known() && begin > 0 && besides >= 0 ? besides : Double.NaN;
    }

    /** The numbers of a group of requests. */
    private record Subject(
            Requests requests,
            EngineOverhead.Computed overhead,
            Optional<StepTimes> steps,
            RequestTimeline timeline,
            SortedSample latencies,
            SortedSample service,
            SortedSample slip) {

        void addTo(RepetitionStatistics.Collection measured, String name, MeasurementWindow window) {
            Target process = Statistic.process(name);
            measured.add(Statistic.THROUGHPUT, process, timeline.throughput(requests, window));
            measured.add(Statistic.FAILURES, process, timeline.failures(requests));
            measured.add(Statistic.RESPONSE_TIME, process, MetricValues.of(latencies));
            measured.add(Statistic.SERVICE_TIME, process, MetricValues.of(service));
            measured.add(Statistic.SLIP, process, MetricValues.of(slip));
            measured.add(Statistic.OVERHEAD, process, overhead.values());
            steps.ifPresent(each -> each.addTo(measured, process));
        }

        /** Returns the subject with its counts alone. */
        Subject withoutTimes() {
            SortedSample none = SortedSample.of(new long[0], 0);
            return new Subject(
                    new Requests(
                            requests.warmUp(),
                            requests.requests(),
                            requests.succeeded(),
                            requests.throughput(),
                            DurationSummary.EMPTY,
                            DurationSummary.EMPTY,
                            requests.slip(),
                            requests.lateness()),
                    EngineOverhead.few(),
                    Optional.empty(),
                    timeline,
                    none,
                    none,
                    slip);
        }

        /** Returns a list of this subject when the case has one process; an empty list, to be filled, when it has several. */
        List<Subject> only(CasePlan testCase) {
            return testCase.mixed() ? new ArrayList<>() : new ArrayList<>(List.of(this));
        }
    }

    private static Subject subject(
            RepetitionFolder folder, MeasurementWindow window, Choice choice, EngineOverhead.Computed overhead) {
        RequestSamples samples = folder.samples();
        Choice measured = i -> choice.of(i) && samples.measured(i);
        Choice timed = i -> measured.of(i) && samples.timed(i);
        SortedSample latencies = distribution(samples, timed, samples::latencyNs);
        SortedSample service = distribution(samples, timed, i -> samples.endNs(i) - samples.startNs(i));
        SortedSample slip = distribution(samples, measured, i -> samples.startNs(i) - samples.intendedNs(i));
        SortedSample late = distribution(
                samples,
                measured,
                i -> samples.startNs(i) - samples.intendedNs(i) + folder.calls().latenessNs(i));
        return new Subject(
                requests(
                        samples,
                        window,
                        choice,
                        DurationSummary.of(latencies),
                        DurationSummary.of(service),
                        DurationSummary.of(slip),
                        DurationSummary.of(late)),
                overhead,
                Optional.of(StepTimes.of(folder, choice::of)),
                new RequestTimeline(samples, window, choice::of),
                latencies,
                service,
                slip);
    }

    private List<ChartSeries.MetricPoint> courses(CasePlan testCase, List<Subject> each) {
        List<ChartSeries.MetricPoint> points = new ArrayList<>();
        for (int process = 0; testCase.mixed() && process < each.size(); process++) {
            points.addAll(each.get(process)
                    .timeline()
                    .points(questions, testCase, testCase.processes().get(process)));
        }
        return points;
    }

    private static List<RepetitionResult.Part> parts(CasePlan testCase, List<Subject> each) {
        List<RepetitionResult.Part> parts = new ArrayList<>();
        for (Subject one : each) {
            parts.add(new RepetitionResult.Part(
                    testCase.processes().get(parts.size()),
                    one.requests(),
                    one.overhead().overhead()));
        }
        return List.copyOf(parts);
    }

    /** Returns the reported subject. A process with too few requests has no response times of its own, because they would be chance. */
    private static Subject reported(RepetitionFolder folder, Subject one) {
        return one.requests().requests()
                        < EnginePace.leastAnswers(folder.workload().ordersBatches())
                ? one.withoutTimes()
                : one;
    }

    private static List<Evidence.Load> loads(
            RepetitionFolder folder, MeasurementWindow window, CasePlan testCase, List<Subject> each) {
        RequestSamples samples = folder.samples();
        boolean batches = folder.workload().ordersBatches();
        List<Evidence.Load> loads = new ArrayList<>();
        for (Subject one : each) {
            int own = loads.size();
            loads.add(new Evidence.Load(
                    testCase.processes().get(loads.size()),
                    one.requests().requests(),
                    one.requests().response(),
                    one.requests().slip(),
                    one.requests().lateness(),
                    one.timeline().trend(),
                    one.timeline().warmUpS(),
                    !folder.openLoad()
                            && EnginePace.tooSlow(
                                    samples, window, batches, i -> !testCase.mixed() || samples.process(i) == own)));
        }
        return List.copyOf(loads);
    }

    private static Requests requests(
            RequestSamples samples,
            MeasurementWindow window,
            Choice choice,
            DurationSummary response,
            DurationSummary service,
            DurationSummary slip,
            DurationSummary late) {
        long warmUp = 0;
        long requests = 0;
        long succeeded = 0;
        long answers = 0;
        for (int i = 0; i < samples.size(); i++) {
            if (!choice.of(i)) {
                continue;
            }
            requests += samples.measured(i) ? 1 : 0;
            warmUp += samples.measured(i) ? 0 : 1;
            if (samples.succeeded(i)) {
                succeeded += samples.measured(i) ? 1 : 0;
                answers += window.contains(samples.endNs(i)) ? 1 : 0;
            }
        }
        return new Requests(
                warmUp,
                requests,
                succeeded,
                window.known() ? answers / window.seconds() : Double.NaN,
                response,
                service,
                slip,
                late);
    }

    private static RepetitionResult missing(CasePlan testCase, int repetition, int execution) {
        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                "UNKNOWN",
                new Judgement(Verdict.MISSING, List.of(Criteria.missing()), List.of(), Timeliness.NONE),
                Measurement.UNKNOWN,
                Requests.NONE,
                List.of(),
                EngineOverhead.without("There are no data."),
                RepetitionStatistics.NOTHING,
                Details.NONE,
                ChartSeries.EMPTY);
    }

    private static SortedSample distribution(RequestSamples samples, Choice choice, Value value) {
        long[] values = new long[samples.size()];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (choice.of(i)) {
                values[count++] = value.of(i);
            }
        }
        return SortedSample.of(values, count);
    }
}
