package io.soabench.analyzer.history;

import io.soabench.analyzer.stat.Autocorrelation;
import io.soabench.analyzer.stat.EDivisive;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.LeastSquaresLine;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A metric of a case over runs, with its changes.
 *
 * @param points points in the order in which the runs began
 * @param changes changes in the same order
 * @param trend trend in place of changes, where the series rises or falls all the time; null without one
 * @param first p-value of the best split of the whole series; NaN when there was nothing to test
 */
public record ChangeSeries(Subject of, List<Point> points, List<Change> changes, Trend trend, double first) {

    /** Smallest reported factor of a change; smaller changes are as common between nights. */
    public static final double LEAST_FACTOR = 1.05;

    /** Smallest reported difference of shares, which change by differences. */
    public static final double LEAST_DIFFERENCE = 0.005;

    /** The metrics of a series. */
    public enum Metric {
        /** Mean response time, milliseconds. */
        RESPONSE_TIME("response-time", "mean response time", "ms", false),
        /** Good answers per second. */
        THROUGHPUT("throughput", "throughput", "1/s", true),
        /** Share of the requests that failed. */
        FAILURES("failures", "share of failed requests", "ratio", false);

        private final String id;
        private final String words;
        private final String unit;
        private final boolean moreIsBetter;

        Metric(String id, String words, String unit, boolean moreIsBetter) {
            this.id = id;
            this.words = words;
            this.unit = unit;
            this.moreIsBetter = moreIsBetter;
        }

        /** Returns the name of the metric in the language. */
        public String id() {
            return id;
        }

        /** Returns the unit of its values. */
        public String unit() {
            return unit;
        }

        /** Returns whether the metric changes by factors. Shares may be zero and change by differences. */
        public boolean byFactors() {
            return this != FAILURES;
        }

        private String value(double number) {
            return switch (this) {
                case RESPONSE_TIME -> SentenceText.ms(number);
                case THROUGHPUT -> SentenceText.number(number) + " /s";
                case FAILURES -> SentenceText.percent(number);
            };
        }
    }

    /** The process, workload, engine and metric of a series. */
    public record Subject(String process, String workload, String engine, Metric metric) {

        /** Returns the subject in words. */
        public String words() {
            return engine + ", " + process + " under " + workload;
        }
    }

    /**
     * A value.
     *
     * @param run name of the run
     */
    public record Point(String run, double value) {}

    /**
     * A change.
     *
     * @param index of the first point after it
     * @param before typical value of the segment before: the geometric mean, of shares the mean
     * @param after typical value of the segment after, up to the next change
     * @param size after / before; of shares after − before
     * @param low lower end of its interval: Welch's t over runs for this change point, on logarithms of ratios
     * @param high upper end of its interval
     * @param words size and interval in words
     */
    public record Change(
            int index,
            double before,
            double after,
            double size,
            double low,
            double high,
            double pValue,
            boolean better,
            String words,
            String sentence) {}

    /**
     * A steady rise or fall over the whole series.
     *
     * @param size last / first of the line through the series; of shares last − first
     * @param low lower end of its interval
     * @param high upper end of its interval
     */
    public record Trend(double size, double low, double high, boolean better, String sentence) {}

    /** Returns a series with too few values for a search for changes. */
    static ChangeSeries untested(Subject subject, List<Point> points) {
        return new ChangeSeries(subject, List.copyOf(points), List.of(), null, Double.NaN);
    }

    /** Returns the values as they are tested: logarithms of values that change by factors. */
    static double[] tested(Subject subject, List<Point> points) {
        return points.stream()
                .mapToDouble(point -> subject.metric().byFactors() ? Math.log(point.value()) : point.value())
                .toArray();
    }

