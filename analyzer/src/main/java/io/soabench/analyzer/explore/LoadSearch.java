package io.soabench.analyzer.explore;

import io.soabench.plan.ExploreRecord.Found;
import io.soabench.plan.ExploreRecord.Load;
import io.soabench.plan.ExploreRecord.Outcome;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A search for the greatest load at which objectives are met, when each trial may give a wrong answer. It is a probabilistic bisection
 * (Horstein 1963; Waeber, Frazier and Henderson, "Bisection search with noisy responses", 2013). As in adaptive psychophysics, an answer is
 * less certain the nearer its trial is to the threshold (Watson and Pelli, QUEST, 1983; Kontsevich and Tyler 1999).
 *
 * <p>The unknowns are the logarithm of the capacity and the slope of the answers around it. The grid of capacities covers the range and a
 * factor of two beyond each of its ends. A trial at load x is missed with the probability Φ((ln x − ln capacity) / slope), except for a few
 * answers that are wrong at any load. An undecided trial counts as half a met and half a missed one. First the load rises geometrically
 * from the least one until an objective is missed, so that an engine is not overrun at once. Then each trial is at the median of the
 * present distribution. LoadSearchTest simulates the share of searches whose answer contains the truth.
 *
 * <p>The search depends on the answers so far and on nothing else, so an interrupted one continues when the answers are given to it again.
 * Not safe for use by many threads.
 */
public final class LoadSearch {

    /** Probability with which the answer is known. */
    public static final double PROBABILITY = 0.9;

    /** Largest probability in words, in percent. */
    private static final int MOST_PERCENT = 99;

    /** Standard deviations, in logarithms of the load, of the thresholds that repeated trials would find. */
    private static final double[] SLOPES = {0.02, 0.05, 0.1, 0.2, 0.4};

    /** Share of the answers that are wrong far away from the capacity, in each direction. */
    private static final double WRONG_ANSWER_SHARE = 0.03;

    /** Initial probability that the capacity lies below the range, and of one above it. */
    private static final double OUTSIDE_PROBABILITY = 0.1;

    private static final double MARGIN_BEYOND_ENDS = Math.log(2);

    /** Cells of the grid within the precision. */
    private static final int FINENESS = 8;

    /** Number of steps from the least load to the greatest; fewer where a step would be less than a factor of two. */
    private static final int STEPS = 6;

    private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private final double least;
    private final double greatest;
    private final boolean whole;
    private final String unit;
    private final double precision;
    private final double step;
    private final double[] logs;
    private final double[][] weights;
    private boolean rising = true;
    private BigDecimal last;

    /**
     * Creates a search without answers.
     *
     * @param range range of the search
     * @param precision distance of the two ends of the answer, as a share of the lower one; above 0
     */
    public LoadSearch(Range range, double precision) {
        least = range.least().doubleValue();
        greatest = range.greatest().doubleValue();
        whole = range.whole();
        unit = range.unit();
        this.precision = precision;
        double from = Math.log(least);
        double to = Math.log(greatest);
        int inside = (int) Math.ceil((to - from) / (Math.log1p(precision) / FINENESS));
        step = (to - from) / inside;
        int outside = (int) Math.ceil(MARGIN_BEYOND_ENDS / step);
        logs = new double[inside + 2 * outside];
        weights = new double[SLOPES.length][logs.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = from + (i - outside + 0.5) * step;
            double prior = i < outside || i >= outside + inside
                    ? OUTSIDE_PROBABILITY / outside
                    : (1 - 2 * OUTSIDE_PROBABILITY) / inside;
            for (double[] bySlope : weights) {
                bySlope[i] = prior / SLOPES.length;
            }
        }
    }

    /**
     * The range of a search.
     *
     * @param least above 0
     * @param greatest above the least
     * @param whole whether loads are whole numbers, as those of clients
     * @param unit unit as it is shown: {@code /s} or {@code clients}
     */
    public record Range(BigDecimal least, BigDecimal greatest, boolean whole, String unit) {

        public Range {
            if (least.signum() <= 0 || least.compareTo(greatest) >= 0) {
                throw new IllegalArgumentException("a search from " + least + " to " + greatest + " has no load");
            }
        }
    }

    /**
     * The knowledge about the capacity.
     *
     * @param load interval of loads: met at the low end, missed at the high end. It has no low end where the least load
     *     may be missed, too, and no high end where the greatest load may be met
     * @param probability probability that the capacity lies in the interval
     */
    public record Bracket(Load load, double probability) {

        /** Returns the interval in words: {@code between 200 and 400 /s with 93 %}. */
        public String words() {
            return load.words() + " with " + percent();
        }

        /** Returns the probability in words. No search makes an answer certain. */
        public String percent() {
            long percent = Math.round(probability * 100);
            return percent > MOST_PERCENT ? "over " + MOST_PERCENT + " %" : percent + " %";
        }
    }

    /** Returns the load of the next trial. */
    public BigDecimal next() {
        if (last == null) {
            return rounded(least);
        }
        if (rising) {
            double factor = Math.max(2, Math.pow(greatest / least, 1.0 / STEPS));
            BigDecimal higher = rounded(last.doubleValue() * factor);
            return higher.compareTo(last) > 0 ? higher : rounded(greatest);
        }
        double[] density = density();
        double below = 0;
        int median = 0;
        while (median < density.length - 1 && below + density[median] < 0.5) {
            below += density[median];
            median++;
        }
        double load = Math.exp(logs[median]);
        // An end of the range is more informative than a load that differs from it by less than the precision.
        boolean low = load < least * (1 + precision / 2);
        return rounded(low ? least : load * (1 + precision / 2) > greatest ? greatest : load);
    }

