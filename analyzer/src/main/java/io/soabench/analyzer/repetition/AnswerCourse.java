package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.Trend;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The course of the throughput of a repetition.
 *
 * @param perS successful answers a second in equal parts of the measurement; empty where the parts have too few answers
 * @param trend trend of the throughput over the measurement; unknown without an answer
 */
public record AnswerCourse(List<Double> perS, Trend trend) {

    /** The course when nothing was measured. */
    public static final AnswerCourse UNKNOWN = new AnswerCourse(List.of(), Trend.UNKNOWN);

    /** Number of parts of the measurement, as of response times. */
    private static final int PARTS = 20;

    /** Minimum mean number of answers of a part. */
    private static final int LEAST_ANSWERS = 5;

    /** Returns the course of the answers to some requests, by the ends of the answers. */
    static AnswerCourse of(RequestSamples samples, MeasurementWindow window, IntPredicate choice) {
        if (!window.known()) {
            return UNKNOWN;
        }
        int[] answers = new int[PARTS];
        double sum = 0;
        long number = 0;
        for (int i = 0; i < samples.size(); i++) {
            if (choice.test(i) && samples.succeeded(i) && window.contains(samples.endNs(i))) {
                double share = window.at(samples.endNs(i)) / window.seconds();
                answers[(int) Math.min(PARTS - 1, share * PARTS)]++;
                sum += share;
                number++;
            }
        }
        if (number < PARTS * LEAST_ANSWERS || Arrays.stream(answers).anyMatch(part -> part == 0)) {
            return new AnswerCourse(List.of(), Trend.ofEvents(sum / number, number));
        }
        double[] perS = Arrays.stream(answers)
                .mapToDouble(part -> part * PARTS / window.seconds())
                .toArray();
        return new AnswerCourse(Arrays.stream(perS).boxed().toList(), Trend.of(perS));
    }
}
