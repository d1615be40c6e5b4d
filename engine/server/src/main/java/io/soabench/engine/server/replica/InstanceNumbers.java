package io.soabench.engine.server.replica;

/**
 * The choice of the numbers of instances, by the time at which a process starts. A later start of the engine never
 * repeats a number. No state.
 *
 * <p>Assumptions: the wall clock is not set back by more than the running time of the engine, and an engine starts
 * fewer than 4,096 instances a millisecond on average. Numbers stay below 2^53 until 2095, so that every reader of JSON
 * holds them exactly.
 */
public final class InstanceNumbers {
    /** The time at which numbering starts, in milliseconds of the clock: 2026-01-01T00:00:00Z. */
    private static final long EPOCH_MS = 1_767_225_600_000L;

    private static final int BITS_PER_MS = 12;

    private InstanceNumbers() {}

    /**
     * Returns the last number of earlier processes, which is a multiple of the number of replicas. Each replica uses
     * the numbers with one remainder.
     *
     * @param epochMs the start of the process
     * @param replicas the number of replicas
     */
    public static long lastBefore(long epochMs, int replicas) {
        return multiple(Math.max(0, epochMs - EPOCH_MS) << BITS_PER_MS, replicas);
    }

    /**
     * Returns the last number of earlier processes, for a process that replaces another one. The clock may have been
     * set back in the meantime.
     *
     * @param earlier the result for the process before
     */
    public static long lastBefore(long epochMs, int replicas, long earlier) {
        return Math.max(lastBefore(epochMs, replicas), multiple(earlier + (1L << BITS_PER_MS), replicas));
    }

    /** Returns the first multiple of the number of replicas that is not below a number. */
    public static long multiple(long number, int replicas) {
        return (number + replicas - 1) / replicas * replicas;
    }
}
