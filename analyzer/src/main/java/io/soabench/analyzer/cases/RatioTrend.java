package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.Trend;
import io.soabench.analyzer.validity.SteadinessState;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The trend of the ratio of two cases over the measurement, and its possible effect on their mean ratio.
 *
 * <p>In each block the logarithm of the ratio of the medians of equal parts of the measurement has a slope (Theil 1950,
 * Sen 1968). Blocks are independent, so Student's t over their slopes makes the interval. A change of the load, the
 * machine or the partners that both cases share drops out. Two runs share load and partners, so their repetitions of
 * the same number are blocks here. Other cases have Welch's t over the slopes of their own repetitions. Where the
 * trends of both cases, each by itself, allow less, these count.
 *
 * <p>A ratio is settled when it surely changes by less than {@link SteadinessState#BOUND}. Half of its change then
 * separates the mean from the end of the measurement. A ratio that is not settled may change on. The farther the
 * interval reaches beyond the bound, the longer the change goes on, up to the length of the measurement. So an interval
 * that just misses the bound counts hardly more than one that just keeps it.
 *
 * <p>Throughputs have trends, too: where a closed load takes all of an engine, it answers as many more requests as response times become
 * shorter. The same rules hold for the answers a second in equal parts of the measurement. So they do for the processor time of a request,
 * which falls while code is compiled.
 *
 * @param end largest change of the logarithm of the ratio from the start to the end of the measurement, by the interval
 *     of its trend; infinite without a bound
 * @param goesOn share of the measurement for which the change is assumed to go on after it, from 0 for a settled ratio
 *     to 1
 */
public record RatioTrend(double end, double goesOn) {

    /** The largest change of the logarithm of a settled ratio. */
    private static final double BOUND = Math.log1p(SteadinessState.BOUND);

    /** Half of a change separates the mean of a measurement from its end. */
    private static final double HALF = 0.5;

    /** Share from which on the change is reported to go on for as long again. */
    private static final double NEARLY_ALL = 0.99;

    /** The trend of cases that need not be steady, or that are not compared. */
    public static final RatioTrend NONE = new RatioTrend(0, 0);

    /**
     * A quantity over the measurement.
     *
     * @param judged whether the usability of a case is that of this quantity
     * @param trend trend of a repetition
     * @param parts values of equal parts of the measurement
     */
    private record Course(
            boolean judged, Function<RepetitionResult, Trend> trend, Function<RepetitionResult, List<Double>> parts) {

        Trend of(RepetitionResult repetition) {
            return trend.apply(repetition);
        }

        List<Double> parts(RepetitionResult repetition) {
            return parts.apply(repetition);
        }
    }

    private static final Course TIMES =
            new Course(true, repetition -> repetition.measurement().trend(), repetition -> repetition
                    .measurement()
                    .partMedians());

    private static final Course ANSWERS = new Course(
            false,
            repetition -> repetition.measurement().answers().trend(),
            repetition -> repetition.measurement().answers().perS());

    private static final Course PROCESSOR_TIMES = new Course(
            false,
            repetition -> repetition.series().pending().processor().trend(),
            repetition -> repetition.series().pending().processor().msPerRequest());

    /**
     * Returns the trend of the ratio of the response times of two cases.
     *
     * @param blocks whether repetitions of the same number had the same requests
     */
    public static RatioTrend of(CaseResult a, CaseResult b, boolean blocks) {
        return of(a, b, blocks, TIMES);
    }

    /**
     * Returns the trend of the ratio of the throughputs of two cases.
     *
     * @param blocks whether repetitions of the same number had the same requests
     */
    static RatioTrend ofThroughputs(CaseResult a, CaseResult b, boolean blocks) {
        return of(a, b, blocks, ANSWERS);
    }

    /**
     * Returns the trend of the ratio of the processor times of two cases for a completed request.
     *
     * @param blocks whether repetitions of the same number had the same requests
     */
    static RatioTrend ofProcessorTimes(CaseResult a, CaseResult b, boolean blocks) {
        return of(a, b, blocks, PROCESSOR_TIMES);
    }

    private static RatioTrend of(CaseResult a, CaseResult b, boolean blocks, Course course) {
        RatioTrend each = sum(own(a, course), own(b, course));
        RatioTrend both = to(end(ofRatio(a, b, blocks, course)));
        if (!(both.end < Double.POSITIVE_INFINITY)) {
            return each;
        }
        // Both are steady: how their ratio wanders is chance, and no reason to expect more of it.
        if (each.goesOn == 0) {
            return new RatioTrend(Math.min(each.end, both.log() / HALF), 0);
        }
        return both.log() < each.log() ? both : each;
    }

    /** Returns whether the ratio did not change by more than counts as steady. */
    public boolean settled() {
        return goesOn == 0;
    }

    private double log() {
        return (HALF + goesOn) * end;
    }

    /** Returns the largest factor by which the ratio may differ once it is steady, at least 1; infinite without a bound. */
    public double factor() {
        return Math.exp(log());
    }

    /**
     * Returns the factor that a difference must exceed. The larger one of trend and harness counts where the ratio is
     * settled, both where its change goes on for as long again, and a mean of both rules in between.
     *
     * @param harness largest factor by which the harness may have lengthened either time by being late, at least 1
     */
    public double allowance(double harness) {
        double late = Math.log(harness);
        return end == Double.POSITIVE_INFINITY
                ? end
                : Math.exp((1 - goesOn) * Math.max(late, HALF * end) + goesOn * (late + (1 + HALF) * end));
    }

    /** Returns the assumption of a least ratio, as a part of a sentence. */
    public String takenForGranted() {
        return goesOn > NEARLY_ALL
                ? CaseUsability.GOING_ON
                : "even if the trends continued for another " + SentenceText.percent(goesOn) + " of the measurement";
    }

    /** Returns the trend of a change up to {@code end}. */
    private static RatioTrend to(double end) {
        return new RatioTrend(end, Math.min(1, Math.max(0, (end - BOUND) / BOUND)));
    }

    /** Returns the trend of one case by itself. */
    private static RatioTrend own(CaseResult result, Course course) {
        List<RepetitionResult> usable = result.usable();
        if (!usable.isEmpty() && usable.stream().allMatch(r -> r.steady() == SteadinessState.NOT_MEANT)) {
            return NONE;
        }
        double end = end(Trend.mean(usable.stream().map(course::of).toList()));
        return course.judged() && result.usability().state() == CaseUsability.State.SETTLED
                ? new RatioTrend(Math.min(end, BOUND), 0)
                : to(end);
    }

    private static RatioTrend sum(RatioTrend a, RatioTrend b) {
        double end = a.end + b.end;
        double going = a.goesOn * a.end + b.goesOn * b.end;
        return new RatioTrend(end, going == 0 ? 0 : end < Double.POSITIVE_INFINITY ? going / end : 1);
    }

    /** Returns the distance of the farther end of a trend's interval from no change. */
    private static double end(Trend trend) {
        return trend.known()
                ? Math.max(Math.abs(Math.log1p(trend.low())), Math.abs(Math.log1p(trend.high())))
                : Double.POSITIVE_INFINITY;
    }

    private static double end(Interval change) {
        return change.known() ? Math.max(Math.abs(change.low()), Math.abs(change.high())) : Double.POSITIVE_INFINITY;
    }

    /** Returns the change of the logarithm of the ratio; without an interval where too few repetitions have a trend. */
    private static Interval ofRatio(CaseResult a, CaseResult b, boolean blocks, Course course) {
        if (blocks) {
            // One estimate for all blocks: the difference of two estimates would be spread between blocks.
            boolean byParts = Stream.concat(a.usable().stream(), b.usable().stream())
                            .mapToInt(each -> course.parts(each).size())
                            .distinct()
                            .count()
                    == 1;
            double[] changes = a.usable().stream()
                    .flatMap(one -> b.usable().stream()
                            .filter(other -> other.repetition() == one.repetition())
                            .map(other -> byParts
                                    ? ofParts(course.parts(one), course.parts(other))
                                    : Trend.withoutBounds(change(other, course) - change(one, course))))
                    .filter(Trend::known)
                    .mapToDouble(trend -> Math.log1p(trend.change()))
                    .toArray();
            if (changes.length > 1) {
                return Interval.ofChanges(changes, Trend.CONFIDENCE);
            }
        }
        return Interval.ofDifference(
                changes(a, course).toArray(), changes(b, course).toArray(), Trend.CONFIDENCE);
    }

    private static DoubleStream changes(CaseResult result, Course course) {
        return result.usable().stream()
                .map(course::of)
                .filter(Trend::known)
                .mapToDouble(trend -> Math.log1p(trend.change()));
    }

    private static Trend ofParts(List<Double> a, List<Double> b) {
        return Trend.of(IntStream.range(0, a.size())
                .mapToDouble(part -> b.get(part) / a.get(part))
                .toArray());
    }

    /** Returns the change of the logarithm over a repetition, by both halves; NaN if it is unknown. The middles of halves are half of it apart. */
    private static double change(RepetitionResult repetition, Course course) {
        List<Double> parts = course.parts(repetition);
        int half = parts.size() / 2;
        return half == 0
                ? Math.log1p(course.of(repetition).change())
                : 2 * Math.log(mean(parts.subList(parts.size() - half, parts.size())) / mean(parts.subList(0, half)));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
