package io.soabench.engine.server.request;

import java.util.concurrent.TimeUnit;

/**
 * The event that a client connection waits for, and the begin of the wait: exact to one sweep of its event loop, to
 * which it belongs.
 */
final class ClientDeadline {
    private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(2);

    /** What the time of a connection is limited for. */
    enum Wait {
        /** For the engine: unlimited here. */
        ENGINE,
        /** For a first byte. */
        IDLE,
        /** For the rest of a request. */
        REQUEST,
        /** For the client to read. */
        READING,
        /** For the client to close. */
        LINGER
    }

    private Wait wait = Wait.ENGINE;
    private long sinceNs;

    /** The time goes on when it was the same before. */
    void await(Wait what, long nowNs) {
        if (wait != what) {
            wait = what;
            sinceNs = nowNs;
        }
    }

    /** The time begins anew. */
    void awaitAnew(Wait what, long nowNs) {
        wait = what;
        sinceNs = nowNs;
    }

    void awaitEngine() {
        wait = Wait.ENGINE;
    }

    Wait what() {
        return wait;
    }

    boolean isOver(long nowNs, ClientLimits limits, boolean withinHead) {
        if (wait == Wait.ENGINE) {
            return false;
        }
        long allowedNs =
                switch (wait) {
                    case IDLE -> limits.idle().toNanos();
                    case REQUEST -> (withinHead ? limits.head() : limits.request()).toNanos();
                    case READING -> limits.request().toNanos();
                    default -> LINGER_NS;
                };
        return nowNs - sinceNs > allowedNs;
    }
}
