package io.soabench.engine.server.batch;

import io.soabench.engine.server.counters.CounterValue;
import java.util.Map;

/**
 * The result of a batch, also an intermediate one.
 *
 * @param instances the number asked for
 * @param completed the number that ended normally and did not answer with a fault
 * @param faulted the number of others that ended
 * @param wallNs from the start of the first to the end of the last, in nanoseconds
 * @param cpuNs processor time of the whole JVM in that time; -1 if unknown
 * @param gcCount collections in that time
 * @param gcMs their time in milliseconds
 * @param counters the chosen performance counters of all pools in that time, by event
 * @param calls calls that partners inside the engine have answered
 * @param lostCallbacks callbacks that instances had no room for
 * @param end the kind of end
 * @param firstReply the first answer of an instance as XML; null when there was none
 * @param firstFault the first fault of an instance as a sentence; null when there was none
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
        BatchRun.End end,
        String firstReply,
        String firstFault) {
    /** Copies the map. */
    public BatchOutcome {
        counters = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(counters));
    }
}
