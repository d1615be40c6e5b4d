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
 * @param value over the valid repetitions; its interval is NaN where there is none
 * @param confidence level of the interval
 * @param shared how many cases of the run have the spread of the interval in common; 0 when it is the case's own
 * @param pair the values of two repetitions whose spread is not known beyond them; else empty
 */
public record CaseStatistic(
        Statistic statistic, String unit, Interval value, double confidence, int shared, List<Double> pair) {

    /**
     * The value as it is shown. Two repetitions with a spread of their own have an interval that decides, since it is right, but is no use to a
     * reader: it may reach over a factor of ten thousand. Both values are shown in its place.
     */
    public Interval shown() {
        return pair.isEmpty() ? value : new Interval(value.mean(), Double.NaN, Double.NaN, value.count());
    }

    /** What is known of the value beside it, as a part of a sentence; empty with fewer than two repetitions. */
    public String certainty(DoubleFunction<String> writer) {
        if (!pair.isEmpty()) {
            return "2 repetitions: " + both(writer);
        }
        return value.known()
                ? SentenceText.level(confidence) + " CI "
                        + SentenceText.interval(value.mean(), value.low(), value.high(), writer) + " over "
                        + SentenceText.count(value.count(), "repetition", "repetitions")
                        + (shared == 0 ? "" : ", with the spread of " + shared + " cases")
                : "";
    }

    /** Both values of two repetitions. */
    String both(DoubleFunction<String> writer) {
        return pair.stream().map(writer::apply).collect(Collectors.joining(" and "));
    }
}
