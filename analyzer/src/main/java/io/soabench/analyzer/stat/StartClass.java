package io.soabench.analyzer.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The kind of a start of an engine, by the change points of its response times during the measurement (Barrett et al., "Virtual machine
 * warmup blows hot and cold", OOPSLA 2017, section 4).
 */
public enum StartClass {
    /** No change. */
    FLAT("flat"),
    /** The end is as fast as any part. */
    WARM_UP("warm-up"),
    /** The end is slower than an earlier part. */
    SLOW_DOWN("slow-down"),
    /** A change in the last quarter. */
    NO_STEADY_STATE("no steady state"),
    /** Too few parts are known. */
    UNKNOWN("unknown");

    /** Minimum number of parts that can show a change. */
    public static final int LEAST_PARTS = 10;

    /** Upper bound of the probability that a start without any change gets another class. */
    private static final double LEVEL = 0.01;

    private static final int PERMUTATIONS = 499;

    private static final long SEED = 2017;

    /** Factor below which segments are the same, as a logarithm. */
    private static final double EQUAL_LEVELS = Math.log(1.05);

    private static final double LATEST_CHANGE = 0.75;

    private final String words;

    StartClass(String words) {
        this.words = words;
    }

    /** Returns the name in sentences and tables. */
    public String words() {
        return words;
    }

    /**
     * Returns the kind of a start.
     *
     * @param medians of the response times of equal parts of the measurement, in order; NaN where one is not known
     */
    public static StartClass of(double[] medians) {
        double[] known = Arrays.stream(medians).filter(median -> median > 0).toArray();
        if (known.length < LEAST_PARTS) {
            return UNKNOWN;
        }
        double[] values = Interval.logarithms(known);
        List<Double> levels = new ArrayList<>();
        int from = 0;
        int last = 0;
        List<EDivisive.Change> changes =
                EDivisive.of(values, LEVEL, PERMUTATIONS, SEED).changes();
        for (int i = 0; i <= changes.size(); i++) {
            int to = i < changes.size() ? changes.get(i).index() : values.length;
            double level = Interval.mean(Arrays.copyOfRange(values, from, to));
            boolean other = !levels.isEmpty() && Math.abs(level - levels.get(levels.size() - 1)) > EQUAL_LEVELS;
            if (levels.isEmpty() || other) {
                levels.add(level);
                last = other ? from : last;
            }
            from = to;
        }
        if (levels.size() == 1) {
            return FLAT;
        }
        if (last > LATEST_CHANGE * values.length) {
            return NO_STEADY_STATE;
        }
        double least = levels.stream().mapToDouble(level -> level).min().orElseThrow();
        return levels.get(levels.size() - 1) <= least + EQUAL_LEVELS ? WARM_UP : SLOW_DOWN;
    }
}
