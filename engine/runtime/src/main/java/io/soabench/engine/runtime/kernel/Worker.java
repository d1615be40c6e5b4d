package io.soabench.engine.runtime.kernel;

/**
 * An executor of instances: one thread, or several threads that share the work. Instances are handed over when they
 * have something to do. Each gets a {@link Instance#turn turn} on one of these threads.
 *
 * <p>Assumption: the caller that hands an instance over owns it, and it stays owned until the end of the turn.
 * Implementations decide on the threads and on the order; this is a scheduling policy.
 *
 * <p>Guarantees, which one test suite checks for every policy: an instance that was handed over has one turn. A failure
 * in a turn or an alarm is counted, and ends neither the thread nor another instance. A cancelled alarm leaves nothing
 * behind. If a method throws an error, nothing was handed over.
 */
public interface Worker {
    /** The default number of steps of a turn, which take less than a millisecond if they are small. */
    int TURN_STEPS = 10_000;

    /**
     * Begins to run an instance on the calling thread, if it is a free thread of this worker; returns whether it is.
     * {@link #leave} ends that. From any thread, at very little cost.
     */
    boolean enter();

    /** Ends what {@link #enter} has begun. */
    void leave();

    /** Hands over an instance that has an event to handle; never refused. From any thread. */
    void ready(Instance instance);

    /**
     * Hands over an instance whose turn was long enough. It is run after all other work, input and output included.
     * Called at the end of its turn.
     */
    void giveWay(Instance instance);

    /**
     * Hands over a new instance, unless there is too much to do; from any thread.
     *
     * @return false when the instance is refused
     */
    boolean offer(Instance instance);

    /**
     * Runs a task later; called in a turn of an instance on this worker.
     *
     * @param task the task, which runs on a thread of this worker and must not throw
     * @param delayNs the delay in nanoseconds, at least 0
     * @return the alarm, by which the task can be cancelled
     */
    Alarm schedule(Runnable task, long delayNs);

    /** Returns the number of steps and events after which a turn ends. */
    default int turnSteps() {
        return TURN_STEPS;
    }

    /**
     * Returns whether only the beginning of an activity counts as a step. Then the report of its end belongs to the
     * same step.
     */
    default boolean countsActivities() {
        return false;
    }

    /** A task that runs later unless it is cancelled. */
    @FunctionalInterface
    interface Alarm {
        /**
         * Cancels the task; from any thread. Without effect when it has run. Cancelled by another thread than that of
         * the worker, the task may still run once.
         */
        void cancel();
    }
}
