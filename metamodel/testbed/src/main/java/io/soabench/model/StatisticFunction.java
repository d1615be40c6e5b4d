package io.soabench.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statistical function of the language.
 *
 * @param kind what is computed
 * @param fraction of a percentile, above 0 and below 1; of the others 0
 */
public record StatisticFunction(Kind kind, double fraction) {

    /** What is computed. */
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

        /** How it is written; for percentiles an example. */
        public String text() {
            return text;
        }

        /** Whether it yields one number that a bound can be compared with. */
        public boolean scalar() {
            return this != CONFIDENCE && this != HISTOGRAM && this != CHART_OVER_TIME;
        }
    }

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,3})?)");

    /** The function that is written so, or nothing when there is none. */
    public static Optional<StatisticFunction> of(String text) {
        for (Kind kind : Kind.values()) {
            if (kind != Kind.PERCENTILE && kind.text.equals(text)) {
                return Optional.of(new StatisticFunction(kind, 0));
            }
        }
        Matcher percentile = PERCENTILE.matcher(text);
        if (percentile.matches()) {
            BigDecimal number = new BigDecimal(percentile.group(1));
            if (number.signum() > 0) {
                return Optional.of(new StatisticFunction(
                        Kind.PERCENTILE, number.movePointLeft(2).doubleValue()));
            }
        }
        return Optional.empty();
    }

    /** How all functions are written, for messages. */
    public static List<String> texts() {
        return List.of(Kind.values()).stream().map(Kind::text).toList();
    }
}
