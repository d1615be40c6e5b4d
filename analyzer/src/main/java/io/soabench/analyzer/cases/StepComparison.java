package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The time of two engines between two partner calls. It is judged where partners take at least half of the response time on both engines.
 * Elsewhere most of the response time is the engines', so response times are judged, and no test of the run is spent on their parts.
 */
final class StepComparison {

    private static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN, 0);

    private StepComparison() {}

    /** Returns the step overheads of two engines; empty where fewer than two blocks have any. */
    static Optional<MetricComparison.Open> of(
            CaseComparisons.Pair pair, EngineCapacities capacities, double confidence) {
        if (!pair.comparable() || capacities.full(pair.a()) || capacities.full(pair.b())) {
            return Optional.empty();
        }
        NavigableMap<Integer, Double> left = values(pair.a(), pair.ofA(), Statistic.STEP_OVERHEAD);
        NavigableMap<Integer, Double> right = values(pair.b(), pair.ofB(), Statistic.STEP_OVERHEAD);
        int[] blocks = left.keySet().stream()
                .filter(right::containsKey)
                .mapToInt(block -> block)
                .toArray();
        if (blocks.length < 2) {
            return Optional.empty();
        }
        Ratio ratio = BlockedRatios.paired(left, right, confidence);
        double[] differences = IntStream.of(blocks)
                .mapToDouble(block -> right.get(block) - left.get(block))
                .toArray();
        double partners = Math.min(partners(pair.a(), pair.ofA()), partners(pair.b(), pair.ofB()));
        return Optional.of(new MetricComparison.Open(
                pair,
                Statistic.STEP_OVERHEAD,
                left,
                right,
                ratio,
                ratio.known() ? Interval.ofChanges(differences, confidence) : NONE,
                ratio,
                effects(pair),
                ratio.known() && partners >= MetricComparison.PARTNERS));
    }

    /**
     * Returns the possible effects of other causes than the engines. Their whole effect on the response times is in the time of the engines,
     * and in each step by the same factor.
     */
    private static PossibleEffects effects(CaseComparisons.Pair pair) {
        return pair.effects()
                .onPart(Math.max(1 / (1 - partners(pair.a(), pair.ofA())), 1 / (1 - partners(pair.b(), pair.ofB()))));
    }

    private static NavigableMap<Integer, Double> values(CaseResult result, String process, String metric) {
        return MetricComparison.Open.values(result, repetition -> average(repetition, process, metric));
    }

    private static double average(RepetitionResult repetition, String process, String metric) {
        Target target = Statistic.process(process);
        return repetition.measured().of(metric, target, StatisticFunction.AVERAGE);
    }

    /** Returns the mean share of the time of a request in which a partner call is in progress; NaN when it is unknown. */
    private static double partners(CaseResult result, String process) {
        return result.usable().stream()
                .mapToDouble(each -> 1
                        - average(each, process, Statistic.ENGINE_TIME)
                                / average(each, process, Statistic.SERVICE_TIME))
                .average()
                .orElse(Double.NaN);
    }

    /** Returns a comparison in words. */
    static String words(MetricComparison.Open open, PairVerdict verdict, double confidence) {
        boolean exchanged = open.ratio().known() && open.ratio().value() < 1;
        String more = open.pair().name(!exchanged);
        String less = open.pair().name(exchanged);
        String begin = "Between two partner calls, ";
        if (!open.ratio().known()) {
            return begin + open.pair().name(false) + " takes "
                    + SentenceText.ms(MetricComparison.Open.mean(open.left())) + ", "
                    + open.pair().name(true) + " " + SentenceText.ms(MetricComparison.Open.mean(open.right()))
                    + ". A time of zero has no ratio.";
        }
        String numbers = "ratio " + open.number(exchanged) + ", " + open.interval(exchanged, confidence);
        if (verdict == null) {
            return begin + open.pair().name(false) + " takes "
                    + SentenceText.ms(MetricComparison.Open.mean(open.left())) + ", "
                    + open.pair().name(true) + " " + SentenceText.ms(MetricComparison.Open.mean(open.right())) + " ("
                    + numbers
                    + "). On one engine or both, partners take less than half of the time, so only response times are judged.";
        }
        return begin
                + switch (verdict.state()) {
                    case BETTER, WORSE ->
                        more + " takes " + open.number(exchanged) + "× as long as " + less + " ("
                                + open.interval(exchanged, confidence) + ").";
                    case EQUIVALENT ->
                        less + " and " + more + " take the same time to within "
                                + SentenceText.percent(verdict.margin() - 1) + " (" + numbers + ").";
                    case UNDECIDED, SATURATED, CAPACITY ->
                        "the data do not show which of " + less + " and " + more + " takes longer (" + numbers
                                + open.why(verdict, confidence) + ").";
                };
    }
}
