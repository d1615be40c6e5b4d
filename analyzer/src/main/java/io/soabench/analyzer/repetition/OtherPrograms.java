package io.soabench.analyzer.repetition;

import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Criteria;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What programs that belong to no run took of the processors while repetitions were measured: evidence from outside, which no engine can
 * cause.
 *
 * @param disturbed during how many of the repetitions it was more than it should be
 * @param repetitions how many are looked at
 * @param least share of the processors in the quietest of the disturbed ones
 * @param most share in the busiest one
 */
public record OtherPrograms(int disturbed, int repetitions, double least, double most) {

    /** Empty when they took no more than they should, or when nobody looked. */
    public static Optional<OtherPrograms> during(List<RepetitionResult> repetitions) {
        double[] shares = repetitions.stream()
                .map(RepetitionResult::checks)
                .mapToDouble(Criteria::takenByOthers)
                .filter(share -> !Double.isNaN(share))
                .sorted()
                .toArray();
        return shares.length == 0
                ? Optional.empty()
                : Optional.of(new OtherPrograms(
                        shares.length,
                        repetitions.size(),
                        shares[0],
                        Arrays.stream(shares).max().orElseThrow()));
    }

    /**
     * Why nothing can be told of a case, as a part of a sentence: other programs are why none of its repetitions counts. Empty where they are
     * not.
     */
    public static Optional<String> starved(List<RepetitionResult> repetitions) {
        return repetitions.isEmpty() || !repetitions.stream().allMatch(RepetitionResult::disturbed)
                ? Optional.empty()
                : during(repetitions).map(OtherPrograms::doubt);
    }

    /** What cannot be told for them, as a part of a sentence. */
    public String doubt() {
        return "whether the engine keeps up could not be told, because other programs took " + taken();
    }

    /** Of how many repetitions, e.g. {@code 3 of 4 repetitions} or {@code both repetitions}. */
    public String number() {
        if (disturbed < repetitions) {
            return disturbed + " of " + repetitions + " repetitions";
        }
        return repetitions == 1
                ? "the only repetition"
                : (repetitions == 2 ? "both" : "all " + repetitions) + " repetitions";
    }

    /** How much, e.g. {@code 15.1 % to 66.6 % of the processors}. */
    public String taken() {
        String from = SentenceText.percent(least);
        String to = SentenceText.percent(most);
        return from + (from.equals(to) ? "" : " to " + to) + " of the processors";
    }
}
