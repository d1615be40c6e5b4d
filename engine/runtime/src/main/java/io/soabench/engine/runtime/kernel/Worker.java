package io.soabench.engine.runtime.kernel;

/**
 * An executor of instances: one thread, or several that share the work. Instances are handed over when they are ready,
 * and have their {@link Instance#turn turn} on one of its threads, one after the other on each.
 *
 * <p>Assumes that whoever hands an instance over owns it, and that nobody else does until the turn ends. Implementations decide on
 * the threads and on the order: a scheduling policy. Guarantees, tested for every policy by one suite: what is handed over has its
 * turn once; what goes wrong in a turn or an alarm is counted and ends neither the thread nor another instance; an alarm that is
 * cancelled leaves nothing behind. An error that a method throws says that nothing was handed over.
 */
public interface Worker {
    /** Steps of a turn, unless the policy says something else; less than a millisecond of small ones. */
    int TURN_STEPS = 10_000;

    /**
     * Begins to run an instance on the calling thread if that is free for it: a thread of this worker that runs none. {@link #leave}
     * ends that. From any thread; costs next to nothing.
     */
    boolean enter();

    /** Takes back {@link #enter}. */
    void leave();

    /** Hands over an instance for which something has happened; never refused. From any thread. */
    void ready(Instance instance);

    /**
     * Hands over an instance whose turn was long enough, behind everything else that there is to do, input and output included; called
     * at the end of its turn.
     */
    void giveWay(Instance instance);

    /**
     * Hands over a new instance, unless there is too much to do; from any thread.
     *
     * @return false when refused
     */
    boolean offer(Instance instance);

    /**
     * Runs something later; called in a turn of an instance on this worker.
     *
     * @param task must not throw; runs on a thread of this worker
     * @param delayNs from now, at least 0
     * @return the alarm
     */
    Alarm schedule(Runnable task, long delayNs);

    /** Steps of activities, and events, after which a turn ends and the instance gives way. */
    default int turnSteps() {
        return TURN_STEPS;
    }

    /** Whether only the beginning of an activity counts as a step, so that an activity together with what follows from its end is one. */
    default boolean countsActivities() {
        return false;
    }

    /** Something that runs later unless it is cancelled. */
    @FunctionalInterface
    interface Alarm {
        /** Cancels, from any thread; without effect when it has run. On another thread than the worker's it may still run once. */
        void cancel();
    }
}
