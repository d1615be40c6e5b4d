package io.soabench.analyzer.repetition;

import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Criteria;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The processor use of programs that belong to no run, while repetitions were measured. It is evidence from outside, which no engine can
 * cause.
 *
 * @param disturbed number of repetitions with more use than is allowed
 * @param repetitions number of all repetitions
 * @param least share of the processors in the quietest of the disturbed repetitions
 * @param most share in the busiest one
 */
public record OtherPrograms(int disturbed, int repetitions, double least, double most) {

    /** Returns the use during repetitions; empty when it was allowed, or not recorded. */
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
     * Returns the reason why a case has no result, as a part of a sentence, when other programs are why none of its repetitions counts;
     * else empty.
     */
    public static Optional<String> starved(List<RepetitionResult> repetitions) {
        return repetitions.isEmpty() || !repetitions.stream().allMatch(RepetitionResult::disturbed)
                ? Optional.empty()
                : during(repetitions).map(OtherPrograms::doubt);
    }

    /** Returns the limit of the result, as a part of a sentence. */
    public String doubt() {
        return "it is unknown whether the engine keeps up, because other programs took " + taken();
    }

    /** Returns the number of disturbed repetitions, e.g. {@code 3 of 4 repetitions} or {@code both repetitions}. */
    public String number() {
        if (disturbed < repetitions) {
            return disturbed + " of " + repetitions + " repetitions";
        }
        return repetitions == 1
                ? "the only repetition"
                : (repetitions == 2 ? "both" : "all " + repetitions) + " repetitions";
    }

    /** Returns the amount of use, e.g. {@code 15.1 % to 66.6 % of the processors}. */
    public String taken() {
        String from = SentenceText.percent(least);
        String to = SentenceText.percent(most);
        return from + (from.equals(to) ? "" : " to " + to) + " of the processors";
    }
}
