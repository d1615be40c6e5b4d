package io.soabench.engine.overseer.counter;

/**
 * The kernel's calls for counters; tests put another kernel in its place. Negative results are errors, see {@code
 * Errno}.
 */
interface PerfCalls {

    /**
     * Opens a counter that does not count yet.
     *
     * @param group the leader of the group to join, -1 to lead one
     * @return a descriptor
     */
    int open(CounterEvent event, CounterTarget target, int group, boolean userOnly);

    /** Starts a group. */
    int enable(int leader);

    /** Stops a group. */
    int disable(int leader);

    /**
     * Reads a group at once.
     *
     * @param into gets nanoseconds enabled, nanoseconds running, and a count for each member in the order of opening
     */
    int read(int leader, long[] into);

    int close(int descriptor);

    /** Returns the content of {@code /proc/sys/kernel/perf_event_paranoid}; empty if it cannot be read. */
    String paranoid();
}
