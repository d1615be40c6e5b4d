package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.Environment;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.Samples;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.folder.Window;
import io.soabench.analyzer.judge.RepetitionResult.Course;
import io.soabench.analyzer.judge.RepetitionResult.Details;
import io.soabench.analyzer.judge.RepetitionResult.Judgement;
import io.soabench.analyzer.judge.RepetitionResult.Requests;
import io.soabench.analyzer.judge.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.Distribution;
import io.soabench.analyzer.stat.Summary;
import io.soabench.analyzer.validity.Check;
import io.soabench.analyzer.validity.Criteria;
import io.soabench.analyzer.validity.Evidence;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.analyzer.validity.Pace;
import io.soabench.analyzer.validity.Timeliness;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes everything that is known of one repetition from its folder. */
public final class RepetitionAnalysis {

    private final Environment environment;
    private final Map<String, Kind> kinds;
    private final Questions questions;
    private final int points;
    private final Timeliness.Waits waits;

    /**
     * Prepares the analysis of repetitions.
     *
     * @param environment of the run
     * @param kinds of the metrics of servers, by name
     * @param questions what the model asks
     * @param points largest number of single requests to keep of a repetition
     */
    public RepetitionAnalysis(Environment environment, Map<String, Kind> kinds, Questions questions, int points) {
        this(environment, kinds, questions, points, Timeliness.Waits.UNKNOWN);
    }

    private RepetitionAnalysis(
            Environment environment, Map<String, Kind> kinds, Questions questions, int points, Timeliness.Waits waits) {
        this.waits = waits;
        this.kinds = kinds;
        this.environment = environment;
        this.questions = questions;
        this.points = points;
    }

    /** The same in a run that was calibrated. */
    public RepetitionAnalysis calibrated(Optional<Calibration> calibration) {
        return new RepetitionAnalysis(
                environment,
                kinds,
                questions,
                points,
                calibration.map(Calibration::waits).orElse(Timeliness.Waits.UNKNOWN));
    }

    /** Takes a value for each request. */
    private interface Value {
        long of(int request);
    }

    /** Chooses requests. */
    private interface Choice {
        boolean of(int request);
    }

