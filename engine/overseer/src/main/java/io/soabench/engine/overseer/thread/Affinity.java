package io.soabench.engine.overseer.thread;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.IdSet;

/**
 * The processors that a thread may run on. A thread that another one starts inherits its mask. In a bound thread,
 * {@link Runtime#availableProcessors} is the size of its mask. So bind a worker from within, and make pools in threads
 * that are not bound.
 *
 * <p>Thread-safe. Cost: two or three system calls, some microseconds.
 *
 * <p>Source: P11 table I ({@code getThreadId}, {@code setThreadAffinity}, {@code getThreadAffinity}); sched_setaffinity(2).
 */
public final class Affinity {

    private Affinity() {}

    /** Returns the kernel's number of the calling thread, as in {@code /proc/self/task}. */
    public static int threadId() {
        return Linux.gettid();
    }

    /** Returns the processors of the calling thread. */
    public static IdSet get() {
        return get(0);
    }

    /**
     * Returns the processors of a thread.
     *
     * @param tid the kernel's number of a thread of any process, 0 for the calling thread
     * @throws NotAvailableException if there is no such thread
     */
    public static IdSet get(int tid) {
        int[] error = new int[1];
        IdSet processors = Linux.schedGetAffinity(tid, error);
        if (error[0] < 0) {
            throw refused(tid, "asked for its processors", -error[0]);
        }
        return processors;
    }

    /** Binds the calling thread to exactly these processors. */
    public static void set(IdSet processors) {
        set(0, processors);
    }

    /**
     * Binds a thread to exactly these processors. The kernel silently leaves out processors that the thread's cpuset
     * forbids. So the mask is read back; if any processor is missing, the former mask is restored.
     *
     * @param tid the kernel's number of a thread, 0 for the calling thread
     * @throws NotAvailableException if there is no such thread, it may not be bound, or not to these processors
     */
    public static void set(int tid, IdSet processors) {
        IdSet before = get(tid);
        int result = Linux.schedSetAffinity(tid, processors);
        if (result == -Errno.EINVAL) {
            throw new NotAvailableException(Availability.denied(
                    "none of processors '" + processors + "' is online and in the cpuset of " + name(tid)));
        }
        if (result < 0) {
            throw refused(tid, "bound", -result);
        }
        IdSet after = get(tid);
        if (!after.equals(processors)) {
            Linux.schedSetAffinity(tid, before);
            throw new NotAvailableException(Availability.denied("processors '" + processors.minus(after)
                    + "' are not online or not in the cpuset of " + name(tid) + "; it stays on " + before));
        }
    }

    private static String name(int tid) {
        return tid == 0 ? "this thread" : "thread " + tid;
    }

    private static NotAvailableException refused(int tid, String what, int error) {
        return new NotAvailableException(
                switch (error) {
                    case Errno.ESRCH -> Availability.unsupported("there is no thread " + tid);
                    case Errno.EPERM ->
                        Availability.denied(name(tid) + " may not be " + what + " by this process (EPERM)");
                    default -> Availability.unsupported(name(tid) + " cannot be " + what + ": " + Errno.name(error));
                });
    }
}
