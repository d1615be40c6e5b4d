package io.soabench.engine.runtime.kernel;

/**
 * The frames of one instance that can go on, first come first served, and the rest of the steps of its turn: run queue
 * and time slice of an operating system. Belongs to the owner of the instance.
 */
public final class RunQueue {
    private static final int AHEAD_STEPS = 1_000;

    /** What runs ahead may let others run ahead, and so on; those further in do not take mail. */
    private static final int MAX_AHEAD = 16;

    private final InstanceExecutor executor;
    private Frame first;
    private Frame last;
    private long steps;
    private int left;
    private int turnMs;
    private int ahead;
    private boolean closed;

    /** Whether the instance is recorded: then its steps are traced, and no mail is handled between steps that run ahead. */
    private boolean recorded;

    private int trace;

    RunQueue(InstanceExecutor executor) {
        this.executor = executor;
    }

    /** Puts a frame behind those that can go on; without effect when the queue is closed. */
    void add(Frame frame) {
        if (closed) {
            return;
        }
        if (last == null) {
            first = frame;
        } else {
            last.nextReady(frame);
        }
        last = frame;
    }

    /** Whether nothing can go on. */
    boolean isEmpty() {
        return first == null;
    }

    /** Nothing that is in it, or becomes ready from now on, ever runs. */
    void close() {
        closed = true;
        first = null;
        last = null;
    }

    /** Traces steps from now on; for an instance that is recorded, before its first step. */
    void record() {
        recorded = true;
    }

    /** A hash of the activities of all steps and of their states, in their order; 0 when they are not traced. */
    int trace() {
        return trace;
    }

    /** Does one step, whatever is left of the turn; returns false when nothing can go on. */
    boolean stepOnce() {
        if (first == null) {
            return false;
        }
        step();
        return true;
    }

    /** Steps that were done. */
    long steps() {
        return steps;
    }

    /**
     * A turn begins.
     *
     * @param most steps of it
     * @param nowMs milliseconds since the instance was started
     */
    void beginTurn(int most, long nowMs) {
        prolong(most);
        turnMs = (int) Math.min(Integer.MAX_VALUE, nowMs);
    }

    /** The turn goes on, for so many steps. */
    void prolong(int most) {
        left = most;
    }

    /** When the turn began, in milliseconds since the instance was started. */
    int turnMs() {
        return turnMs;
    }

    /** Something has happened that counts as a step. */
    void spend() {
        left--;
    }

    /** Takes back {@link #spend}, for what is followed by the step that it counts for. */
    void refund() {
        left++;
    }

    /** Whether the steps of the turn are used up. */
    boolean isUsedUp() {
        return left <= 0;
    }

    /**
     * Runs until nothing can go on or the steps of the turn are used up.
     *
     * @param activitiesOnly whether only the beginning of an activity counts, see {@link Worker#countsActivities}
     */
    void run(boolean activitiesOnly) {
        while (first != null && (left > 0 || (activitiesOnly && !first.isReady()))) {
            if (!activitiesOnly || first.isReady()) {
                left--;
            }
            step();
        }
    }

    private void step() {
        Frame frame = first;
        first = frame.nextReady();
        if (first == null) {
            last = null;
        } else {
            frame.nextReady(null);
        }
        steps++;
        if (recorded) {
            trace = 31 * trace + frame.trace();
        }
        frame.step();
    }

    /**
     * Lets what an action makes ready run as far as it goes before everything that is ready already. What is not done after
     * {@value #AHEAD_STEPS} steps takes its turn behind the others, so that activities which wait for each other's variables
     * go on.
     *
     * @return false when the instance has ended
     */
    public boolean runAhead(Runnable action) {
        Frame othersFirst = first;
        Frame othersLast = last;
        first = null;
        last = null;
        action.run();
        runMadeReady();
        if (othersFirst != null && !closed) {
            othersLast.nextReady(first);
            first = othersFirst;
            last = last == null ? othersLast : last;
        }
        return !closed;
    }

    private void runMadeReady() {
        ahead++;
        for (int i = 0; i < AHEAD_STEPS && !closed; i++) {
            // Partners that answer at once do so by mail.
            boolean more =
                    first != null || (!recorded && ahead <= MAX_AHEAD && executor.handleEvents() && first != null);
            if (!more) {
                break;
            }
            step();
        }
        ahead--;
    }
}
