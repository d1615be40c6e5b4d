package io.soabench.engine.server.replica;

/**
 * A choice of the numbers of instances by the time at which a process starts, so that a later start of the engine never
 * repeats a number.
 *
 * <p>Assumes that the wall clock is not set back by more than an engine has run, and that an engine starts fewer than 4,096 instances a
 * millisecond on average. Numbers stay below 2^53, so that every reader of JSON holds them exactly, until 2095.
 */
public final class InstanceNumbers {
    /** The start of numbering by the clock: 2026-01-01T00:00:00Z. */
    private static final long EPOCH_MS = 1_767_225_600_000L;

    private static final int BITS_PER_MS = 12;

    private InstanceNumbers() {}

    /**
     * Returns the last number that belongs to earlier processes. It is a multiple of the number of replicas. Each
     * replica gives the numbers with one remainder.
     *
     * @param epochMs when a process starts
     * @param replicas the number of replicas
     */
    public static long lastBefore(long epochMs, int replicas) {
        return multiple(Math.max(0, epochMs - EPOCH_MS) << BITS_PER_MS, replicas);
    }

    /**
     * Returns the last number of an earlier process for a process that takes its place. The clock may have been set
     * back in the meantime.
     *
     * @param earlier the result for the process before
     */
    public static long lastBefore(long epochMs, int replicas, long earlier) {
        return Math.max(lastBefore(epochMs, replicas), multiple(earlier + (1L << BITS_PER_MS), replicas));
    }

    private static long multiple(long number, int of) {
        return (number + of - 1) / of * of;
    }
}
