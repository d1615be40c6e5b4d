package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one queue of policy {@code task}: units in order of their deadlines, those whose time has not come apart. Thread-safe by one
 * lock, as the policy has it: all workers meet here.
 *
 * <p>Source: F12, section III-A. There a unit has one time, which it waits for and by which it is ordered; here these are two, so that
 * what is ready can be ordered as well.
 */
final class WorkQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<WorkUnit> ready = new PriorityQueue<>(WorkUnit::byDeadline);
    private final TreeSet<WorkUnit> delayed = new TreeSet<>(WorkUnit::byTime);
    private final EngineClock clock;
    private long count;
    private boolean closed;

    WorkQueue(EngineClock clock) {
        this.clock = clock;
    }

    void put(WorkUnit unit) {
        lock.lock();
        try {
            unit.order = count++;
            if (unit.notBeforeNs - clock.nanoTime() <= 0) {
                ready.add(unit);
                changed.signal();
            } else {
                delayed.add(unit);
                if (delayed.first() == unit) {
                    changed.signal();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes a unit out whose time has not come; without effect when it has. */
    void cancel(WorkUnit unit) {
        lock.lock();
        try {
            delayed.remove(unit);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the unit to be done next; null when the queue is closed. */
    WorkUnit take() {
        lock.lock();
        try {
            while (!closed) {
                long untilNs = release();
                WorkUnit unit = ready.poll();
                if (unit != null) {
                    if (!ready.isEmpty() || !delayed.isEmpty()) {
                        // Whoever was woken for this one may be needed for the next.
                        changed.signal();
                    }
                    return unit;
                }
                try {
                    changed.awaitNanos(untilNs);
                } catch (InterruptedException e) {
                    // Nobody ends a worker so; it ends when the queue is closed.
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Lets in what is due; returns the time until the next. */
    private long release() {
        while (!delayed.isEmpty()) {
            long untilNs = delayed.first().notBeforeNs - clock.nanoTime();
            if (untilNs > 0) {
                return untilNs;
            }
            ready.add(delayed.pollFirst());
        }
        return Long.MAX_VALUE;
    }

    int ready() {
        lock.lock();
        try {
            return ready.size();
        } finally {
            lock.unlock();
        }
    }

    int delayed() {
        lock.lock();
        try {
            return delayed.size();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
