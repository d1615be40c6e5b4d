package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * A statistic of a case.
 *
 * @param value value over the valid repetitions; its interval is NaN where there is none
 * @param confidence level of the interval
 * @param shared number of cases of the run that share the spread of the interval; 0 when it is the case's own
 * @param pair the values of two repetitions whose spread is known from them alone; else empty
 */
public record CaseStatistic(
        Statistic statistic, String unit, Interval value, double confidence, int shared, List<Double> pair) {

    /**
     * Returns the value as it is shown. Two repetitions with a spread of their own have a correct but useless interval, which may reach
     * over a factor of ten thousand. It decides, but reports show both values in its place.
     */
    public Interval shown() {
        return pair.isEmpty() ? value : new Interval(value.mean(), Double.NaN, Double.NaN, value.count());
    }

    /** Returns the same statistic with an interval that ends at the largest possible value, or at the value where that is larger. */
    CaseStatistic upTo(double largest) {
        double most = Math.max(largest, value.mean());
        return value.high() > most
                ? new CaseStatistic(
                        statistic,
                        unit,
                        new Interval(value.mean(), value.low(), most, value.count()),
                        confidence,
                        shared,
                        pair)
                : this;
    }

    /** Returns the precision of the value as a part of a sentence; empty with fewer than two repetitions. */
    public String certainty(DoubleFunction<String> writer) {
        if (!pair.isEmpty()) {
            return "2 repetitions: " + both(writer);
        }
        return value.known()
                ? SentenceText.level(confidence) + " CI "
                        + SentenceText.interval(value.mean(), value.low(), value.high(), writer) + " over "
                        + SentenceText.count(value.count(), "repetition", "repetitions")
                        + (shared == 0 ? "" : ", spread pooled over " + shared + " cases")
                : "";
    }

    /** Returns both values of two repetitions. */
    String both(DoubleFunction<String> writer) {
        return pair.stream().map(writer::apply).collect(Collectors.joining(" and "));
    }
}
