package io.soabench.engine.server.batch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of the instances of a batch, from 1. Slots take ranges of them, so that they seldom write the counter
 * that they share. The ranges become shorter towards the end, so that all slots end at about the same time.
 *
 * <p>Thread-safe, without locks. Each number is handed out once. A {@link Range} belongs to one slot.
 */
final class BatchNumbers {
    /** The longest range. */
    private static final int LONGEST = 32;

    /** The part of what a slot would get of the numbers that are left, if they were divided. */
    private static final int PARTS = 4;

    private final long last;
    private final int slots;
    private final AtomicLong taken = new AtomicLong();

    /**
     * Creates the numbers of a batch.
     *
     * @param last the last number
     * @param slots the number of slots, at least 1
     */
    BatchNumbers(long last, int slots) {
        this.last = last;
        this.slots = slots;
    }

    /** Numbers of one slot, which one thread after the other uses. */
    final class Range {
        private long next;
        private long end;

        /** Returns the next number; 0 when there are no more. */
        long next() {
            if (next == end) {
                take();
            }
            return next == end ? 0 : ++next;
        }

        /** Takes more numbers, if there are some. */
        private void take() {
            long from = taken.get();
            for (long length = length(from); length > 0; length = length(from)) {
                long found = taken.compareAndExchange(from, from + length);
                if (found == from) {
                    next = from;
                    end = from + length;
                    return;
                }
                from = found;
            }
        }
    }

    private long length(long from) {
        long left = last - from;
        return left <= 0 ? 0 : Math.max(1, Math.min(LONGEST, left / PARTS / slots));
    }
}
