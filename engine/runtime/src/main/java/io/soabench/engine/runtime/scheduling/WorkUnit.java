package io.soabench.engine.runtime.scheduling;

/**
 * A unit of work for whichever thread comes first, not before a time, best before another. Belongs to its {@link
 * WorkQueue}.
 */
final class WorkUnit {
    final Runnable task;
    final long notBeforeNs;
    final long deadlineNs;

    /** Which of equal ones was there first. */
    long order;

    WorkUnit(Runnable task, long notBeforeNs, long deadlineNs) {
        this.task = task;
        this.notBeforeNs = notBeforeNs;
        this.deadlineNs = deadlineNs;
    }

    static int byDeadline(WorkUnit one, WorkUnit other) {
        return compare(one.deadlineNs - other.deadlineNs, one, other);
    }

    static int byTime(WorkUnit one, WorkUnit other) {
        return compare(one.notBeforeNs - other.notBeforeNs, one, other);
    }

    private static int compare(long differenceNs, WorkUnit one, WorkUnit other) {
        return differenceNs == 0 ? Long.compare(one.order, other.order) : Long.signum(differenceNs);
    }
}
