package io.soabench.reports.design;

import java.util.function.UnaryOperator;

/** Intervals of the database as text: parts of queries. As in sentences, an end that is far from its value is not written. */
public final class IntervalText {

    /** Ends are written up to this factor from their value, as in the sentences of the analyzer. */
    static final int FAR = 100;

    private IntervalText() {}

    /**
     * Both ends.
     *
     * @param value an expression, as are both ends; where one of them is NULL, so is the text
     * @param between what stands between the ends, with its blanks
     * @param number makes an expression of text of one of a number
     */
    public static String of(String value, String low, String high, String between, UnaryOperator<String> number) {
        String farBelow = "(" + value + ") / " + FAR;
        String farAbove = "(" + value + ") * " + FAR;
        return "(case when " + low + " >= 0 and " + low + " < " + farBelow + tells(number.apply(farBelow))
                + " then '<' || "
                + number.apply(farBelow) + " else " + number.apply(low) + " end || '" + between + "' || case when "
                + value
                + " > 0 and " + high + " > " + farAbove + tells(number.apply(farAbove)) + " then '>' || "
                + number.apply(farAbove) + " else " + number.apply(high) + " end)";
    }

    /** A text without any digit but zero says nothing of a value that is not zero. */
    private static String tells(String text) {
        return " and regexp_like(" + text + ", '[1-9]')";
    }
}
