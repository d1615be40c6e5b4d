package io.soabench.model;

import java.math.BigDecimal;
import java.math.MathContext;

/** The words for shares. */
public final class Ratios {

    private Ratios() {}

    /** Returns a share as a percentage of at most six digits, such as {@code 99.5 %}. */
    public static String percent(double share) {
        return BigDecimal.valueOf(share)
                        .movePointRight(2)
                        .round(new MathContext(6))
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }
}
