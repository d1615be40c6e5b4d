package io.soabench.model;

import java.math.BigDecimal;

/**
 * A reliability that changes between a good and a bad state, so that failures come in bursts (E. N. Gilbert, 1960; E. O. Elliott, 1963).
 * The lengths of stays are geometric: the chance to leave a state is the same at each request.
 *
 * @param good share of the requests that succeed in the good state, from 0 to 1
 * @param goodRequests mean number of requests in a row that find the good state, at least 1
 * @param bad share of the requests that succeed in the bad state, below that of the good one
 * @param badRequests mean number of requests in a row that find the bad state, at least 1
 */
public record Bursts(double good, double goodRequests, double bad, double badRequests) {

    /** Returns the share of the requests that find the good state, in the long run. */
    public double shareOfGood() {
        return goodRequests / (goodRequests + badRequests);
    }

    /** Returns the share of the requests that succeed, in the long run. */
    public double reliability() {
        return shareOfGood() * good + (1 - shareOfGood()) * bad;
    }

    /** Returns both states, and their effect in the long run. */
    public String words() {
        return Ratios.percent(good) + " for " + number(goodRequests) + " requests, then " + Ratios.percent(bad)
                + " for "
                + number(badRequests) + " requests (" + Ratios.percent(reliability()) + " in the long run; "
                + Ratios.percent(1 - shareOfGood()) + " of the requests find the bad state)";
    }

    private static String number(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
