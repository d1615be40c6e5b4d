package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Exchange;
import io.soabench.engine.runtime.kernel.Frame;

/**
 * The association of a request and its reply (WS-BPEL 2.0, section 10.4.1).
 *
 * @param operation the number of the operation
 * @param number the number of the message exchange; -1 for the unnamed one
 * @param exchangeHops the number of scopes outwards to the one that declares the message exchange
 * @param linkHops the number of scopes outwards to the one that declares the partner link
 * @param partner the position of the partner link among those of that scope; {@link #NO_PARTNER} when it has no partner
 *     role
 */
public record ExchangeSlot(int operation, int number, int exchangeHops, int linkHops, int partner) {
    /** The position of a partner link without a partner role. */
    public static final int NO_PARTNER = -1;

    /** Returns the message exchange as seen from a frame. */
    Exchange of(Frame frame) {
        return new Exchange(
                operation,
                number,
                frame.scope().outwards(exchangeHops),
                frame.scope().outwards(linkHops));
    }
}
