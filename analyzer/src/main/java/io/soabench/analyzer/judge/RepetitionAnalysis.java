package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.Calls;
import io.soabench.analyzer.folder.Environment;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.Samples;
import io.soabench.analyzer.judge.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.Distribution;
import io.soabench.analyzer.stat.Summary;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.RepetitionRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        List<ServiceUse> services = services(folder.calls());

        List<MetricSeries> metrics = MetricSeries.of(folder.observations(), kinds);

        Validity validity = new Validity(folder, testCase, window);
        validity.state();
        validity.files();
        validity.lost();
        validity.number(requests);
        validity.slip(slip, response);
        validity.generator(environment);
        validity.ledger(ledger);
        validity.mocks(services, response);
        validity.events();
        validity.environment();
        validity.clocks(response);
        validity.network();
        validity.warnings();
        warmUp(folder).ifPresent(validity::warmUp);
        validity.steady(timeline.drift(), timeline.warmUpS());
        List<Check> checks = validity.checks();
        boolean valid = checks.stream().noneMatch(c -> c.state() == Check.State.VIOLATED);
        List<FailureCause> causes = Failures.of(folder, absences, testCase.timeOutMs());

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
                validity.generatorCpu(),
                overhead.overhead(),
                overhead.idealMedianMs(),
                overhead.note(),
                timeline.drift(),
                window.known() ? window.warmUpSeconds() : Double.NaN,
                warmUp(folder).orElse(null),
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
        Check check = new Check(
                "data",
                Double.NaN,
                Double.NaN,
                "",
                Check.State.VIOLATED,
                "There are no data of repetition " + repetition + " of " + testCase.id() + ".");
        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                "UNKNOWN",
                Verdict.MISSING,
                List.of(check),
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

    /** How the warm-up ended: of several load clients one that was not steady decides. */
    private static Optional<LoadRecord.WarmUp> warmUp(RepetitionFolder folder) {
        return folder.loads().values().stream().map(LoadRecord::warmUp).max(Comparator.naturalOrder());
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

    private static List<ServiceUse> services(Calls calls) {
        List<ServiceUse> all = new ArrayList<>();
        for (Calls.Operation operation : calls.operations()) {
            long[] responses = operation.responsesNs();
            long[] errors = new long[responses.length];
            double planned = 0;
            for (int i = 0; i < responses.length; i++) {
                planned += operation.plannedNs(i) / 1e6;
                errors[i] = Math.abs(responses[i] - operation.plannedNs(i));
            }
            all.add(new ServiceUse(
                    operation.service(),
                    operation.instance(),
                    operation.operation(),
                    operation.calls(),
                    operation.failed(),
                    operation.bad(),
                    operation.untraced(),
                    Summary.of(Distribution.of(responses, responses.length)),
                    responses.length == 0 ? Double.NaN : planned / responses.length,
                    Distribution.of(errors, errors.length).quantile(0.99) / 1e6));
        }
        return all;
    }
}
