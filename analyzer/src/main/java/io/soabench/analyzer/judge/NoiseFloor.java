package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What one engine under two names differs from itself: the largest ratio of all processes and workloads for which it was measured. No
 * smaller difference between engines is told.
 *
 * @param worst empty when it was not measured
 * @param tried whether an engine was measured under two names, whatever came of it
 */
public record NoiseFloor(Optional<PairResult> worst, boolean tried) {

    static NoiseFloor of(List<PairResult> twins) {
        return new NoiseFloor(
                twins.stream()
                        .filter(pair -> pair.ratio().known())
                        .max(Comparator.comparingDouble(pair -> far(pair.ratio()))),
                !twins.isEmpty());
    }

    private static double far(Ratio ratio) {
        return Math.abs(Math.log(ratio.value()));
    }

    /** The ratio, at least 1; 1 when it was not measured. */
    public double ratio() {
        return worst.map(pair -> Math.exp(far(pair.ratio()))).orElse(1.0);
    }

    /** The same in words. */
    public String sentence(double confidence) {
        return worst.map(pair -> {
                    Ratio ratio = pair.ratio();
                    boolean up = ratio.value() >= 1;
                    return "Noise floor: one engine under two names, "
                            + pair.a().name()
                            + ", differs from itself by " + Words.percent(ratio() - 1) + " (ratio "
                            + Words.number(ratio()) + ", " + Words.level(confidence) + " CI "
                            + Words.interval(
                                    ratio(),
                                    up ? ratio.low() : 1 / ratio.high(),
                                    up ? ratio.high() : 1 / ratio.low(),
                                    Words::number)
                            + Few.repetitions(IntStream.of(
                                    pair.a().means().length, pair.b().means().length))
                            + "); no smaller difference is told.";
                })
                .orElse((tried
                                ? "The noise floor is not known: an engine was measured under two names, but not validly"
                                        + " under both"
                                : "No noise floor was measured")
                        + ": what one engine would differ from itself is unknown.");
    }
}
