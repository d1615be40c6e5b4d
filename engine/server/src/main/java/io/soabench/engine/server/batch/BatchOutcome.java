package io.soabench.engine.server.batch;

import io.soabench.engine.server.counters.CounterValue;
import java.util.Map;

/**
 * The result of a batch, or an intermediate one. Immutable.
 *
 * @param instances the number of ordered instances
 * @param completed the number of instances that ended normally and did not answer with a fault
 * @param faulted the number of other instances that ended
 * @param wallNs the time from the start of the first to the end of the last, in nanoseconds
 * @param cpuNs the processor time of the whole virtual machine in that time, in nanoseconds; -1 if unknown
 * @param gcCount the number of collections in that time
 * @param gcMs the time of these collections in milliseconds
 * @param counters the chosen performance counters of all pools in that time, by event
 * @param calls the number of calls that partners inside the engine have answered
 * @param lostCallbacks the number of callbacks that instances had no room for
 * @param stillRunning the number of instances that could not be ended, since their threads are stuck; 0 while the batch
 *     runs
 * @param end the kind of end
 * @param firstReply the first answer of an instance as XML; null if there was none
 * @param firstFault the first fault of an instance as a sentence; null if there was none
 */
public record BatchOutcome(
        long instances,
        long completed,
        long faulted,
        long wallNs,
        long cpuNs,
        long gcCount,
        long gcMs,
        Map<String, CounterValue> counters,
        long calls,
        long lostCallbacks,
        long stillRunning,
        BatchRun.End end,
        String firstReply,
        String firstFault) {
    /** Copies the map. */
    public BatchOutcome {
        counters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(counters));
    }
}
