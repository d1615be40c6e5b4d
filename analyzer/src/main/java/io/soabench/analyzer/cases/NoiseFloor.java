package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The difference that measurements show where nothing differs. Smaller differences between engines are not reported.
 *
 * @param worst the pair that differs most; empty when none was measured
 * @param ratio the largest factor, at least 1; 1 when none was measured
 * @param tried whether an engine was measured under two names, with or without a result
 * @param number number of pairs with a result
 */
public record NoiseFloor(Optional<PairResult> worst, double ratio, boolean tried, long number) {

    /**
     * Returns the floor of one engine under two names: the largest factor, over all processes and workloads, that chance does not explain.
     * It is the distance of the interval of a ratio from 1. The part that chance explains is in the intervals of other pairs, too, and is
     * not counted twice.
     *
     * @param tried whether an engine was measured under two names, also where its pairs are not among these
     */
    static NoiseFloor of(List<PairResult> twins, boolean tried) {
        Optional<PairResult> worst = twins.stream()
                .filter(pair -> pair.ratio().known())
                .max(Comparator.<PairResult>comparingDouble(pair -> beyondChance(pair.ratio()))
                        .thenComparingDouble(pair -> far(pair.ratio())));
        return new NoiseFloor(
                worst,
                worst.map(pair -> beyondChance(pair.ratio())).orElse(1.0),
                tried,
                twins.stream().filter(pair -> pair.ratio().known()).count());
    }

    /**
     * Returns the floor of the same engine in two runs: the largest ratio as it is. No interval of repetitions contains the differences
     * between runs, so chance explains none of it.
     */
    static NoiseFloor ofControls(List<PairResult> controls) {
        Optional<PairResult> worst = controls.stream()
                .filter(pair -> pair.ratio().known())
                .max(Comparator.comparingDouble(pair -> far(pair.ratio())));
        return new NoiseFloor(
                worst,
                worst.map(pair -> Math.exp(far(pair.ratio()))).orElse(1.0),
                !controls.isEmpty(),
                controls.stream().filter(pair -> pair.ratio().known()).count());
    }

    private static double far(Ratio ratio) {
        return Math.abs(Math.log(ratio.value()));
    }

    private static double beyondChance(Ratio ratio) {
        return Math.max(1, ratio.least());
    }

    /** Returns the floor of response times in words; it is that of throughput, overheads and steps, too. */
    public String sentence(double confidence) {
        return worst.map(pair -> words("response time", pair.a().name(), pair.ratio(), number, confidence))
                .orElse((tried
                                ? "The noise floor is not known: an engine was measured under two names, but not validly"
                                        + " under both, or it did not keep up"
                                : "No noise floor was measured")
                        + ": how much one engine would differ from itself is unknown.");
    }

    /**
     * Returns the floor of a quantity in words.
     *
     * @param name name of the case whose twin differs most
     * @param ratio of this case and its twin, with an interval
     * @param number number of cases with a twin
     */
    static String words(String quantity, String name, Ratio ratio, long number, double confidence) {
        Ratio shown = ratio.value() >= 1 ? ratio : ratio.inverse();
        double beyond = beyondChance(ratio);
        return (number == 1
                        ? "Noise floor: one engine under two names, " + name + ","
                        : "Noise floor, the greatest of " + number + " differences of an engine under two names: "
                                + name)
                + " differs from itself in " + quantity + " by " + SentenceText.percent(shown.value() - 1) + " (ratio "
                + SentenceText.number(shown.value()) + ", " + SentenceText.level(confidence) + " CI "
                + SentenceText.interval(shown.value(), shown.low(), shown.high(), SentenceText::number)
                + SmallSampleNote.of(IntStream.of(shown.blocks()))
                + "); "
                + (beyond > 1
                        ? "a difference of " + SentenceText.percent(beyond - 1)
                                + " is beyond chance, and no smaller one is reported."
                        : "chance alone may explain it, and the intervals account for chance.");
    }
}
