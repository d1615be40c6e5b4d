package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * A share of requests, such as the failed ones, counted in several repetitions and compared with a limit.
 *
 * <p>Of five repetitions and more the interval of {@link Interval#ofShares} decides. For fewer repetitions, the variation beyond chance
 * cannot be estimated: a variance with one to three degrees of freedom would make the interval a lottery. So all of them together and each
 * by itself must agree. The interval must agree, too, but only where chance hardly explains the variation. Immutable.
 */
public final class RequestShare {

    /** Maximum number of repetitions that counts as few. */
    public static final int FEW_REPETITIONS = 4;

    /**
     * Factor of the limit below which each of few repetitions must stay by itself. It guards against repetitions that differ without a proof of
     * it. Without this condition, 9 % of runs would be called below a limit of 1 % where three of 1,000 requests vary by a half around it. That
     * is more than {@code HeldLoadTest} allows. With independent failures the level holds without it, too, and short repetitions lose power by it.
     */
    private static final double EACH = 1.75;

    /** Level of the test for variation beyond chance. */
    private static final double VARIATION_LEVEL = 0.03;

    /** The decisions. */
    public enum Decision {
        /** The share is below the limit. */
        BELOW,
        /** The share may be on either side of the limit. */
        OPEN,
        /** The share is the limit or more. */
        REACHED
    }

    private final long[] hits;
    private final long[] of;
    private final double confidence;

    /**
     * Creates a share from counts of repetitions.
     *
     * @param hits number of hits, by repetition
     * @param of number of requests, by repetition; a repetition without requests does not count
     * @param confidence level of the decision
     */
    public RequestShare(long[] hits, long[] of, double confidence) {
        this.hits = hits.clone();
        this.of = of.clone();
        this.confidence = confidence;
    }

    /** Returns the number of repetitions that count. */
    public int count() {
        return (int) Arrays.stream(of).filter(n -> n > 0).count();
    }

    /** Returns whether there are too few repetitions for an estimate of their variation. */
    public boolean few() {
        return count() <= FEW_REPETITIONS;
    }

    /** Returns the interval of the share; of few repetitions that of Clopper and Pearson on all requests together. */
    public Interval interval() {
        if (!few() || count() < 2) {
            return Interval.ofShares(hits, of, confidence);
        }
        long x = Arrays.stream(hits).sum();
        long n = Arrays.stream(of).sum();
        return new Interval((double) x / n, low(x, n, confidence), high(x, n, confidence), count());
    }

    /** Decides against a limit. */
    public Decision against(double limit) {
        int k = count();
        if (k < 2) {
            return Decision.OPEN;
        }
        Interval all = interval();
        if (!few()) {
            return all.high() < limit ? Decision.BELOW : all.low() >= limit ? Decision.REACHED : Decision.OPEN;
        }
        int[] counting = IntStream.range(0, of.length).filter(i -> of[i] > 0).toArray();
        double each = 1 - (1 - confidence) / k;
        boolean below = all.high() < limit
                && Arrays.stream(counting)
                        .filter(i -> hits[i] > 0)
                        .allMatch(i -> share(i) < limit && high(hits[i], of[i], each) < EACH * limit);
        if (below
                && (!variesBeyondChance()
                        || Interval.ofShares(hits, of, confidence).high() < limit)) {
            return Decision.BELOW;
        }
        boolean reached = all.low() >= limit && Arrays.stream(counting).allMatch(i -> share(i) >= limit);
        return reached
                        && (!variesBeyondChance()
                                || Interval.ofShares(hits, of, confidence).low() >= limit)
                ? Decision.REACHED
                : Decision.OPEN;
    }

    /** Returns whether the repetitions vary more than chance explains. */
    private boolean variesBeyondChance() {
        long x = Arrays.stream(hits).sum();
        long n = Arrays.stream(of).sum();
        if (x == 0 || x == n) {
            return false;
        }
        double all = (double) x / n;
        double chi = IntStream.range(0, of.length)
                .filter(i -> of[i] > 0)
                .mapToDouble(i -> (hits[i] - of[i] * all) * (hits[i] - of[i] * all) / (of[i] * all * (1 - all)))
                .sum();
        return ChiSquaredDistribution.of(count() - 1.0).survivalProbability(chi) < VARIATION_LEVEL;
    }

    private double share(int repetition) {
        return (double) hits[repetition] / of[repetition];
    }

    private static double low(long x, long n, double confidence) {
        return x == 0
                ? 0
                : BetaDistribution.of((double) x, n - x + 1.0).inverseCumulativeProbability((1 - confidence) / 2);
    }

    private static double high(long x, long n, double confidence) {
        return x == n
                ? 1
                : BetaDistribution.of(x + 1.0, (double) (n - x)).inverseSurvivalProbability((1 - confidence) / 2);
    }
}
