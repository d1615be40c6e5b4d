package io.soabench.reports.design;

import java.util.function.UnaryOperator;

/** SQL expressions for intervals as text. As in sentences, an end that is far from its value is not written. */
public final class IntervalText {

    /** Factor from the value up to which ends are written, as in the sentences of the analyzer. */
    static final int FAR_FACTOR = 100;

    private IntervalText() {}

    /**
     * Returns the text of both ends.
     *
     * @param value an expression, as are both ends; where one of them is NULL, so is the text
     * @param between text between the ends, with its blanks
     * @param number converts an expression for a number to one for its text
     */
    public static String of(String value, String low, String high, String between, UnaryOperator<String> number) {
        String farBelow = "(" + value + ") / " + FAR_FACTOR;
        String farAbove = "(" + value + ") * " + FAR_FACTOR;
        return "(case when " + low + " >= 0 and " + low + " < " + farBelow + meaningful(number.apply(farBelow))
                + " then '<' || "
                + number.apply(farBelow) + " else " + number.apply(low) + " end || '" + between + "' || case when "
                + value
                + " > 0 and " + high + " > " + farAbove + meaningful(number.apply(farAbove)) + " then '>' || "
                + number.apply(farAbove) + " else " + number.apply(high) + " end)";
    }

    /**
     * Returns the text of an interval of a share, in percent without the sign; – where there is no interval. Ends are not cut: that of no
     * failure at all is what a reader must know.
     */
    public static String ofShares(String low, String high) {
        return "case when " + high + " is null then '–' else " + percent(low) + " || ' – ' || " + percent(high)
                + " end";
    }

    private static String percent(String share) {
        String percent = "(" + share + ") * 100";
        return "case when " + percent + " = 0 then '0' when " + percent + " >= 10 then trim(to_char(" + percent
                + ", '990.0')) when " + percent + " >= 0.1 then trim(to_char(" + percent + ", '0.00')) when " + percent
                + " >= 0.01 then trim(to_char(" + percent + ", '0.000')) when " + percent
                + " >= 0.001 then trim(to_char(" + percent + ", '0.0000')) else '<0.001' end";
    }

    /** Returns a condition that a text has a digit other than zero; without one it contains nothing about a value that is not zero. */
    private static String meaningful(String text) {
        return " and regexp_like(" + text + ", '[1-9]')";
    }
}
