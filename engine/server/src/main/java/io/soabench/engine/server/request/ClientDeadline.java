package io.soabench.engine.server.request;

import java.util.concurrent.TimeUnit;

/**
 * The deadline of a client connection: the event that it waits for, and the start of the wait. Belongs to the event
 * loop of the connection. A deadline is exact to one sweep of that loop, see {@link ClientConnections}.
 */
final class ClientDeadline {
    private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(2);

    /** The events that a connection waits for, each with its own time limit. */
    enum Wait {
        /** The answer of the engine; without a limit here, since partner calls have their own. */
        ENGINE,
        /** The end of the TLS handshake, see {@link ClientLimits#head}. */
        HANDSHAKE,
        /** The first byte of a request, see {@link ClientLimits#idle}. */
        IDLE,
        /** The rest of a request, see {@link ClientLimits#head} and {@link ClientLimits#request}. */
        REQUEST,
        /** The client reads its answers, see {@link ClientLimits#request}. */
        READING,
        /** The client closes the connection; 2 s after the last answer. */
        LINGER
    }

    private Wait wait = Wait.ENGINE;
    private long sinceNs;

    /** Starts a wait for an event. A wait for the same event continues, with its earlier start. */
    void await(Wait event, long nowNs) {
        if (wait != event) {
            wait = event;
            sinceNs = nowNs;
        }
    }

    /** Starts a wait for an event, also if the connection waits for this event already. */
    void restart(Wait event, long nowNs) {
        wait = event;
        sinceNs = nowNs;
    }

    void awaitEngine() {
        wait = Wait.ENGINE;
    }

    Wait awaited() {
        return wait;
    }

    boolean isOver(long nowNs, ClientLimits limits, boolean withinHead) {
        if (wait == Wait.ENGINE) {
            return false;
        }
        long allowedNs =
                switch (wait) {
                    case HANDSHAKE -> limits.head().toNanos();
                    case IDLE -> limits.idle().toNanos();
                    case REQUEST -> (withinHead ? limits.head() : limits.request()).toNanos();
                    case READING -> limits.request().toNanos();
                    default -> LINGER_NS;
                };
        return nowNs - sinceNs > allowedNs;
    }
}
