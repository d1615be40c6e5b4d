package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Ratio;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The processor times of cases for a completed request. Engines are compared by them under every load, because they differ also where the load
 * hides other differences. These comparisons are a family of their own.
 */
final class ProcessorTimes {

    private ProcessorTimes() {}

    /** Returns the milliseconds for a completed request by repetition, of the valid repetitions in which they are known. */
    static NavigableMap<Integer, Double> of(CaseResult result, double confidence) {
        NavigableMap<Integer, Double> values = new TreeMap<>();
        for (WorkDone.Repetition each : WorkDone.of(result, confidence).repetitions()) {
            if (each.cpuMs() > 0) {
                values.put(each.repetition(), each.cpuMs());
            }
        }
        return values;
    }

    /** Returns the factor by which one engine under two names differs from itself beyond chance; 1 when it was not measured. */
    static double floor(List<PairResult> twins, double confidence) {
        return twins.stream()
                .map(twin -> BlockedRatios.paired(of(twin.a(), confidence), of(twin.b(), confidence), confidence))
                .filter(Ratio::known)
                .mapToDouble(ratio -> Math.max(1, ratio.least()))
                .max()
                .orElse(1);
    }
}
