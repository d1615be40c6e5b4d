package io.soabench.analyzer.judge;

import java.util.Locale;

/** Numbers as they are written in sentences: three significant digits and a unit. */
final class Words {

    private Words() {}

    static String ms(double value) {
        if (Double.isNaN(value)) {
            return "unknown";
        }
        return Math.abs(value) >= 10_000 ? number(value / 1000) + " s" : number(value) + " ms";
    }

    static String number(double value) {
        double size = Math.abs(value);
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (size == 0 || size >= 100) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        if (size < 0.001) {
            return String.format(Locale.ROOT, "%.1e", value);
        }
        int decimals = size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    static String percent(double ratio) {
        return number(ratio * 100) + " %";
    }

    /** A level or limit that somebody chose, without digits that say nothing. */
    static String level(double ratio) {
        return java.math.BigDecimal.valueOf(ratio)
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }

    static String count(long number, String singular, String plural) {
        return number + " " + (number == 1 ? singular : plural);
    }
}
