package io.soabench.analyzer.stat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Numbers in the form of sentences: three significant digits and a unit, with separated thousands as in tables. */
public final class SentenceText {

    /** Factor from the value up to which the ends of intervals are written. */
    public static final double FAR_FACTOR = 100;

    private static final double LEAST_SHARE = 1e-5;

    private static final double HOUR_MS = 3_600_000;

    /** Duration from which on the unit is hours: ten thousand seconds. */
    private static final double LEAST_HOURS_MS = 10_000_000;

    private static final double LEAST_SECONDS_MS = 10_000;

    /** Duration below which the unit is microseconds, because three decimals would leave one digit. */
    private static final double LEAST_MS = 0.01;

    private static final double LEAST_US_MS = 1e-6;

    /** Significant digits of a number. */
    private static final int DIGITS = 3;

    private static final MathContext ESTIMATE = new MathContext(2);

    /** Meaningful digits of a double. */
    private static final int MOST_DIGITS = 15;

    private SentenceText() {}

    /** Returns a duration in the unit that suits it, from microseconds to hours; {@code unknown} for NaN. */
    public static String ms(double value) {
        double size = Math.abs(value);
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (size >= LEAST_HOURS_MS) {
            return number(value / HOUR_MS) + " h";
        }
        if (size >= LEAST_SECONDS_MS) {
            return number(value / 1000) + " s";
        }
        if (size >= LEAST_MS || size == 0) {
            return number(value) + " ms";
        }
        return size >= LEAST_US_MS ? number(value * 1000) + " µs" : "<0.001 µs";
    }

    /**
     * Returns two different durations with as many digits as make them differ.
     *
     * @return both, in the given order
     */
    public static List<String> msApart(double one, double other) {
        String left = ms(one);
        String right = ms(other);
        for (int digits = DIGITS + 1; left.equals(right) && one != other && digits <= MOST_DIGITS; digits++) {
            left = plain(one, digits) + " ms";
            right = plain(other, digits) + " ms";
        }
        return List.of(left, right);
    }

    private static String plain(double value, int digits) {
        return separated(new BigDecimal(value).round(new MathContext(digits)));
    }

    /** Returns all digits of a number. */
    private static String separated(BigDecimal number) {
        return String.format(Locale.ROOT, "%,." + Math.max(0, number.scale()) + "f", number);
    }

    /** Returns a number; {@code unknown} for NaN. */
    public static String number(double value) {
        double size = Math.abs(value);
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (size == 0 || size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size < 0.001) {
            return String.format(Locale.ROOT, "%.1e", value);
        }
        int decimals = size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : size >= 0.01 ? 4 : 5;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /**
     * Returns an interval. Of a positive value, an end that is farther off than a factor of {@link #FAR_FACTOR} is replaced by that bound. It is
     * known no better: two repetitions that differ by half have an interval from microseconds to hours. Values that are zero, or are
     * written as zero, have no such bound.
     *
     * @param writer writes the ends
     */
    public static String interval(double value, double low, double high, DoubleFunction<String> writer) {
        String farBelow = writer.apply(value / FAR_FACTOR);
        String farAbove = writer.apply(value * FAR_FACTOR);
        return (low >= 0 && low < value / FAR_FACTOR && isMeaningful(farBelow) ? "<" + farBelow : writer.apply(low))
                + " to "
                + (value > 0 && high > value * FAR_FACTOR && isMeaningful(farAbove)
                        ? ">" + farAbove
                        : writer.apply(high));
    }

    /** Returns whether a text has a digit that is not zero, and no sign before it. */
    private static boolean isMeaningful(String number) {
        return !number.startsWith("<") && number.chars().anyMatch(digit -> digit >= '1' && digit <= '9');
    }

    /** Returns a ratio in percent, without meaningless digits. */
    public static String percent(double ratio) {
        return ratio > 0 && ratio < LEAST_SHARE ? "<0.001 %" : number(ratio * 100) + " %";
    }

    /**
     * Returns the size of an effect that may make a ratio greater or smaller: a percentage below twice, beyond it a factor, because a reader
     * cannot hold a ratio of 0.2 against 300 %.
     *
     * @param factor at least 1; infinite where the data do not bound it
     */
    public static String effect(double factor) {
        if (factor == Double.POSITIVE_INFINITY) {
            return "unknown size";
        }
        return factor < 2 ? percent(factor - 1) : "up to a factor of " + number(factor);
    }

    /**
     * Returns a share with its confidence interval, where there is one. The interval of a share of zero has an upper end only.
     *
     * @param of the words between both, with a blank before
     */
    public static String share(Interval share, String of, double confidence) {
        return percent(share.mean())
                + of
                + (share.known()
                        ? " (" + level(confidence) + " CI "
                                + (share.mean() == 0 ? "up to " : percent(share.low()) + " to ")
                                + percent(share.high()) + ")"
                        : "");
    }

    /** Returns a limit that a user chose, without trailing zeros. */
    public static String plain(double value) {
        return separated(BigDecimal.valueOf(value).stripTrailingZeros());
    }

    /** Returns a level or limit that a user chose in percent, without trailing zeros. */
    public static String level(double ratio) {
        return BigDecimal.valueOf(ratio).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    /** Returns a text with a capital first letter. */
    public static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** Returns names as a list, such as {@code a, b and c}. */
    public static String list(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** Returns a number of things, with separated thousands. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a number of things with their name. */
    public static String count(long number, String singular, String plural) {
        return count(number) + " " + (number == 1 ? singular : plural);
    }

    /** Returns an estimated number of things with their name, to two significant digits. */
    public static String estimate(long number, String singular, String plural) {
        return count(BigDecimal.valueOf(number).round(ESTIMATE).longValueExact(), singular, plural);
    }
}
