package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.SentenceText;

/**
 * The possible effects of other causes than the engines on a ratio of two of them.
 *
 * @param trend trend of the ratio
 * @param harness largest factor by which load clients or partners may have lengthened a response time by being late, at least 1; 1 for a
 *     quantity that does not depend on that
 * @param part factor by which the effects on the ratio are greater than those on the ratio of response times, because it is of a part of
 *     these; 1 where it is of the whole
 */
record PossibleEffects(RatioTrend trend, double harness, double part) {

    PossibleEffects(RatioTrend trend, double harness) {
        this(trend, harness, 1);
    }

    /** Returns the effects on the ratio of a part of the response times, which contains the whole effect. */
    PossibleEffects onPart(double times) {
        return new PossibleEffects(trend, harness, times > 1 ? times : 1);
    }

    /** Returns the factor that a difference must exceed, at least 1; infinite where the trend has no bound. */
    double factor() {
        return 1 + (trend.allowance(harness) - 1) * part;
    }

    /** Returns whether the data bound the effects. */
    boolean bounded() {
        return factor() < Double.POSITIVE_INFINITY;
    }

    /** Returns the effects in words, with their size. */
    String words() {
        return (!trend.settled() && harness > 1
                        ? "the possible effects of trends and of a late load client or partner"
                        : trend.allowance(1) > harness
                                ? "the possible effect of trends"
                                : "the possible effect of a late load client or partner")
                + " of " + SentenceText.effect(factor());
    }
}
