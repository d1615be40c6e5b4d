package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The processor time of two engines for a completed request. It is compared under every load, because engines differ in it also where the load
 * hides other differences. These comparisons are a family of their own.
 */
final class ProcessorComparison {

    private static final double MS = 1e3;

    private static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN, 0);

    private ProcessorComparison() {}

    /** Returns the processor times of two engines, for all processes of a mix together; empty where fewer than two blocks have both. */
    static Optional<MetricComparison.Open> of(CaseComparisons.Pair pair, BlockedRatios ratios, double confidence) {
        if (!pair.process().equals(pair.a().testCase().subject())) {
            return Optional.empty();
        }
        NavigableMap<Integer, Double> left = values(pair.a(), confidence);
        NavigableMap<Integer, Double> right = values(pair.b(), confidence);
        Ratio ratio = ratios.paired(pair.a(), pair.b(), one -> values(one, confidence));
        return ratio.known()
                ? Optional.of(new MetricComparison.Open(
                        pair, Statistic.PROCESSOR_TIME, left, right, ratio, NONE, ratio, 1, true))
                : Optional.empty();
    }

    /** Returns the factor by which one engine under two names differs from itself beyond chance; 1 when it was not measured. */
    static double floor(List<PairResult> twins, double confidence) {
        return twins.stream()
                .map(twin -> MetricComparison.Open.paired(
                        values(twin.a(), confidence), values(twin.b(), confidence), confidence))
                .filter(Ratio::known)
                .mapToDouble(ratio -> Math.max(1, ratio.least()))
                .max()
                .orElse(1);
    }

    /** Returns the milliseconds for a completed request, by repetition. */
    private static NavigableMap<Integer, Double> values(CaseResult result, double confidence) {
        NavigableMap<Integer, Double> values = new TreeMap<>();
        for (WorkDone.Repetition each : WorkDone.of(result, confidence).repetitions()) {
            double perCpuS = each.perCpuS();
            if (perCpuS > 0) {
                values.put(each.repetition(), MS / perCpuS);
            }
        }
        return values;
    }

    /** Returns a comparison in words. */
    static String words(MetricComparison.Open open, PairVerdict verdict, double confidence) {
        boolean exchanged = open.ratio().value() < 1;
        String more = open.pair().name(!exchanged);
        String less = open.pair().name(exchanged);
        return "For a completed request, "
                + switch (verdict.state()) {
                    case BETTER, WORSE ->
                        more + " takes " + open.number(exchanged) + "× the processor time of " + less + " ("
                                + open.interval(exchanged, confidence) + ").";
                    case EQUIVALENT ->
                        less + " and " + more + " take the same processor time to within "
                                + SentenceText.percent(verdict.margin() - 1) + " (ratio " + open.number(exchanged)
                                + ", "
                                + open.interval(exchanged, confidence) + ").";
                    case UNDECIDED, SATURATED, CAPACITY ->
                        "the data do not show which of " + less + " and " + more + " takes more processor time (ratio "
                                + open.number(exchanged) + ", " + open.interval(exchanged, confidence)
                                + open.why(verdict, confidence) + ").";
                };
    }
}
