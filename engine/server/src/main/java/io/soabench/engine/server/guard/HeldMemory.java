package io.soabench.engine.server.guard;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that connections hold for what is not done yet – unfinished requests, requests that wait for a place, answers nobody
 * reads, unfinished answers of partners – against one limit for all of them. Thread-safe, without locks. A connection that holds
 * nothing between two events touches no counter.
 */
public final class HeldMemory {
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();

    /** Nothing held, of at most so many bytes, at least 1. */
    public HeldMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** What one connection holds. Belongs to its event loop. */
    public final class Share {
        private long own;

        /** Whether the connection has said something else before. */
        public boolean isOtherThan(long now) {
            return now != own;
        }

        /**
         * Says what the connection holds now.
         *
         * @return false when that is more than before, and too much for all of them together: give it up and say so with 0
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

    /** A share that holds nothing. */
    public Share share() {
        return new Share();
    }

    /** Bytes held by all connections. */
    public long bytes() {
        return bytes.get();
    }

    /** The limit. */
    public long maxBytes() {
        return maxBytes;
    }
}
