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
import io.soabench.analyzer.validity.Saturation;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.Target;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Computes everything that is known of one repetition from its folder. */
public final class RepetitionAnalysis {

    private final Environment environment;
    private final Map<String, Kind> kinds;
    private final Questions questions;
    private final int points;

    /**
     * Prepares the analysis of repetitions.
     *
     * @param environment of the run
     * @param kinds of the metrics of servers, by name
     * @param questions what the model asks
     * @param points largest number of single requests to keep of a repetition
     */
    public RepetitionAnalysis(Environment environment, Map<String, Kind> kinds, Questions questions, int points) {
        this.kinds = kinds;
        this.environment = environment;
        this.questions = questions;
        this.points = points;
    }

    /** Takes a value for each request. */
    private interface Value {
        long of(int request);
    }

    /** Chooses requests. */
    private interface Choice {
        boolean of(int request);
    }

    /** The result; {@link Verdict#MISSING} when the folder has no data. */
    public RepetitionResult of(RepetitionFolder folder, CasePlan testCase, int repetition, int execution) {
        if (!folder.exists()) {
            return missing(testCase, repetition, execution);
        }
        Samples samples = folder.samples();
        Window window = Window.of(folder);
        Choice timed = i -> samples.measured(i) && samples.timed(i);
        Distribution latencies = distribution(samples, timed, samples::latencyNs);
        Distribution service = distribution(samples, timed, i -> samples.endNs(i) - samples.startNs(i));
        Distribution slip = distribution(samples, samples::measured, i -> samples.startNs(i) - samples.intendedNs(i));
        Requests requests = requests(samples, window, Summary.of(latencies), Summary.of(service), Summary.of(slip));
        Overhead.Computed overhead = Overhead.of(folder);
        Timeline timeline = new Timeline(samples, window);
        List<MetricSeries> metrics = MetricSeries.of(folder.observations(), kinds).stream()
                .filter(series -> series.touches(window))
                .toList();
        ServiceSeries services = new ServiceSeries(folder.calls(), window);

        Measured.Collection measured = new Measured.Collection(questions, testCase);
        Target process = Statistic.process(testCase.process());
        measured.add(Statistic.THROUGHPUT, process, timeline.throughput(requests, window));
        measured.add(Statistic.FAILURES, process, timeline.failures(requests));
        measured.add(Statistic.RESPONSE_TIME, process, Values.of(latencies));
        measured.add(Statistic.SERVICE_TIME, process, Values.of(service));
        measured.add(Statistic.SLIP, process, Values.of(slip));
        measured.add(Statistic.OVERHEAD, process, overhead.values());
        services.addTo(measured);
        metrics.forEach(
                series -> measured.add(series.metric(), Statistic.server(series.server()), series.values(window)));

        Absences absences = Absences.of(folder, testCase);
        List<LedgerEntry> ledger = Ledger.of(folder, testCase, absences);
        List<ServiceUse> uses = ServiceUse.of(folder.calls());
        Saturation saturation = Saturation.of(
                samples, window, folder.openLoad(), testCase.schedule().timeOutMs());
        Evidence evidence = new Evidence(
                folder,
                testCase,
                environment,
                window,
                requests.requests(),
                requests.response(),
                requests.slip(),
                ledger,
                uses,
                timeline.drift(),
                saturation,
                timeline.warmUpS());
        List<Check> checks = Criteria.judge(evidence);
        boolean valid = checks.stream().noneMatch(c -> c.state() == Check.State.VIOLATED);
        List<FailureCause> causes =
                Failures.of(folder, absences, testCase.schedule().timeOutMs());
        boolean byEngine = causes.stream().anyMatch(c -> c.origin().equals(Failures.ENGINE));

        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                folder.record().map(r -> r.state().name()).orElse("UNKNOWN"),
                new Judgement(valid ? Verdict.VALID : Verdict.INVALID, checks, ledger),
                new Course(
                        window.startNs(),
                        window.seconds(),
                        window.known() ? window.warmUpSeconds() : Double.NaN,
                        evidence.warmUp().orElse(null),
                        timeline.warmUpS(),
                        timeline.drift(),
                        saturation,
                        evidence.busiestShare()),
                requests,
                overhead.overhead(),
                measured.done(),
                new Details(
                        causes,
                        uses,
                        metrics.stream().map(series -> series.summary(window)).toList(),
                        folder.tellingLines(byEngine),
                        folder.record().map(RepetitionRecord::roundTrips).orElse(List.of())),
                new Series(
                        timeline.buckets(),
                        Charts.points(samples, window, points),
                        Charts.histogram(samples),
                        Charts.percentiles(latencies),
                        Stream.concat(
                                        MetricSeries.of(folder.observations(), kinds).stream()
                                                .flatMap(series -> series.points(window).stream()),
                                        services.points(questions, testCase).stream())
                                .toList(),
                        Charts.events(folder.happenings(), window),
                        Stages.of(folder.workload().stages(), samples, window)));
    }

    private static Requests requests(Samples samples, Window window, Summary response, Summary service, Summary slip) {
        long requests = 0;
        long succeeded = 0;
        long answers = 0;
        for (int i = 0; i < samples.size(); i++) {
            requests += samples.measured(i) ? 1 : 0;
            if (samples.succeeded(i)) {
                succeeded += samples.measured(i) ? 1 : 0;
                answers += window.contains(samples.endNs(i)) ? 1 : 0;
            }
        }
        return new Requests(
                samples.size() - requests,
                requests,
                succeeded,
                window.known() ? answers / window.seconds() : Double.NaN,
                response,
                service,
                slip);
    }

    private static RepetitionResult missing(CasePlan testCase, int repetition, int execution) {
        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                "UNKNOWN",
                new Judgement(Verdict.MISSING, List.of(Criteria.missing(testCase.id(), repetition)), List.of()),
                Course.UNKNOWN,
                Requests.NONE,
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
