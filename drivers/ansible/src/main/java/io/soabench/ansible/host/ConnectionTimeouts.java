package io.soabench.ansible.host;

import java.time.Duration;

/**
 * The time-outs of a driver for the connection to a host.
 *
 * @param lost silence after which a host counts as lost
 * @param away longest wait of an order for a host to which no connection can be made
 * @param again pause before a broken connection is made again
 */
public record ConnectionTimeouts(Duration lost, Duration away, Duration again) {

    /** A minute of silence, a quarter of a minute for an order, a second between attempts. */
    public static final ConnectionTimeouts STANDARD =
            new ConnectionTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(15), Duration.ofSeconds(1));
}
