package io.soabench.engine.runtime.handover;

import java.util.TreeSet;

/**
 * The tasks that one thread has to run later, in the exact order of their times, and of their creation where times are
 * equal. Setting and cancelling take logarithmic time, and a cancelled task leaves nothing behind.
 *
 * <p>Assumes that everything is called on one thread. Times are those of a clock that only its owner reads.
 */
public final class Timers {
    private final TreeSet<Timer> timers = new TreeSet<>();
    private long count;

    /** A task to run later. */
    public static final class Timer implements Comparable<Timer> {
        private final Runnable task;
        private final long dueNs;
        private final long order;

        private Timer(Runnable task, long dueNs, long order) {
            this.task = task;
            this.dueNs = dueNs;
            this.order = order;
        }

        @Override
        public int compareTo(Timer other) {
            long difference = dueNs - other.dueNs;
            return difference == 0 ? Long.compare(order, other.order) : Long.signum(difference);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(order);
        }
    }

    /**
     * Sets a timer.
     *
     * @param delayNs at least 0; more than half of the largest long counts as that half, so that times can be compared by their difference
     */
    public Timer set(Runnable task, long nowNs, long delayNs) {
        Timer timer = new Timer(task, nowNs + Math.min(delayNs, Long.MAX_VALUE / 2), count++);
        timers.add(timer);
        return timer;
    }

    /** Cancels a timer; without effect when it has run. */
    public void cancel(Timer timer) {
        timers.remove(timer);
    }

    /** Returns the number of timers that are set. */
    public int size() {
        return timers.size();
    }

    /** Cancels all timers. */
    public void clear() {
        timers.clear();
    }

    /**
     * Runs the tasks that are due now, in order. Timers set by them wait for the next call even if they are due: a
     * timer whose task takes longer than its period must not keep the thread to itself.
     *
     * @return the time until the next, 0 if one is due, or {@link Long#MAX_VALUE} when none is set
     */
    public long runDue(long nowNs) {
        long newest = count;
        while (!timers.isEmpty()) {
            Timer next = timers.first();
            long untilNs = next.dueNs - nowNs;
            if (untilNs <= 0 && next.order >= newest) {
                return 0;
            }
            if (untilNs > 0) {
                return untilNs;
            }
            timers.pollFirst();
            next.task.run();
        }
        return Long.MAX_VALUE;
    }
}
