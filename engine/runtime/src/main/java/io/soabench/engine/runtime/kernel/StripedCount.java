package io.soabench.engine.runtime.kernel;

/**
 * A count that many threads change at the same time without slowing each other down. It has no limit.
 *
 * <p>Thread-safe, without locks. A reader adds up the numbers of all {@link ThreadStripes stripes}. It may miss changes
 * that happen meanwhile, but it never reads less than there is for good: each {@link #increment} that came before is in
 * the sum. A thread that takes its own increment back is seen with one or with none, but never with less.
 */
final class StripedCount {
    private final ThreadStripes parts = new ThreadStripes();

    /** Adds one. */
    void increment() {
        parts.add(ThreadStripes.own(), 1);
    }

    /** Subtracts one; from any thread. */
    void decrement() {
        parts.add(ThreadStripes.own(), -1);
    }

    /** Returns the present count. */
    int get() {
        return (int) parts.sum();
    }
}
