package io.soabench.engine.server.request;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits for clients.
 *
 * @param maxConnections the largest number of connections at once, at least 1; further connections get 503 and are
 *     closed
 * @param idle the time without a request after which a connection is closed, above zero
 * @param head the time from the first byte of a request to the end of its head, above zero
 * @param request the time from the first byte of a request to its last, at least {@code head}
 * @param admission the time that a request waits for admission while the engine is at its limit, before it gets 503;
 *     zero refuses at once
 */
public record ClientLimits(int maxConnections, Duration idle, Duration head, Duration request, Duration admission) {
    /** The longest wait for admission. A longer wait would delay the refusal without use. */
    public static final Duration MAX_ADMISSION = Duration.ofSeconds(10);

    /**
     * The defaults: 10,000 connections, 2 min without a request, 10 s for a head, 30 s for a request, 25 ms for
     * admission.
     */
    public static final ClientLimits DEFAULT = new ClientLimits(
            10_000, Duration.ofMinutes(2), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMillis(25));

    /** A time that no engine runs, and that still fits into nanoseconds. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** A number of connections that no process can have. Others can be added to it without an overflow. */
    private static final int ANY_NUMBER = Integer.MAX_VALUE / 2;

    /** Checks the ranges. */
    public ClientLimits {
        if (maxConnections < 1) {
            throw new IllegalArgumentException("max-clients=" + maxConnections + " is below 1; raise it");
        }
        aboveZero("client-idle-timeout", idle);
        aboveZero("head-timeout", head);
        aboveZero("request-timeout", request);
        if (admission.isNegative() || admission.compareTo(MAX_ADMISSION) > 0) {
            throw new IllegalArgumentException(
                    "admission-wait=" + admission + " is not within 0 and " + MAX_ADMISSION + "; choose another wait");
        }
        if (request.compareTo(head) < 0) {
            throw new IllegalArgumentException(
                    "request-timeout=" + request + " is below head-timeout=" + head + "; raise it");
        }
    }

    /** Returns the same limits with another wait for admission. */
    public ClientLimits withAdmission(Duration newAdmission) {
        return new ClientLimits(maxConnections, idle, head, request, newAdmission);
    }

    /** Returns the same limits with another number of connections. */
    public ClientLimits withMaxConnections(int connections) {
        return new ClientLimits(connections, idle, head, request, admission);
    }

    /** Returns the same limits for connections that are not counted and may be idle for any time. */
    public ClientLimits unbounded() {
        return new ClientLimits(ANY_NUMBER, FOR_EVER, head, request, admission);
    }

    private static void aboveZero(String name, Duration value) {
        Objects.requireNonNull(value, name);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + "=" + value + " is not above zero; raise it");
        }
    }
}