    /**
     * Searches a series for changes.
     *
     * @param points at least one
     * @param likeness autocorrelation of neighbours, at least 0; it is removed before the test
     * @param level see {@link EDivisive}
     */
    static ChangeSeries of(
            Subject subject, List<Point> points, double likeness, double level, int permutations, double confidence) {
        double[] values = tested(subject, points);
        EDivisive.Result found =
                EDivisive.of(Autocorrelation.whitened(values, likeness), level, permutations, seed(subject));
        List<EDivisive.Change> kept = large(subject, values, found.changes());
        if (!kept.isEmpty()
                && LeastSquaresLine.describes(
                        values, kept.stream().map(EDivisive.Change::index).toList())) {
            Trend trend = trend(subject, values, likeness, confidence);
            return new ChangeSeries(subject, List.copyOf(points), List.of(), trend, found.first());
        }
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            int from = i == 0 ? 0 : kept.get(i - 1).index();
            int to = i + 1 == kept.size() ? points.size() : kept.get(i + 1).index();
            changes.add(change(subject, points, from, kept.get(i), to, confidence));
        }
        return new ChangeSeries(subject, List.copyOf(points), changes, null, found.first());
    }

    /** Removes the smallest change until all remaining ones are large enough. */
    private static List<EDivisive.Change> large(Subject subject, double[] values, List<EDivisive.Change> found) {
        List<EDivisive.Change> kept = new ArrayList<>(found);
        double least = least(subject);
        while (!kept.isEmpty()) {
            int smallest = 0;
            double size = Double.POSITIVE_INFINITY;
            for (int i = 0; i < kept.size(); i++) {
                int from = i == 0 ? 0 : kept.get(i - 1).index();
                int to = i + 1 == kept.size() ? values.length : kept.get(i + 1).index();
                int at = kept.get(i).index();
                double step = Math.abs(NumberStatistics.mean(Arrays.copyOfRange(values, at, to))
                        - NumberStatistics.mean(Arrays.copyOfRange(values, from, at)));
                if (step < size) {
                    size = step;
                    smallest = i;
                }
            }
            if (size >= least) {
                break;
            }
            kept.remove(smallest);
        }
        return kept;
    }

    private static double least(Subject subject) {
        return subject.metric().byFactors() ? Math.log(LEAST_FACTOR) : LEAST_DIFFERENCE;
    }

    /** Returns the trend of a series that no step describes; null when it is small or may be none. */
    private static Trend trend(Subject subject, double[] values, double likeness, double confidence) {
        Interval change = LeastSquaresLine.of(values).interval(likeness, confidence);
        if (Math.abs(change.mean()) < least(subject) || (change.low() <= 0 && change.high() >= 0)) {
            return null;
        }
        Metric metric = subject.metric();
        Interval size = metric.byFactors()
                ? new Interval(Math.exp(change.mean()), Math.exp(change.low()), Math.exp(change.high()), change.count())
                : change;
        boolean more = change.mean() > 0;
        boolean better = more == metric.moreIsBetter;
        return new Trend(
                size.mean(),
                size.low(),
                size.high(),
                better,
                subject.words() + ": over the " + values.length + " runs the " + metric.words
                        + (more ? " rises" : " falls") + " steadily, and ends "
                        + by(metric, size, more) + " than it began (" + SentenceText.level(confidence) + " CI "
                        + interval(metric, size, more) + "): " + (better ? "better" : "worse") + ".");
    }

    /** Returns a random seed that depends on the subject alone, so that a series has the same result on any page. */
    private static long seed(Subject subject) {
        return List.of(
                        subject.process(),
                        subject.workload(),
                        subject.engine(),
                        subject.metric().id())
                .hashCode();
    }

    private static Change change(
            Subject subject, List<Point> points, int from, EDivisive.Change at, int to, double confidence) {
        double[] before = values(points, from, at.index());
        double[] after = values(points, at.index(), to);
        Metric metric = subject.metric();
        Interval size;
        if (metric.byFactors()) {
            Ratio ratio = Ratio.unpaired(before, after, confidence);
            size = new Interval(ratio.value(), ratio.low(), ratio.high(), ratio.blocks());
        } else {
            size = Interval.ofDifference(before, after, confidence);
        }
        boolean more = metric.byFactors() ? size.mean() > 1 : size.mean() > 0;
        boolean better = more == metric.moreIsBetter;
        double levelBefore = level(metric, before);
        double levelAfter = level(metric, after);
        String sentence =
                subject.words() + ": from run " + points.get(at.index()).run() + " on the " + metric.words + " is "
                        + by(metric, size, more) + " than before (" + SentenceText.level(confidence) + " CI "
                        + interval(metric, size, more)
                        + "), " + metric.value(levelAfter) + " after " + metric.value(levelBefore) + ": "
                        + (better ? "better" : "worse") + ".";
        return new Change(
                at.index(),
                levelBefore,
                levelAfter,
                size.mean(),
                size.low(),
                size.high(),
                at.pValue(),
                better,
                by(metric, size, more) + " (" + interval(metric, size, more) + ")",
                sentence);
    }

    private static String by(Metric metric, Interval size, boolean more) {
        return amount(metric, size.mean(), more) + (more ? " higher" : " lower");
    }

    private static String interval(Metric metric, Interval size, boolean more) {
        double one = more ? size.low() : size.high();
        double other = more ? size.high() : size.low();
        return amount(metric, one, more) + " to " + amount(metric, other, more);
    }

    /** Returns the amount of a change in words, in the direction of the change. */
    private static String amount(Metric metric, double size, boolean more) {
        double distance = metric.byFactors() ? size - 1 : size;
        double signed = more ? distance : -distance;
        return SentenceText.number(100 * signed) + (metric.byFactors() ? " %" : " percentage points");
    }

    private static double[] values(List<Point> points, int from, int to) {
        return points.subList(from, to).stream().mapToDouble(Point::value).toArray();
    }

    private static double level(Metric metric, double[] values) {
        return metric.byFactors()
                ? Math.exp(NumberStatistics.mean(
                        Arrays.stream(values).map(Math::log).toArray()))
                : NumberStatistics.mean(values);
    }

    /** Returns the typical value of the segment to which a point belongs. */
    public double levelAt(int index) {
        int from = 0;
        int to = points.size();
        for (Change change : changes) {
            if (change.index() <= index) {
                from = change.index();
            } else {
                to = Math.min(to, change.index());
            }
        }
        return level(of.metric(), values(points, from, to));
    }
}
