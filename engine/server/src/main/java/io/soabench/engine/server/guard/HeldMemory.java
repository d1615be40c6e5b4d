package io.soabench.engine.server.guard;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The account of the memory that connections hold for unfinished work, with one limit for all of them. It covers
 * unfinished requests, requests that wait for admission or were forwarded to another replica, unread answers, and
 * unfinished answers of partners. Thread-safe, without locks. A connection that holds nothing between two events
 * changes no counter.
 */
public final class HeldMemory {
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();

    /** Makes an empty account with a limit of at least one byte. */
    public HeldMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The bytes of one connection. Belongs to the event loop of the connection. */
    public final class Share {
        private long own;

        /** Returns whether the connection has last reported another number. */
        public boolean isOtherThan(long now) {
            return now != own;
        }

        /**
         * Sets the bytes that the connection holds now.
         *
         * @return false if they are more than before and exceed the limit of all connections; the caller must release
         *     the memory and report 0
         */
        public boolean holds(long now) {
            long more = now - own;
            if (more == 0) {
                return true;
            }
            own = now;
            return bytes.addAndGet(more) <= maxBytes || more < 0;
        }
    }

    /** Returns a share that holds nothing. */
    public Share share() {
        return new Share();
    }

    /** Returns the bytes held by all connections. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns the limit. */
    public long maxBytes() {
        return maxBytes;
    }
}
