package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.stat.Trend;
import java.util.Arrays;
import java.util.List;

/**
 * The course of the processor time for a completed request in a repetition. It falls while code is still being compiled, and rises with a heap or
 * a database that fills.
 *
 * @param msPerRequest milliseconds for a completed request in equal parts of the measurement; empty where a part would have no completed
 *     request, less than 100 ms, or no observation
 * @param trend trend over the measurement; without parts it is the difference of both halves, and has no bounds; unknown where a half has
 *     too little
 */
public record ProcessorCourse(List<Double> msPerRequest, Trend trend) {

    /** The course when nothing is known. */
    public static final ProcessorCourse UNKNOWN = new ProcessorCourse(List.of(), Trend.UNKNOWN);

    /**
     * Number of parts of the measurement. Processor time is observed once a second, and most measurements take a few times ten seconds or
     * less: more parts would have fewer than one observation each.
     */
    private static final int PARTS = Trend.LEAST_VALUES;

    /** Minimum number of observations of each server for two halves. */
    private static final int LEAST_OBSERVED = 4;

    private static final int HALVES = 2;

    /** The step of the kernel's counters of processor time, in seconds (proc(5), clock ticks). */
    private static final double STEP_S = 0.01;

    /**
     * Minimum number of steps in a part. The time of a part has an error of up to one step, with a standard deviation of 0.41 steps: 4 % of ten. A
     * trend by parts of two or three steps would be one of rounding, and could explain any difference.
     */
    private static final int LEAST_STEPS = 10;

    private static final double MS_PER_S = 1000;

    /**
     * Returns the course of the processor time of servers together.
     *
     * @param clocks processor time of each server in seconds, a counter
     * @param completedNs times in the window at which requests were completed, in any order
     */
    static ProcessorCourse of(List<MetricSeries> clocks, MeasurementWindow window, long[] completedNs) {
        int observed =
                clocks.stream().mapToInt(clock -> clock.observed(window)).min().orElse(0);
        if (observed < LEAST_OBSERVED) {
            return UNKNOWN;
        }
        if (observed >= PARTS) {
            double[] parts = parts(clocks, window, completedNs, PARTS);
            if (allKnown(parts)) {
                return new ProcessorCourse(Arrays.stream(parts).boxed().toList(), Trend.of(parts));
            }
        }
        double[] halves = parts(clocks, window, completedNs, HALVES);
        // The middles of both halves are half of the measurement apart.
        return allKnown(halves)
                ? new ProcessorCourse(List.of(), Trend.withoutBounds(HALVES * Math.log(halves[1] / halves[0])))
                : UNKNOWN;
    }

    /** Returns the milliseconds for a completed request in equal parts; NaN where a part has no request or too little time. */
    private static double[] parts(List<MetricSeries> clocks, MeasurementWindow window, long[] completedNs, int number) {
        int[] completed = new int[number];
        for (long ns : completedNs) {
            completed[(int) Math.min(number - 1, window.at(ns) / window.seconds() * number)]++;
        }
        double[] ms = new double[number];
        double before = seconds(clocks, window.startNs());
        for (int part = 0; part < number; part++) {
            double after = seconds(
                    clocks,
                    window.startNs() + Math.round((double) (window.endNs() - window.startNs()) * (part + 1) / number));
            boolean known = completed[part] > 0 && after - before >= LEAST_STEPS * STEP_S;
            ms[part] = known ? MS_PER_S * (after - before) / completed[part] : Double.NaN;
            before = after;
        }
        return ms;
    }

    private static double seconds(List<MetricSeries> clocks, long ns) {
        return clocks.stream().mapToDouble(clock -> clock.at(ns)).sum();
    }

    private static boolean allKnown(double[] values) {
        return Arrays.stream(values).noneMatch(Double::isNaN);
    }
}
