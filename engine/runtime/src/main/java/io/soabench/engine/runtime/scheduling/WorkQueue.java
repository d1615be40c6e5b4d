package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The only queue of the policy {@code task}. It orders units by their deadlines, and keeps units apart whose time has
 * not come.
 *
 * <p>Thread-safe by one lock, for which all workers compete; the policy has it so.
 *
 * <p>Source: F12, section III-A. There, a unit has one time, before which it is not run and by which it is ordered.
 * Here, these are two times, so that ready units have an order, too.
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

    /** Adds a unit, and wakes a worker if needed. */
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

    /** Removes a unit whose time has not come; without effect when the time has come. */
    void cancel(WorkUnit unit) {
        lock.lock();
        try {
            delayed.remove(unit);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next unit and removes it; returns null when the queue is closed. */
    WorkUnit take() {
        lock.lock();
        try {
            while (!closed) {
                long untilNs = moveDue();
                WorkUnit unit = ready.poll();
                if (unit != null) {
                    if (!ready.isEmpty() || !delayed.isEmpty()) {
                        // The thread that was woken for this unit may be needed for the next one.
                        changed.signal();
                    }
                    return unit;
                }
                try {
                    changed.awaitNanos(untilNs);
                } catch (InterruptedException e) {
                    // An interrupt does not end a worker; it ends when the queue is closed.
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Moves units whose time has come to the ready ones; returns the time until the next one in nanoseconds. */
    private long moveDue() {
        while (!delayed.isEmpty()) {
            long untilNs = delayed.first().notBeforeNs - clock.nanoTime();
            if (untilNs > 0) {
                return untilNs;
            }
            ready.add(delayed.pollFirst());
        }
        return Long.MAX_VALUE;
    }

    /** Returns the number of units whose time has come. */
    int ready() {
        lock.lock();
        try {
            return ready.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of units whose time has not come. */
    int delayed() {
        lock.lock();
        try {
            return delayed.size();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the queue, so that all workers end. */
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
