package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.Environment;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.Samples;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.folder.Window;
import io.soabench.analyzer.judge.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.Distribution;
import io.soabench.analyzer.stat.Summary;
import io.soabench.analyzer.validity.Check;
import io.soabench.analyzer.validity.Criteria;
import io.soabench.analyzer.validity.Evidence;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.RepetitionRecord;
import java.util.List;
import java.util.Map;

/** Computes everything that is known of one repetition from its folder. */
public final class RepetitionAnalysis {

    private final Environment environment;
    private final Map<String, Kind> kinds;
    private final double[] shares;
    private final int points;

    /**
     * Prepares the analysis of repetitions.
     *
     * @param environment of the run
     * @param kinds of the metrics of servers, by name
     * @param shares further quantiles to compute, 0 to 1
     * @param points largest number of single requests to keep of a repetition
     */
    public RepetitionAnalysis(Environment environment, Map<String, Kind> kinds, List<Double> shares, int points) {
        this.kinds = kinds;
        this.environment = environment;
        this.shares = shares.stream().mapToDouble(s -> s).toArray();
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
        Choice measured = samples::measured;
        Choice timed = i -> samples.measured(i) && samples.timed(i);
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
        Distribution latencies = distribution(samples, timed, samples::latencyNs);
        Summary response = Summary.of(latencies, shares);
        List<Series.Percentile> percentiles = Charts.percentiles(latencies);
        Summary service = summary(samples, timed, i -> samples.endNs(i) - samples.startNs(i));
        Summary slip = summary(samples, measured, i -> samples.startNs(i) - samples.intendedNs(i));
        Overhead overhead = Overhead.of(folder);
        Timeline timeline = new Timeline(samples, window);
        Absences absences = Absences.of(folder, testCase);
        List<LedgerEntry> ledger = Ledger.of(folder, testCase, absences);
        List<ServiceUse> services = ServiceUse.of(folder.calls());

        List<MetricSeries> metrics = MetricSeries.of(folder.observations(), kinds);

        Evidence evidence = new Evidence(
                folder,
                testCase,
                environment,
                window,
                requests,
                response,
                slip,
                ledger,
                services,
                timeline.drift(),
                timeline.warmUpS());
        List<Check> checks = Criteria.judge(evidence);
        boolean valid = checks.stream().noneMatch(c -> c.state() == Check.State.VIOLATED);
        List<FailureCause> causes = Failures.of(folder, absences, testCase.schedule().timeOutMs());

        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                folder.record().map(r -> r.state().name()).orElse("UNKNOWN"),
                valid ? Verdict.VALID : Verdict.INVALID,
                checks,
                ledger,
                window.startNs(),
                window.seconds(),
                samples.size() - requests,
                requests,
                succeeded,
                window.known() ? answers / window.seconds() : Double.NaN,
                response,
                service,
                slip,
                evidence.busiestShare(),
                overhead.overhead(),
                overhead.idealMedianMs(),
                overhead.note(),
                timeline.drift(),
                window.known() ? window.warmUpSeconds() : Double.NaN,
                evidence.warmUp().orElse(null),
                timeline.warmUpS(),
                causes,
                services,
                metrics.stream()
                        .filter(series -> series.touches(window))
                        .map(series -> series.summary(window))
                        .toList(),
                folder.tellingLines(causes.stream().anyMatch(c -> c.origin().equals(Failures.ENGINE))),
                folder.record().map(RepetitionRecord::roundTrips).orElse(List.of()),
                new Series(
                        timeline.buckets(),
                        Charts.points(samples, window, points),
                        Charts.histogram(samples),
                        percentiles,
                        metrics.stream()
                                .flatMap(series -> series.points(window).stream())
                                .toList(),
                        Charts.events(folder.happenings(), window)));
    }

    private static RepetitionResult missing(CasePlan testCase, int repetition, int execution) {
        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                "UNKNOWN",
                Verdict.MISSING,
                List.of(Criteria.missing(testCase.id(), repetition)),
                List.of(),
                0,
                0,
                0,
                0,
                0,
                Double.NaN,
                Summary.EMPTY,
                Summary.EMPTY,
                Summary.EMPTY,
                Double.NaN,
                Summary.EMPTY,
                Double.NaN,
                "There are no data.",
                Double.NaN,
                Double.NaN,
                null,
                Double.NaN,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Series.EMPTY);
    }

    private static Summary summary(Samples samples, Choice choice, Value value) {
        return Summary.of(distribution(samples, choice, value));
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
