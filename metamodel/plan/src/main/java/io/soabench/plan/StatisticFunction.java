package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statistical function, as the language, the plan, the database and the report know it. This is the only place that
 * knows how functions are spelled: {@link #parse} and {@link #text}. In JSON it is its text.
 *
 * @param kind kind of the function
 * @param percent of a percentile and of a confidence interval: above 0 and below 100, without trailing zeros, so that
 *     equal functions are {@code equals}; of the others 0
 */
public record StatisticFunction(Kind kind, BigDecimal percent) {

    /** The kinds of functions. */
    public enum Kind {
        MIN("min"),
        MAX("max"),
        AVERAGE("average"),
        MEDIAN("median"),
        STANDARD_DEVIATION("standard-deviation"),
        /** A percentile, written p and its number. */
        PERCENTILE("p99"),
        /** Confidence interval of the average at a level. */
        CONFIDENCE("confidence"),
        TOTAL("total"),
        COUNT("count"),
        HISTOGRAM("histogram"),
        CHART_OVER_TIME("chart over time");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Returns the word of the kind, without the level of a confidence interval; for percentiles an example. */
        public String text() {
            return text;
        }

        /** Returns whether it yields one number that a bound can be compared with. */
        public boolean scalar() {
            return switch (this) {
                case MIN, MAX, AVERAGE, MEDIAN, STANDARD_DEVIATION, PERCENTILE, TOTAL, COUNT -> true;
                case CONFIDENCE, HISTOGRAM, CHART_OVER_TIME -> false;
            };
        }

        /** Returns whether it has the unit of the metric's values; a number of values has none. */
        public boolean hasUnit() {
            return this != COUNT;
        }

        /** Returns whether it is not complete without a number. */
        public boolean hasPercent() {
            return this == PERCENTILE || this == CONFIDENCE;
        }

        /** Returns the kind that a word of the language stands for, such as {@code max} or {@code p99.9}; empty when there is none. */
        public static Optional<Kind> of(String word) {
            if (PERCENTILE_WORD.matcher(word).matches()) {
                return Optional.of(PERCENTILE);
            }
            return Arrays.stream(values())
                    .filter(kind -> kind != PERCENTILE && kind.text.equals(word))
                    .findFirst();
        }

        /** Returns all words, for messages. */
        public static List<String> texts() {
            return Arrays.stream(values()).map(Kind::text).toList();
        }
    }

    /** The smallest value. */
    public static final StatisticFunction MIN = of(Kind.MIN);

    /** The largest value. */
    public static final StatisticFunction MAX = of(Kind.MAX);

    /** The arithmetic mean; of a ratio or a rate that of the whole measurement. */
    public static final StatisticFunction AVERAGE = of(Kind.AVERAGE);

    /** The middle value. */
    public static final StatisticFunction MEDIAN = of(Kind.MEDIAN);

    /** The square root of the variance. */
    public static final StatisticFunction STANDARD_DEVIATION = of(Kind.STANDARD_DEVIATION);

    /** The total of a counting metric in the measurement. */
    public static final StatisticFunction TOTAL = of(Kind.TOTAL);

    /** The number of values. */
    public static final StatisticFunction COUNT = of(Kind.COUNT);

    /** The distribution of the values. */
    public static final StatisticFunction HISTOGRAM = of(Kind.HISTOGRAM);

    /** The values over the time of the measurement. */
    public static final StatisticFunction CHART_OVER_TIME = of(Kind.CHART_OVER_TIME);

    /** Above 0, below 100, with at most three decimals. */
    private static final Pattern PERCENTILE_WORD = Pattern.compile("p((?!0+(?:\\.0+)?$)\\d{1,2}(?:\\.\\d{1,3})?)");

    private static final Pattern CONFIDENCE_TEXT = Pattern.compile("confidence\\s+(\\d+(?:\\.\\d+)?)\\s*%");

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** The number of values beyond a percentile without which it would be one of the most extreme values. */
    private static final double LEAST_BEYOND = 10;

    public StatisticFunction {
        if (kind.hasPercent()) {
            if (percent.signum() <= 0 || percent.compareTo(HUNDRED) >= 0) {
                throw new IllegalArgumentException("the number of \"" + kind.text() + "\" is " + percent.toPlainString()
                        + ", but must be above 0 and below 100");
            }
            percent = percent.stripTrailingZeros();
        } else if (percent.signum() != 0) {
            throw new IllegalArgumentException("\"" + kind.text() + "\" has no number");
        } else {
            percent = BigDecimal.ZERO;
        }
    }

    private static StatisticFunction of(Kind kind) {
        return new StatisticFunction(kind, BigDecimal.ZERO);
    }

    /** Returns the percentile below which that many percent of the values lie. */
    public static StatisticFunction percentile(BigDecimal percent) {
        return new StatisticFunction(Kind.PERCENTILE, percent);
    }

    /** Returns the confidence interval of the average at a level. */
    public static StatisticFunction confidence(BigDecimal percent) {
        return new StatisticFunction(Kind.CONFIDENCE, percent);
    }

    /**
     * Returns the function with that word, e.g. {@code average}, {@code p99.9}, {@code confidence 95 %}, {@code chart over time}.
     *
     * @throws IllegalArgumentException with one sentence when there is none
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static StatisticFunction parse(String text) {
        Matcher percentile = PERCENTILE_WORD.matcher(text);
        if (percentile.matches()) {
            return percentile(new BigDecimal(percentile.group(1)));
        }
        Matcher confidence = CONFIDENCE_TEXT.matcher(text);
        if (confidence.matches()) {
            return confidence(new BigDecimal(confidence.group(1)));
        }
        return Kind.of(text)
                .filter(kind -> !kind.hasPercent())
                .map(StatisticFunction::of)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no statistic \"" + text + "\"; known are: " + String.join(", ", Kind.texts())));
    }

    /** Returns the word in the language. */
    @JsonValue
    public String text() {
        return switch (kind) {
            case PERCENTILE -> "p" + percent.toPlainString();
            case CONFIDENCE -> kind.text() + " " + percent.toPlainString() + " %";
            case MIN, MAX, AVERAGE, MEDIAN, STANDARD_DEVIATION, TOTAL, COUNT, HISTOGRAM, CHART_OVER_TIME -> kind.text();
        };
    }

    /** Returns the share of a percentile or the level of a confidence interval, above 0 and below 1; of the others 0. */
    public double fraction() {
        return percent.movePointLeft(2).doubleValue();
    }

    /** Returns the number of values that the function needs: for a percentile those of {@link #valuesFor}, for all others one. */
    public long valuesNeeded() {
        return kind == Kind.PERCENTILE ? valuesFor(fraction()) : 1;
    }

    /**
     * Returns the number of values that a quantile needs, so that ten lie beyond it.
     *
     * @param share from 0 to 1, e.g. 0.99, which needs 1,000
     */
    public static long valuesFor(double share) {
        double beyond = Math.min(share, 1 - share);
        return beyond <= 0 ? Long.MAX_VALUE : Math.round(LEAST_BEYOND / beyond);
    }

    @Override
    public String toString() {
        return text();
    }
}