    /** Returns a load in the range that has three digits, or one of its ends. */
    private BigDecimal rounded(double load) {
        double inside = Math.min(greatest, Math.max(least, load));
        BigDecimal digits = inside == least || inside == greatest
                ? BigDecimal.valueOf(inside)
                : BigDecimal.valueOf(inside).round(DIGITS);
        BigDecimal value = whole ? digits.setScale(0, RoundingMode.HALF_UP) : digits;
        return plain(value.min(BigDecimal.valueOf(greatest)).max(BigDecimal.valueOf(least)));
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /**
     * Takes in the result of a trial.
     *
     * @param outcome an unusable outcome changes nothing
     */
    public void learn(BigDecimal load, Outcome outcome) {
        if (outcome == Outcome.USELESS) {
            return;
        }
        double log = Math.log(load.doubleValue());
        double sum = 0;
        for (int slope = 0; slope < SLOPES.length; slope++) {
            for (int i = 0; i < logs.length; i++) {
                double missed = WRONG_ANSWER_SHARE
                        + (1 - 2 * WRONG_ANSWER_SHARE)
                                * NormalDistribution.of(0, 1).cumulativeProbability((log - logs[i]) / SLOPES[slope]);
                weights[slope][i] *= switch (outcome) {
                    case MISSED -> missed;
                    case MET -> 1 - missed;
                    case UNDECIDED -> Math.sqrt(missed * (1 - missed));
                    case USELESS -> 1;
                };
                sum += weights[slope][i];
            }
        }
        for (double[] bySlope : weights) {
            for (int i = 0; i < bySlope.length; i++) {
                bySlope[i] /= sum;
            }
        }
        rising &= outcome == Outcome.MET && load.doubleValue() < greatest;
        last = load;
    }

    private double[] density() {
        double[] density = new double[logs.length];
        for (double[] bySlope : weights) {
            for (int i = 0; i < density.length; i++) {
                density[i] += bySlope[i];
            }
        }
        return density;
    }

    /** Returns whether the capacity is surely below or above the range, or known well enough; {@link Found#NOTHING} otherwise. */
    public Found found() {
        double[] density = density();
        double below = 0;
        double above = 0;
        for (int i = 0; i < logs.length; i++) {
            below += logs[i] < Math.log(least) ? density[i] : 0;
            above += logs[i] > Math.log(greatest) ? density[i] : 0;
        }
        if (below >= PROBABILITY) {
            return Found.BELOW;
        }
        if (above >= PROBABILITY) {
            return Found.ABOVE;
        }
        int[] ends = shortest(density);
        // There is no whole number between two neighbours, so the search ends there.
        boolean close = (ends[1] - ends[0] + 1) * step <= Math.log1p(precision) + step / 2
                || (whole && Math.floor(high(ends)) < Math.ceil(low(ends)));
        return close && low(ends) >= least * Math.exp(-step) && high(ends) <= greatest * Math.exp(step)
                ? Found.BETWEEN
                : Found.NOTHING;
    }

    /** Returns the shortest interval that contains the capacity with the probability. */
    public Bracket bracket() {
        double[] density = density();
        Found found = found();
        int[] ends = shortest(density);
        double probability = 0;
        for (int i = ends[0]; i <= ends[1]; i++) {
            probability += density[i];
        }
        BigDecimal low = found == Found.ABOVE
                ? rounded(greatest)
                : low(ends) < least * Math.exp(-step / 2) ? null : outward(low(ends), RoundingMode.DOWN);
        BigDecimal high = found == Found.BELOW
                ? rounded(least)
                : high(ends) > greatest * Math.exp(step / 2) ? null : outward(high(ends), RoundingMode.UP);
        if (found == Found.ABOVE || found == Found.BELOW) {
            probability = 0;
            for (int i = 0; i < logs.length; i++) {
                boolean there = found == Found.ABOVE ? logs[i] > Math.log(greatest) : logs[i] < Math.log(least);
                probability += there ? density[i] : 0;
            }
            return new Bracket(
                    found == Found.ABOVE ? new Load(low, null, unit) : new Load(null, high, unit), probability);
        }
        return new Bracket(new Load(low, high, unit), probability);
    }

    private BigDecimal outward(double load, RoundingMode mode) {
        double inside = Math.min(greatest, Math.max(least, load));
        BigDecimal value = BigDecimal.valueOf(inside).round(new MathContext(3, mode));
        BigDecimal within = (whole ? value.setScale(0, mode) : value)
                .min(BigDecimal.valueOf(greatest))
                .max(BigDecimal.valueOf(least));
        return plain(within);
    }

    private double low(int[] ends) {
        return Math.exp(logs[ends[0]] - step / 2);
    }

    private double high(int[] ends) {
        return Math.exp(logs[ends[1]] + step / 2);
    }

    /** Returns the first and the last cell of the shortest interval. */
    private static int[] shortest(double[] density) {
        int[] best = {0, density.length - 1};
        double bestSum = Arrays.stream(density).sum();
        double sum = 0;
        int end = 0;
        for (int begin = 0; begin < density.length; begin++) {
            while (end < density.length && sum < PROBABILITY) {
                sum += density[end];
                end++;
            }
            if (sum < PROBABILITY) {
                break;
            }
            int shorter = Integer.compare(end - 1 - begin, best[1] - best[0]);
            if (shorter < 0 || (shorter == 0 && sum > bestSum)) {
                best = new int[] {begin, end - 1};
                bestSum = sum;
            }
            sum -= density[begin];
        }
        return best;
    }
}
