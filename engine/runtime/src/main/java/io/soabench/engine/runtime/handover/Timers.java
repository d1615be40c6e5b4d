package io.soabench.engine.runtime.handover;

import java.util.TreeSet;

/**
 * The tasks that one thread runs later, in the exact order of their times; tasks with equal times run in the order of
 * their creation. Setting and cancelling take logarithmic time, and a cancelled task leaves nothing behind.
 *
 * <p>Assumption: one thread calls all methods. Times are those of a monotonic clock that the caller reads, in
 * nanoseconds.
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
     * @param task the task
     * @param nowNs the present time
     * @param delayNs the delay, at least 0; more than half of the largest long counts as that half, so that times can
     *     be compared by their difference
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
     * Runs the tasks that are due now, in order. A timer that a task sets waits for the next call even if it is due.
     * Otherwise a timer whose task takes longer than its period would occupy the thread.
     *
     * @return the time until the next task; 0 if one is due; {@link Long#MAX_VALUE} when none is set
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