    /**
     * The result; {@link Verdict#MISSING} when the folder has no data. It is final when it was {@linkplain
     * RepetitionResult#judgedAgainst judged against its block}.
     */
    public RepetitionResult of(RepetitionFolder folder, CasePlan testCase, int repetition, int execution) {
        if (!folder.exists()) {
            return missing(testCase, repetition, execution);
        }
        Samples samples = folder.samples();
        Window window = Window.of(folder);
        List<MetricSeries> metrics = MetricSeries.of(folder.observations(), kinds).stream()
                .filter(series -> series.touches(window))
                .toList();
        ServiceSeries services = new ServiceSeries(folder.calls(), window);

        Measured.Collection measured = new Measured.Collection(questions, testCase);
        Subject all = subject(folder, window, i -> true, Overhead.of(folder));
        all.addTo(measured, testCase.subject(), window);
        List<Subject> each = all.only(testCase);
        for (int process = 0; testCase.mixed() && process < testCase.processes().size(); process++) {
            int own = process;
            Subject one = subject(folder, window, i -> samples.process(i) == own, Overhead.of(folder, process));
            each.add(one);
            reported(folder, one).addTo(measured, testCase.processes().get(process), window);
        }
        Requests requests = all.requests();
        Timeline timeline = all.timeline();
        services.addTo(measured);
        metrics.forEach(
                series -> measured.add(series.metric(), Statistic.server(series.server()), series.values(window)));

        Absences absences = Absences.of(folder, testCase);
        List<LedgerEntry> ledger = Ledger.of(folder, testCase, absences);
        List<ServiceUse> uses = ServiceUse.of(folder.calls());
        // Where the load is meant to rise, more requests wait however fast the engine is; its stages tell what it did.
        boolean constant = folder.workload().stages().isEmpty();
        Pace pace = Pace.of(
                samples,
                window,
                new Pace.Load(
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
        List<Check> checks = Criteria.judge(evidence);
        List<FailureCause> causes = Failures.of(folder, testCase, absences);
        SentData sent = SentData.of(folder.workload().chunks(), samples);
        boolean byEngine = causes.stream().anyMatch(c -> c.origin().equals(Failures.ENGINE));

        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                folder.record().map(r -> r.state().name()).orElse("UNKNOWN"),
                new Judgement(Verdict.VALID, checks, ledger, Timeliness.of(evidence, waits)),
                new Course(
                        window.startNs(),
                        window.seconds(),
                        besides(folder, window),
                        window.known() ? window.warmUpSeconds() : Double.NaN,
                        evidence.warmUp().orElse(null),
                        timeline.warmUpS(),
                        timeline.meanErrorMs(),
                        timeline.trend(),
                        timeline.partMedians(),
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
                measured.done(),
                new Details(
                        causes,
                        uses,
                        metrics.stream().map(series -> series.summary(window)).toList(),
                        folder.tellingLines(byEngine),
                        folder.record().map(RepetitionRecord::roundTrips).orElse(List.of()),
                        List.copyOf(folder.loads().values())),
                new Series(
                        Stages.withClients(folder.workload(), window, timeline.buckets()),
                        Charts.points(samples, window, points),
                        Charts.histogram(samples),
                        Charts.percentiles(all.latencies()),
                        Stream.of(
                                        MetricSeries.of(folder.observations(), kinds).stream()
                                                .flatMap(series -> series.points(window).stream()),
                                        services.points(questions, testCase).stream(),
                                        courses(testCase, each).stream())
                                .flatMap(points -> points)
                                .toList(),
                        Surroundings.events(folder.happenings(), samples, window),
                        Stages.of(folder.workload(), samples, window),
                        sent.data(),
                        sent.failed(),
                        Singles.of(folder, testCase, window)));
    }

    /** Seconds of the repetition that are not of its measurement; NaN when its phases are not known. */
    private static double besides(RepetitionFolder folder, Window window) {
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

    /** What some of the requests are known by. */
    private record Subject(
            Requests requests,
            Overhead.Computed overhead,
            Timeline timeline,
            Distribution latencies,
            Distribution service,
            Distribution slip) {

        void addTo(Measured.Collection measured, String name, Window window) {
            Target process = Statistic.process(name);
            measured.add(Statistic.THROUGHPUT, process, timeline.throughput(requests, window));
            measured.add(Statistic.FAILURES, process, timeline.failures(requests));
            measured.add(Statistic.RESPONSE_TIME, process, Values.of(latencies));
            measured.add(Statistic.SERVICE_TIME, process, Values.of(service));
            measured.add(Statistic.SLIP, process, Values.of(slip));
            measured.add(Statistic.OVERHEAD, process, overhead.values());
        }

        /** The same with its counts alone. */
        Subject withoutTimes() {
            Distribution none = Distribution.of(new long[0], 0);
            return new Subject(
                    new Requests(
                            requests.warmUp(),
                            requests.requests(),
                            requests.succeeded(),
                            requests.throughput(),
                            Summary.EMPTY,
                            Summary.EMPTY,
                            requests.slip(),
                            requests.lateness()),
                    Overhead.few(),
                    timeline,
                    none,
                    none,
                    slip);
        }

        /** This one where the case has only one process; to be filled where it has several. */
        List<Subject> only(CasePlan testCase) {
            return testCase.mixed() ? new ArrayList<>() : new ArrayList<>(List.of(this));
        }
    }

    private static Subject subject(RepetitionFolder folder, Window window, Choice choice, Overhead.Computed overhead) {
        Samples samples = folder.samples();
        Choice measured = i -> choice.of(i) && samples.measured(i);
        Choice timed = i -> measured.of(i) && samples.timed(i);
        Distribution latencies = distribution(samples, timed, samples::latencyNs);
        Distribution service = distribution(samples, timed, i -> samples.endNs(i) - samples.startNs(i));
        Distribution slip = distribution(samples, measured, i -> samples.startNs(i) - samples.intendedNs(i));
        Distribution late = distribution(
                samples,
                measured,
                i -> samples.startNs(i) - samples.intendedNs(i) + folder.calls().latenessNs(i));
        return new Subject(
                requests(
                        samples,
                        window,
                        choice,
                        Summary.of(latencies),
                        Summary.of(service),
                        Summary.of(slip),
                        Summary.of(late)),
                overhead,
                new Timeline(samples, window, choice::of),
                latencies,
                service,
                slip);
    }

    private List<Series.MetricPoint> courses(CasePlan testCase, List<Subject> each) {
        List<Series.MetricPoint> points = new ArrayList<>();
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

    /** A process with too few requests has no response times of its own: they would be those of chance. */
    private static Subject reported(RepetitionFolder folder, Subject one) {
        return one.requests().requests() < Pace.leastAnswers(folder.workload().ordersBatches())
                ? one.withoutTimes()
                : one;
    }

    private static List<Evidence.Load> loads(
            RepetitionFolder folder, Window window, CasePlan testCase, List<Subject> each) {
        Samples samples = folder.samples();
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
                            && Pace.tooSlow(
                                    samples, window, batches, i -> !testCase.mixed() || samples.process(i) == own)));
        }
        return List.copyOf(loads);
    }

    private static Requests requests(
            Samples samples,
            Window window,
            Choice choice,
            Summary response,
            Summary service,
            Summary slip,
            Summary late) {
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
                new Judgement(
                        Verdict.MISSING,
                        List.of(Criteria.missing(testCase.id(), repetition)),
                        List.of(),
                        Timeliness.NONE),
                Course.UNKNOWN,
                Requests.NONE,
                List.of(),
                Overhead.without("There are no data."),
                Measured.NOTHING,
                Details.NONE,
                Series.EMPTY);
    }

    private static Distribution distribution(Samples samples, Choice choice, Value value) {
        long[] values = new long[samples.size()];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (choice.of(i)) {
                values[count++] = value.of(i);
            }
        }
        return Distribution.of(values, count);
    }
}
