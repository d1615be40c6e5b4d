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
 * Looks for the load up to which objectives are met, when each trial may give a wrong answer: probabilistic bisection (Horstein 1963;
 * Waeber, Frazier and Henderson, "Bisection search with noisy responses", 2013) with an answer that is the less certain the nearer a
 * trial is to what is looked for, as in adaptive psychophysics (Watson and Pelli, QUEST, 1983; Kontsevich and Tyler 1999).
 *
 * <p>The unknown is the logarithm of the capacity, on a grid over the range and a factor of two beyond each of its ends, and how steeply
 * the answers change around it. A trial at load x is missed with the probability Φ((ln x − ln capacity) / slope), but for a few answers
 * that are wrong whatever the load; an undecided one counts as half a met and half a missed one. First the load rises geometrically from
 * the least one until one is not met, so that an engine is not overrun at once; then each trial is at the median of what is known so far. LoadSearchTest
 * shows by simulation how often the truth is within the answer.
 *
 * <p>Depends on the answers so far and on nothing else, so that a search which was interrupted goes on when it is told them again. Not safe
 * for use by many threads.
 */
public final class LoadSearch {

    /** What the answer is known with. */
    public static final double PROBABILITY = 0.9;

    /** Standard deviations, in logarithms of the load, of where repeated trials would see the capacity. */
    private static final double[] SLOPES = {0.02, 0.05, 0.1, 0.2, 0.4};

    /** Share of the answers that are wrong far away from the capacity, each way. */
    private static final double LAPSE = 0.03;

    /** How probable it is at first that the capacity lies below the range, and above it. */
    private static final double OUTSIDE = 0.1;

    private static final double BEYOND = Math.log(2);

    /** Cells of the grid within the precision. */
    private static final int FINENESS = 8;

    /** Steps from the least load to the greatest, unless that is less than a factor of two for each. */
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
     * Knows nothing yet.
     *
     * @param range where to look
     * @param precision how far both ends of the answer may be apart, as a share of the lower one; above 0
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
        int outside = (int) Math.ceil(BEYOND / step);
        logs = new double[inside + 2 * outside];
        weights = new double[SLOPES.length][logs.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = from + (i - outside + 0.5) * step;
            double prior = i < outside || i >= outside + inside ? OUTSIDE / outside : (1 - 2 * OUTSIDE) / inside;
            for (double[] bySlope : weights) {
                bySlope[i] = prior / SLOPES.length;
            }
        }
    }

    /**
     * Where to look.
     *
     * @param least above 0
     * @param greatest above the least
     * @param whole whether loads are whole numbers, as those of clients
     * @param unit as it is shown: {@code /s} or {@code clients}
     */
    public record Range(BigDecimal least, BigDecimal greatest, boolean whole, String unit) {

        public Range {
            if (least.signum() <= 0 || least.compareTo(greatest) >= 0) {
                throw new IllegalArgumentException("a search from " + least + " to " + greatest + " has no load");
            }
        }
    }

    /**
     * What is known.
     *
     * @param load at least at which load it was met, at most at which it was not; without a low end where it may be missed at the least
     *     load, too, without a high one where it may be met at the greatest
     * @param probability that the capacity lies there
     */
    public record Bracket(Load load, double probability) {

        /** In words: {@code between 200 and 400 /s with 93 %}. */
        public String words() {
            return load.words() + " with " + Math.round(probability * 100) + " %";
        }
    }

    /** The load of the next trial. */
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
        // An end of the range tells more than a load that differs from it by less than the answer may.
        boolean low = load < least * (1 + precision / 2);
        return rounded(low ? least : load * (1 + precision / 2) > greatest ? greatest : load);
    }

    /** A load in the range that can be written with three digits, or is one of its ends. */
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
     * Learns from a trial.
     *
     * @param outcome what is of no use teaches nothing
     */
    public void learn(BigDecimal load, Outcome outcome) {
        if (outcome == Outcome.USELESS) {
            return;
        }
        double log = Math.log(load.doubleValue());
        double sum = 0;
        for (int slope = 0; slope < SLOPES.length; slope++) {
            for (int i = 0; i < logs.length; i++) {
                double missed = LAPSE
                        + (1 - 2 * LAPSE)
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

    /** Whether the capacity is surely below or above the range, or known well enough; {@link Found#NOTHING} while it is none of them. */
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
        // Of whole numbers none is between two neighbours.
        boolean close = (ends[1] - ends[0] + 1) * step <= Math.log1p(precision) + step / 2
                || (whole && Math.floor(high(ends)) < Math.ceil(low(ends)));
        return close && low(ends) >= least * Math.exp(-step) && high(ends) <= greatest * Math.exp(step)
                ? Found.BETWEEN
                : Found.NOTHING;
    }

    /** The shortest range in which the capacity lies with that probability. */
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

    /** First and last cell. */
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
