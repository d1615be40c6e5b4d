package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Exchange;
import io.soabench.engine.runtime.kernel.Frame;

/**
 * The association of requests and replies.
 *
 * @param operation number of the operation
 * @param number number of the message exchange, -1 for an unnamed one
 * @param exchangeHops scopes outwards to the one that has the exchange
 * @param linkHops scopes outwards to the one that has the partner link
 * @param partner position of the link among those of that scope, or {@link #NO_PARTNER} when nobody is called by it
 */
public record ExchangeSlot(int operation, int number, int exchangeHops, int linkHops, int partner) {
    /** There is no partner role. */
    public static final int NO_PARTNER = -1;

    Exchange of(Frame frame) {
        return new Exchange(
                operation,
                number,
                frame.scope().outwards(exchangeHops),
                frame.scope().outwards(linkHops));
    }
}
