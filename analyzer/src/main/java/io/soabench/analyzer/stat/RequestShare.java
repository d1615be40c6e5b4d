package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * A share of requests, such as those that failed, counted in several repetitions and held against a limit.
 *
 * <p>Of five repetitions and more the interval of {@link Interval#ofShares} decides. How much fewer repetitions differ beyond chance cannot be
 * estimated: a variance with one to three degrees of freedom would make the interval a lottery. So all of them together and each by
 * itself must agree, and that interval only where chance hardly explains how much they differ. Immutable.
 */
public final class RequestShare {

    /** Up to so many repetitions are few. */
    public static final int FEW = 4;

    /** In limits: what each of few repetitions must stay below by itself. */
    private static final double EACH = 1.75;

    /** Level of the test whether repetitions differ by more than chance. */
    private static final double APART = 0.03;

    /** The decisions. */
    public enum Decision {
        /** The share is below the limit. */
        BELOW,
        /** It cannot be told. */
        OPEN,
        /** The share is the limit or more. */
        REACHED
    }

    private final long[] hits;
    private final long[] of;
    private final double confidence;

    /**
     * Counts of repetitions.
     *
     * @param hits how many, by repetition
     * @param of of how many, likewise; a repetition with none of them does not count
     * @param confidence level of the decision
     */
    public RequestShare(long[] hits, long[] of, double confidence) {
        this.hits = hits.clone();
        this.of = of.clone();
        this.confidence = confidence;
    }

    /** Repetitions that count. */
    public int count() {
        return (int) Arrays.stream(of).filter(n -> n > 0).count();
    }

    /** Whether repetitions are so few that how much they differ is not estimated. */
    public boolean few() {
        return count() <= FEW;
    }

    /** The interval of the share; of few repetitions that of Clopper and Pearson on all requests together. */
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
        if (below && (!apart() || Interval.ofShares(hits, of, confidence).high() < limit)) {
            return Decision.BELOW;
        }
        boolean reached = all.low() >= limit && Arrays.stream(counting).allMatch(i -> share(i) >= limit);
        return reached && (!apart() || Interval.ofShares(hits, of, confidence).low() >= limit)
                ? Decision.REACHED
                : Decision.OPEN;
    }

    /** Whether the repetitions differ so much that chance hardly explains it. */
    private boolean apart() {
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
        return ChiSquaredDistribution.of(count() - 1.0).survivalProbability(chi) < APART;
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
