package io.soabench.analyzer.validity;

import io.soabench.analyzer.stat.SentenceText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A limit with its reason.
 *
 * @param quantity the limited quantity in words
 * @param least whether the limit is a minimum; else it is a maximum
 * @param limit in {@code unit}; with shares, the limit is never below it
 * @param unit {@code ms}, {@code ratio}, or empty
 * @param shares the limit is the largest of {@code limit} and these shares of other quantities
 * @param reason reason for the limit
 */
public record Bound(String quantity, boolean least, double limit, String unit, List<Share> shares, String reason) {

    /** A share of another quantity, which is given in words. */
    public record Share(double ratio, String of) {}

    static Bound most(String quantity, double limit, String unit, String reason, Share... shares) {
        return new Bound(quantity, false, limit, unit, List.of(shares), reason);
    }

    static Bound least(String quantity, double limit, String reason) {
        return new Bound(quantity, true, limit, "", List.of(), reason);
    }

    /** Returns the limit for these values of the quantities of the shares. NaN stands for an unknown value, which does not count. */
    double limit(double... wholes) {
        double highest = limit;
        for (int i = 0; i < wholes.length; i++) {
            double share = shares.get(i).ratio() * wholes[i];
            highest = Double.isNaN(share) ? highest : Math.max(highest, share);
        }
        return highest;
    }

    /** Returns the share of the only other quantity, e.g. {@code 10 %}. */
    String share() {
        return SentenceText.level(shares.get(0).ratio());
    }

    /** Returns the condition of a violation in words. */
    String words() {
        String plain = unit.equals(Criterion.RATIO)
                ? SentenceText.level(limit)
                : (SentenceText.plain(limit) + " " + unit).strip();
        if (shares.isEmpty()) {
            return quantity + (least ? " is below " : " is above ") + plain;
        }
        return quantity + " is above "
                + shares.stream()
                        .map(share -> SentenceText.level(share.ratio()) + " of " + share.of())
                        .collect(Collectors.joining(" and "))
                + ", and above " + plain;
    }
}
