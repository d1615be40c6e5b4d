package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The frames of one instance that are ready to run, first come, first served. It also counts the steps that are left of
 * the turn, like the run queue and the time slice of an operating system.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class RunQueue {
    private static final int AHEAD_STEPS = 1_000;

    /**
     * The depth up to which code that runs ahead handles events. Deeper code lets further code run ahead, but handles
     * no events.
     */
    private static final int MAX_AHEAD = 16;

    private final InstanceExecutor executor;
    private Frame first;
    private Frame last;
    private long steps;
    private int left;
    private int turnMs;
    private int ahead;
    private boolean closed;

    /**
     * Whether the instance is recorded. Then its steps are traced, and no events are handled between steps that run
     * ahead.
     */
    private boolean recorded;

    private int trace;

    RunQueue(InstanceExecutor executor) {
        this.executor = executor;
    }

    /** Adds a frame at the end; without effect when the queue is closed. */
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

    /** Writes the steps so far, and the frames that are ready. */
    void write(StateWriter snapshot) {
        snapshot.number(steps);
        snapshot.number(trace);
        List<Frame> ready = new ArrayList<>();
        for (Frame frame = first; frame != null; frame = frame.nextReady()) {
            ready.add(frame);
        }
        snapshot.frames(ready);
    }

    /** Reads the steps so far, and the frames that are ready. */
    void read(StateReader snapshot) {
        steps = snapshot.number();
        trace = snapshot.integer();
        Set<Frame> ready = new LinkedHashSet<>(snapshot.frames());
        ready.forEach(this::add);
    }

    /** Returns whether no frame is ready. */
    boolean isEmpty() {
        return first == null;
    }

    /** Closes the queue: frames in it, and frames that become ready later, never run. */
    void close() {
        closed = true;
        first = null;
        last = null;
    }

    /** Begins to trace steps; for an instance that is recorded, before its first step. */
    void record() {
        recorded = true;
    }

    /** Returns a hash of the activities and states of all steps in their order; 0 when they are not traced. */
    int trace() {
        return trace;
    }

    /** Runs one step, even when the steps of the turn are used up; returns false when no frame is ready. */
    boolean stepOnce() {
        if (first == null) {
            return false;
        }
        step();
        return true;
    }

    /** Returns the number of steps that were done. */
    long steps() {
        return steps;
    }

    /**
     * Begins a turn.
     *
     * @param most the number of its steps
     * @param nowMs the age of the instance in milliseconds
     */
    void beginTurn(int most, long nowMs) {
        prolong(most);
        turnMs = (int) Math.min(Integer.MAX_VALUE, nowMs);
    }

    /** Lets the turn go on for a number of steps. */
    void prolong(int most) {
        left = most;
    }

    /** Returns the age of the instance at the beginning of the turn, in milliseconds. */
    int turnMs() {
        return turnMs;
    }

    /** Counts an event as a step of the turn. */
    void spend() {
        left--;
    }

    /** Takes back {@link #spend}, for an event whose first step counts itself. */
    void refund() {
        left++;
    }

    /** Returns whether the steps of the turn are used up. */
    boolean isUsedUp() {
        return left <= 0;
    }

    /**
     * Runs steps until no frame is ready or the steps of the turn are used up.
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

    /** Runs the first frame. */
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
     * Runs an action, and then the frames that it makes ready, before all frames that were ready already. After {@value
     * #AHEAD_STEPS} steps the rest goes to the end of the queue, so that activities that wait for each other's
     * variables make progress.
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

    /** Runs the frames that the action has made ready, and those that they make ready. */
    private void runMadeReady() {
        ahead++;
        for (int i = 0; i < AHEAD_STEPS && !closed; i++) {
            // A partner that answers at once does so by an event.
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
