package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Holm;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.TwoStage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The verdict on two engines under one process and workload: B against A.
 *
 * @param margin factor up to which two times count as equivalent
 * @param noiseFloor factor of one engine under two names that chance does not explain, at least 1; 1 when it was not
 *     measured
 * @param least factor that a difference must exceed: the noise floor, or more, when the harness was late by more
 * @param pDifference p-value that they differ by no more than the noise floor, adjusted for all pairs of the run; NaN
 *     when there is none
 * @param pEquivalence p-value that they differ by more than the margin, adjusted for all pairs of the run; NaN when
 *     there is none
 * @param pairs number of pairs of the run for which p-values are adjusted
 * @param more approximate number of further repetitions for a decision; 0 when it is decided, -1 when no feasible
 *     number would do, or when so few blocks do not show their spread
 */
public record PairVerdict(
        State state,
        double margin,
        double noiseFloor,
        double least,
        double pDifference,
        double pEquivalence,
        int pairs,
        int more) {

    /** The possible verdicts. */
    public enum State {
        /** B is faster than A by more than the noise floor. */
        BETTER,
        /** B is slower than A by more than the noise floor. */
        WORSE,
        /** B takes as long as A to within the margin; this is shown, not only not refuted. */
        EQUIVALENT,
        /** Neither a difference nor an equivalence is shown. */
        UNDECIDED,
        /** One of them did not keep up with the load, or was too slow to be measured. */
        SATURATED,
        /** One of them is at its capacity ({@link EngineCapacities}): the wait of its clients depends on their number. */
        CAPACITY
    }

    /** Factor up to which two response times count as equivalent. */
    public static final double MARGIN = 1.05;

    /**
     * Minimum number of blocks for an equivalence. A slow start that occurs in one start of five is missing among five starts in a third of
     * all runs, 0.8⁵, and then their spread does not contain it.
     */
    public static final int LEAST_EQUIVALENT = 6;

    /** Probability that the advised repetitions lead to a decision, if the present estimate is the truth. */
    private static final double POWER = 0.8;

    private static final int MOST_BLOCKS = 10_000;

    /** A negative distance to the margin: no interval can keep to it, so equivalence is impossible. */
    private static final double NEVER_WITHIN = -1;

    /**
     * Judges all pairs of a run together. A difference is found when Student's t on the logarithms shows it beyond the
     * noise floor, after Holm's correction for all pairs, and the sign-flip test does not contradict. Equivalence is
     * found by two one-sided tests against the margin, with the same correction. It needs {@value #LEAST_EQUIVALENT}
     * blocks, and two one-sided sign-flip tests must not contradict. A real difference within the margin is equivalent,
     * or undecided with fewer blocks. A difference that the harness may have made by being late is none. Where that
     * factor or the noise floor exceeds the margin, nothing is equivalent.
     *
     * @param noiseFloor at least 1
     * @param harness largest factor by which the harness may have lengthened the response times of each pair, at least
     *     1
     * @return in the same order
     */
    static List<PairVerdict> of(List<Ratio> ratios, double noiseFloor, List<Double> harness, double confidence) {
        double margin = MARGIN;
        double[] difference = Holm.adjusted(IntStream.range(0, ratios.size())
                .mapToDouble(i -> ratios.get(i).pDifference(Math.max(noiseFloor, harness.get(i))))
                .toArray());
        double[] equivalence = Holm.adjusted(IntStream.range(0, ratios.size())
                .mapToDouble(i -> Math.max(noiseFloor, harness.get(i)) > margin
                        ? Double.NaN
                        : ratios.get(i).pEquivalence(margin))
                .toArray());
        int pairs = (int) ratios.stream().filter(Ratio::known).count();
        List<PairVerdict> verdicts = new ArrayList<>();
        for (int i = 0; i < ratios.size(); i++) {
            Ratio ratio = ratios.get(i);
            double least = Math.max(noiseFloor, harness.get(i));
            State state = state(ratio, difference[i], equivalence[i], 1 - confidence, pairs);
            int more = state == State.UNDECIDED
                    ? more(ratio, least, least > margin ? 1 : margin, (1 - confidence) / pairs)
                    : 0;
            verdicts.add(new PairVerdict(state, margin, noiseFloor, least, difference[i], equivalence[i], pairs, more));
        }
        return verdicts;
    }

    private static State state(Ratio ratio, double difference, double equivalence, double level, int pairs) {
        if (equivalence <= level) {
            return ratio.blocks() < LEAST_EQUIVALENT || contradicted(ratio, level) ? State.UNDECIDED : State.EQUIVALENT;
        }
        // With few blocks, many pairs or a high level, the sign-flip test cannot reach significance even if all signs
        // agree. The test is used only where it can.
        boolean reachable = Math.pow(2, 1 - ratio.blocks()) <= level / pairs;
        if (difference <= level && !(reachable && ratio.signFlip() > level)) {
            return ratio.value() > 1 ? State.WORSE : State.BETTER;
        }
        return State.UNDECIDED;
    }

    /** Returns whether signs do not show that the ratio keeps to the margin, though there are blocks enough for the level. */
    private static boolean contradicted(Ratio ratio, double level) {
        return Math.pow(2, -ratio.blocks()) <= level && ratio.flipEquivalence(MARGIN) > level;
    }

    /**
     * Returns whether the times are the same to within the margin by their mean and spread, but not by the signs of the
     * blocks.
     *
     * @param ratio of the pair
     * @param level of the tests
     */
    boolean signsDoNotEquate(Ratio ratio, double level) {
        return state == State.UNDECIDED
                && pEquivalence <= level
                && ratio.blocks() >= LEAST_EQUIVALENT
                && contradicted(ratio, level);
    }

    /**
     * Returns whether the times are the same to within the margin, but of too few blocks for an equivalence.
     *
     * @param ratio of the pair
     * @param level of the tests
     */
    public boolean tooFewToEquate(Ratio ratio, double level) {
        return state == State.UNDECIDED && pEquivalence <= level && ratio.blocks() < LEAST_EQUIVALENT;
    }

    /**
     * Returns whether a difference would be significant if it need not exceed other causes than the engines.
     *
     * @param ratio of the pair
     * @param level of the tests
     */
    boolean significantWithoutCauses(Ratio ratio, double level) {
        return least > 1 && ratio.pDifference(1) * pairs <= level;
    }

    /**
     * Returns the causes that a difference must exceed, with their size: the noise floor, or other causes than the engines. A ratio that is
     * not settled has trends and a late harness together.
     *
     * @param effects of other causes on the ratio
     */
    String leastWords(PossibleEffects effects) {
        return least <= noiseFloor ? "the noise floor of " + SentenceText.percent(least - 1) : effects.words();
    }

    /** Returns the correction of the p-values as a part of a sentence; empty of a single test. */
    String correction() {
        return pairs > 1 ? " after Holm's correction for " + pairs + " comparisons" : "";
    }

    /** Returns the reason why {@link #tooFewToEquate} holds, as a clause. */
    public static String tooFew(Ratio ratio) {
        return ratio.blocks() + " repetitions are too few to show that they take the same time, which needs "
                + LEAST_EQUIVALENT;
    }

    /** Returns a verdict that is not one of response times. */
    static PairVerdict none(State state, double noiseFloor) {
        return new PairVerdict(state, MARGIN, noiseFloor, noiseFloor, Double.NaN, Double.NaN, 0, -1);
    }

    /** Returns the same verdict, but undecided for any number of further repetitions. */
    PairVerdict undecided() {
        return new PairVerdict(State.UNDECIDED, margin, noiseFloor, least, pDifference, pEquivalence, pairs, -1);
    }

    /** Returns the same verdict without an advised number of repetitions. */
    PairVerdict withoutAdvice() {
        return new PairVerdict(
                state,
                margin,
                noiseFloor,
                least,
                pDifference,
                pEquivalence,
                pairs,
                state == State.UNDECIDED ? -1 : more);
    }

    /**
     * Returns the number of further repetitions for a decision, given the spread between blocks; -1 when there is no such number, or when
     * too few blocks show their spread.
     */
    private static int more(Ratio ratio, double least, double margin, double level) {
        if (!ratio.known() || ratio.blocks() < TwoStage.LEAST_PILOTS) {
            return -1;
        }
        if (ratio.pEquivalence(margin) <= level && ratio.blocks() < LEAST_EQUIVALENT) {
            return LEAST_EQUIVALENT - ratio.blocks();
        }
        double far = Math.abs(Math.log(ratio.value()));
        double beyond = far - Math.log(least);
        double within = Math.log(margin) - far;
        double spread = ratio.error() * Math.sqrt(ratio.blocks());
        int few = ratio.blocks();
        int enough = few;
        while (enough < MOST_BLOCKS && !decides(2 * enough, spread, beyond, within, level)) {
            enough *= 2;
        }
        if (enough >= MOST_BLOCKS) {
            return -1;
        }
        few = enough;
        enough *= 2;
        while (enough - few > 1) {
            int middle = (few + enough) / 2;
            if (decides(middle, spread, beyond, within, level)) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        return Math.max(1, enough - ratio.blocks());
    }

    private static boolean decides(int blocks, double spread, double beyond, double within, double level) {
        return Ratio.decides(blocks, spread, beyond, blocks < LEAST_EQUIVALENT ? NEVER_WITHIN : within, level, POWER);
    }
}
