package io.soabench.engine.runtime.scheduling;

/**
 * A unit of work for any thread of a pool. It has a time before which it is not run, and a deadline that orders it.
 * Belongs to its {@link WorkQueue}.
 */
final class WorkUnit {
    final Runnable task;
    final long notBeforeNs;
    final long deadlineNs;

    /** The position among units with equal times, in the order of their creation. */
    long order;

    WorkUnit(Runnable task, long notBeforeNs, long deadlineNs) {
        this.task = task;
        this.notBeforeNs = notBeforeNs;
        this.deadlineNs = deadlineNs;
    }

    /** Compares units by their deadlines, then by their order. */
    static int byDeadline(WorkUnit one, WorkUnit other) {
        return compare(one.deadlineNs - other.deadlineNs, one, other);
    }

    /** Compares units by the times before which they are not run, then by their order. */
    static int byTime(WorkUnit one, WorkUnit other) {
        return compare(one.notBeforeNs - other.notBeforeNs, one, other);
    }

    private static int compare(long differenceNs, WorkUnit one, WorkUnit other) {
        return differenceNs == 0 ? Long.compare(one.order, other.order) : Long.signum(differenceNs);
    }
}
