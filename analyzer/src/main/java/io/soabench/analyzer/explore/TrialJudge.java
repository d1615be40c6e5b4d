package io.soabench.analyzer.explore;

import io.soabench.analyzer.cases.ChoiceConfirmation;
import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.repetition.RepetitionAnalysis;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.Timeliness;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord.Figure;
import io.soabench.plan.ExploreRecord.Figures;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The judge of a trial: it decides from one repetition whether the load was too high. The measurement is cut into {@value #BATCHES} parts
 * of equal length, whose spread makes the interval (batch means; Law, Simulation Modeling and Analysis, §9.5.3), because successive
 * requests depend on each other. The interval does not contain the differences between starts of a server; therefore a search must tolerate
 * wrong answers.
 *
 * <p>A percentile is below a limit when the share of slower requests is smaller than the percentile leaves. That share and the share of
 * failures have the interval of {@link Interval#ofShares}.
 */
public final class TrialJudge {

    /** Parts of the measurement. */
    static final int BATCHES = 10;

    private static final double CONFIDENCE = 0.95;

    private static final double NS_PER_MS = 1e6;

    private static final int POINTS = 0;

    private final RepetitionFolder folder;
    private final RepetitionResult result;
    private final CasePlan testCase;

    private TrialJudge(RepetitionFolder folder, RepetitionResult result) {
        this.folder = folder;
        this.result = result;
        this.testCase = result.testCase();
    }

    /**
     * The result of a trial.
     *
     * @param interfered whether a disturbance from outside the experiment kept the machine busy, so that the trial should be measured again
     * @param reason one sentence
     */
    public record Verdict(Outcome outcome, boolean interfered, String reason, Figures figures) {}

    /**
     * The result of a trial of a configuration.
     *
     * @param value the value that ranks configurations; {@code null} when it was not measured, or by too few requests
     */
    public record Ranked(Verdict verdict, Double value) {}

    /**
     * Judges the repetition of a trial.
     *
     * @param run folder in which a driver ran it
     * @param plan plan of the trial
     */
    public static Verdict of(Path run, Plan plan, Execution execution) {
        return judge(run, plan, execution).verdict();
    }

    /** Judges a trial of a configuration, which is ranked by a statistic that clients observe. */
    public static Ranked ranked(Path run, Plan plan, Execution execution, String metric, StatisticFunction function) {
        TrialJudge judge = judge(run, plan, execution);
        Verdict verdict = judge.verdict();
        Double value = judge.result.usable() ? known(ChoiceConfirmation.value(judge.result, metric, function)) : null;
        return new Ranked(verdict, value);
    }

    private static TrialJudge judge(Path run, Plan plan, Execution execution) {
        CasePlan testCase = plan.caseOf(execution.caseId());
        Optional<EnvironmentRecord> environment = read(run.resolve(RunFiles.ENVIRONMENT), EnvironmentRecord.class);
        Map<String, MetricRecord.Kind> kinds = read(run.resolve(RunFiles.METRICS), MetricRecord.File.class)
                .map(file -> file.metrics().stream()
                        .collect(Collectors.toMap(MetricRecord::name, MetricRecord::kind, (a, b) -> a)))
                .orElse(Map.of());
        RepetitionFolder folder = new RepetitionFolder(
                RunFiles.repetition(run, execution.caseId(), execution.repetition()), plan, testCase);
        RepetitionResult alone = new RepetitionAnalysis(
                        new EnvironmentEntries(environment), kinds, new ModelQuestions(plan), POINTS)
                .of(folder, testCase, execution.repetition(), 1);
        RepetitionResult result =
                alone.judgedAgainst(Timeliness.fastest(List.of(alone.judgement().timeliness())));
        return new TrialJudge(folder, result);
    }

    private static <T> Optional<T> read(Path file, Class<T> type) {
        return Files.isRegularFile(file) ? Optional.of(Json.read(file, type)) : Optional.empty();
    }

    private Verdict verdict() {
        List<Figure> figures = new ArrayList<>();
        if (!result.usable()) {
            Optional<String> died = died();
            return died.isPresent()
                    ? verdict(Outcome.MISSED, died.get(), figures)
                    : verdict(Outcome.USELESS, whyUseless(), figures);
        }
        testCase.objectives().forEach(objective -> figures.add(figure(objective)));
        if (result.measurement().pace().saturated()) {
            return verdict(
                    Outcome.MISSED,
                    "the engine did not keep up: " + result.measurement().pace().finding(),
                    figures);
        }
        for (Outcome outcome : List.of(Outcome.MISSED, Outcome.UNDECIDED)) {
            Optional<Figure> worst =
                    figures.stream().filter(f -> f.outcome() == outcome).findFirst();
            if (worst.isPresent()) {
                return verdict(outcome, words(worst.get()), figures);
            }
        }
        return result.valid()
                ? verdict(
                        Outcome.MET, figures.stream().map(TrialJudge::words).collect(Collectors.joining(", ")), figures)
                : verdict(Outcome.UNDECIDED, result.measurement().pace().finding(), figures);
    }

    private Verdict verdict(Outcome outcome, String reason, List<Figure> figures) {
        return new Verdict(
                outcome,
                result.usable() ? result.interfered() : result.disturbed() || result.interfered(),
                reason,
                new Figures(
                        result.requests(),
                        known(result.throughput()),
                        known(result.failureRate()),
                        known(result.response().mean()),
                        known(result.response().median()),
                        known(result.response().p99()),
                        List.copyOf(figures)));
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    /**
     * Returns the early end of the server under test as a sentence; empty when the server survived the load, or ended
     * before the load began.
     */
    private Optional<String> died() {
        return folder.record()
                .filter(record ->
                        record.phase(RepetitionRecord.PhaseRecord.WARM_UP).isPresent())
                .flatMap(record -> record.servers().stream()
                        .filter(server -> server.name().equals(testCase.server()) && server.stopped() == ServerEnd.DIED)
                        .findFirst())
                .map(server -> "server " + server.name() + " died under the load");
    }

    private String whyUseless() {
        String message = folder.record().map(RepetitionRecord::message).orElse("");
        return message.isEmpty()
                ? result.sentences(CriterionCheck.State.VIOLATED).stream()
                        .findFirst()
                        .orElse("there are no data")
                : message;
    }

    private Figure figure(ObjectivePlan objective) {
        Requests requests = new Requests(folder, process(objective.target()));
        boolean response = objective.metric().equals(Statistic.RESPONSE_TIME);
        double bound = response ? objective.limit() * 1000 : objective.limit();
        if (!response) {
            Interval share = requests.share(i -> !folder.samples().succeeded(i), i -> true);
            return decided(objective, share, bound, "ratio", Long.MAX_VALUE);
        }
        StatisticFunction function = objective.statistic();
        return switch (function.kind()) {
            case AVERAGE -> decided(objective, requests.mean(), bound, "ms", Long.MAX_VALUE);
            case MEDIAN -> decided(objective, requests.quantile(0.5), bound, "ms", requests.count());
            case PERCENTILE ->
                decided(
                        objective,
                        requests.quantile(function.fraction()),
                        bound,
                        "ms",
                        requests.count() - function.valuesNeeded());
            case MIN, MAX, STANDARD_DEVIATION, TOTAL, COUNT, CONFIDENCE, HISTOGRAM, CHART_OVER_TIME ->
                throw new IllegalArgumentException("a trial cannot decide \"" + objective.text() + "\"");
        };
    }

    /** Returns the index of a process; negative for all processes together. */
    private int process(Target target) {
        return target.kind() == Target.Kind.PROCESS && testCase.mixed() && !target.every()
                ? testCase.processes().indexOf(target.name())
                : -1;
    }

    /**
     * Decides an objective by an interval.
     *
     * @param spare requests beyond the necessary number; with fewer, the objective is never known to be met
     */
    private static Figure decided(ObjectivePlan objective, Interval value, double bound, String unit, long spare) {
        DoublePredicate holds = number -> objective.comparison().holds(number, bound);
        Outcome outcome;
        if (!value.known()) {
            outcome = Outcome.UNDECIDED;
        } else if (!holds.test(value.low())) {
            outcome = Outcome.MISSED;
        } else {
            outcome = holds.test(value.high()) && spare >= 0 ? Outcome.MET : Outcome.UNDECIDED;
        }
        return new Figure(
                objective.text(), known(value.mean()), known(value.low()), known(value.high()), bound, unit, outcome);
    }

    private static String words(Figure figure) {
        String value = figure.value() == null ? "nothing was measured" : text(figure, figure.value());
        String interval = figure.low() == null || figure.high() == null
                ? ""
                : " (" + text(figure, figure.low()) + " to " + text(figure, figure.high()) + ")";
        return figure.text() + " is " + figure.outcome().text() + " with " + value + interval;
    }

    private static String text(Figure figure, double value) {
        return figure.unit().equals("ms") ? SentenceText.ms(value) : SentenceText.percent(value);
    }

    /** The measured requests of a process, or of all, in parts. */
    private static final class Requests {

        private final RequestSamples samples;
        private final IntPredicate own;
        private final MeasurementWindow window;
        private final double[] sorted;

        Requests(RepetitionFolder folder, int process) {
            samples = folder.samples();
            own = i -> samples.measured(i) && (process < 0 || samples.process(i) == process);
            window = MeasurementWindow.of(folder);
            sorted = IntStream.range(0, samples.size())
                    .filter(own.and(samples::timed))
                    .mapToDouble(i -> samples.latencyNs(i) / NS_PER_MS)
                    .sorted()
                    .toArray();
        }

        long count() {
            return sorted.length;
        }

        private int batch(int request) {
            double at = (double) (samples.intendedNs(request) - window.startNs())
                    / Math.max(1, window.endNs() - window.startNs());
            return (int) Math.max(0, Math.min(BATCHES - 1, Math.floor(at * BATCHES)));
        }

        Interval share(IntPredicate hit, IntPredicate among) {
            long[] hits = new long[BATCHES];
            long[] all = new long[BATCHES];
            for (int i = 0; i < samples.size(); i++) {
                if (own.test(i) && among.test(i)) {
                    int batch = batch(i);
                    all[batch]++;
                    hits[batch] += hit.test(i) ? 1 : 0;
                }
            }
            return Interval.ofShares(hits, all, CONFIDENCE);
        }

        Interval mean() {
            double[] sums = new double[BATCHES];
            long[] counts = new long[BATCHES];
            for (int i = 0; i < samples.size(); i++) {
                if (own.test(i) && samples.timed(i)) {
                    int batch = batch(i);
                    counts[batch]++;
                    sums[batch] += samples.latencyNs(i) / NS_PER_MS;
                }
            }
            double[] means = IntStream.range(0, BATCHES)
                    .filter(batch -> counts[batch] > 0)
                    .mapToDouble(batch -> sums[batch] / counts[batch])
                    .toArray();
            return Interval.of(means, CONFIDENCE)
                    .around(Arrays.stream(sorted).average().orElse(Double.NaN));
        }

        /**
         * Returns the interval of a quantile. Between its ends, the share of slower requests does not differ detectably from that which the
         * quantile leaves.
         */
        Interval quantile(double share) {
            if (sorted.length == 0) {
                return new Interval(Double.NaN, Double.NaN, Double.NaN, 0);
            }
            double value = sorted[(int) Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
            LongFunction<Interval> beyond =
                    rank -> share(i -> samples.latencyNs(i) / NS_PER_MS > sorted[(int) rank], samples::timed);
            if (!beyond.apply(0).known()) {
                return new Interval(value, Double.NaN, Double.NaN, 1);
            }
            int low = first(rank -> beyond.apply(rank).low() <= 1 - share);
            int high = first(rank -> beyond.apply(rank).high() < 1 - share);
            // No request was slower than the slowest one, so the upper end of the interval may be unknown.
            double upper = high >= sorted.length ? Double.POSITIVE_INFINITY : sorted[high];
            return new Interval(
                    value, Math.min(value, sorted[Math.min(low, sorted.length - 1)]), Math.max(value, upper), BATCHES);
        }

        /** Returns the first rank for which the condition holds; the number of ranks when it holds for none. */
        private int first(LongPredicate found) {
            int from = 0;
            int to = sorted.length;
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (found.test(middle)) {
                    to = middle;
                } else {
                    from = middle + 1;
                }
            }
            return from;
        }
    }
}
