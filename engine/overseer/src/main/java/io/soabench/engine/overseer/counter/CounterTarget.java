package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.system.Linux;

/**
 * The threads whose events are counted. Source: P11 table I ({@code bindEventsToThread}, {@code bindEventsToCore}).
 *
 * @param tid the kernel's number of a thread, -1 for all that run on a processor
 * @param processor a processor, -1 for all that a thread runs on
 * @param inherited whether threads and processes that the thread starts from now on are counted, too
 * @param onExec whether counting starts by itself when the thread executes another program
 */
public record CounterTarget(int tid, int processor, boolean inherited, boolean onExec) {

    public CounterTarget {
        if ((tid < 0) == (processor < 0)) {
            throw new IllegalArgumentException("counters are bound to a thread or to a processor, here: thread " + tid
                    + ", processor " + processor);
        }
    }

    /** Returns a thread of any process. */
    public static CounterTarget ofThread(int tid) {
        return new CounterTarget(tid, -1, false, false);
    }

    /** Returns the calling thread; the reader of the counters may be another one. */
    public static CounterTarget ofThisThread() {
        return ofThread(Linux.gettid());
    }

    /** Returns a thread, and all threads and processes that it starts from now on. */
    public static CounterTarget ofThreadAndDescendants(int tid) {
        return new CounterTarget(tid, -1, true, false);
    }

    /** Returns a process that is about to execute a program: the program, and all that it starts. */
    public static CounterTarget ofProgram(int pid) {
        return new CounterTarget(pid, -1, true, true);
    }

    /**
     * Returns a processor with all threads that run on it. Needs {@code perf_event_paranoid} of 0 or less, or the
     * capability PERFMON.
     */
    public static CounterTarget ofProcessor(int processor) {
        return new CounterTarget(-1, processor, false, false);
    }

    @Override
    public String toString() {
        return tid < 0 ? "processor " + processor : "thread " + tid + (inherited ? " and what it starts" : "");
    }
}
