package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Ratio;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * The noise floor of processor times.
     *
     * @param ratio factor by which one engine under two names differs from itself beyond chance; 1 when it was not measured
     * @param sentence the floor in words; empty when it was not measured
     */
    record Floor(double ratio, String sentence) {}

    /** Returns the noise floor by the pairs of one engine under two names. */
    static Floor floor(List<PairResult> twins, double confidence) {
        Map<CaseResult, Ratio> ratios = new LinkedHashMap<>();
        for (PairResult twin : twins) {
            Ratio ratio = BlockedRatios.paired(of(twin.a(), confidence), of(twin.b(), confidence), confidence);
            if (ratio.known()) {
                ratios.put(twin.a(), ratio);
            }
        }
        return ratios.entrySet().stream()
                .max(Comparator.<Map.Entry<CaseResult, Ratio>>comparingDouble(
                                each -> Math.max(1, each.getValue().least()))
                        .thenComparingDouble(
                                each -> Math.abs(Math.log(each.getValue().value()))))
                .map(worst -> new Floor(
                        Math.max(1, worst.getValue().least()),
                        NoiseFloor.words(
                                "processor time of a request",
                                worst.getKey().name(),
                                worst.getValue(),
                                ratios.size(),
                                confidence)))
                .orElse(new Floor(1, ""));
    }
}
