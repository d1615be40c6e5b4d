package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * An execution of an activity.
 *
 * <pre>
 * state      | start        link set      run            complete    reported      terminate / fault
 * -----------+------------------------------------------------------------------------------------
 * WAITING    |              READY*                                                 CLOSED
 * READY      |                            ACTIVE                                   CLOSED
 * ACTIVE     |                                           COMPLETED                 CLOSED (perhaps later)
 * COMPLETED  |                                                       CLOSED        CLOSED
 * * when all incoming links are known; skipped when the join condition is false and that is suppressed
 * </pre>
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class Frame implements Slots {
    private static final byte WAITING = 0;
    private static final byte READY = 1;
    private static final byte ACTIVE = 2;
    private static final byte COMPLETED = 3;
    static final byte CLOSED = 4;

    private final Activity activity;
    private final Frame parent;
    private final ScopeInstance scope;
    private final Instance instance;
    private final int address;

    private byte state = READY;
    private boolean terminating;
    private int missingLinks;
    private Frame firstChild;
    private Frame nextSibling;
    private Frame previousSibling;
    private Frame nextReady;
    private int position;
    private int begunMs;
    private Object data;

    Frame(Instance instance, Activity activity, Frame parent, ScopeInstance scope) {
        this.instance = instance;
        this.address = instance.nextAddress();
        this.activity = activity;
        this.parent = parent;
        this.scope = scope;
        if (parent != null) {
            nextSibling = parent.firstChild;
            if (nextSibling != null) {
                nextSibling.previousSibling = this;
            }
            parent.firstChild = this;
            instance.memory().activityBegun();
        }
    }

    /**
     * Creates a frame of a snapshot.
     *
     * @param parent the frame that started it; null for the process, and for a frame that is closed
     */
    Frame(Instance instance, Activity activity, Frame parent, ScopeInstance scope, int address, int state) {
        this.instance = instance;
        this.address = address;
        this.activity = activity;
        this.parent = parent;
        this.scope = scope;
        this.state = (byte) state;
    }

    // ---- snapshots

    /** Writes what a snapshot needs to create this frame. Of a closed frame, it needs nothing else. */
    void writeHead(StateWriter snapshot) {
        snapshot.number(address);
        snapshot.number(activity.id());
        snapshot.number(state);
        snapshot.frame(state == CLOSED ? null : parent);
        snapshot.scope(scope);
    }

    /** Writes the progress of the activity. */
    void write(StateWriter snapshot) {
        if (state == CLOSED) {
            return;
        }
        snapshot.flag(terminating);
        snapshot.number(missingLinks);
        snapshot.number(position);
        snapshot.number(begunMs);
        List<Frame> children = new ArrayList<>();
        for (Frame child = firstChild; child != null; child = child.nextSibling) {
            children.add(child);
        }
        snapshot.frames(children);
        activity.processor().write(this, snapshot);
    }

    /** Reads the progress of the activity. */
    void read(StateReader snapshot) {
        if (state == CLOSED) {
            return;
        }
        terminating = snapshot.flag();
        missingLinks = snapshot.number(Integer.MAX_VALUE);
        position = snapshot.number(Integer.MAX_VALUE);
        begunMs = snapshot.integer();
        Frame before = null;
        for (Frame child : snapshot.frames()) {
            if (!equals(child.parent) || child.previousSibling != null || child.equals(firstChild)) {
                throw new MalformedSnapshotException("a frame has a child of another one");
            }
            child.previousSibling = before;
            if (before == null) {
                firstChild = child;
            } else {
                before.nextSibling = child;
            }
            before = child;
        }
        activity.processor().read(this, snapshot);
    }

    /** Returns whether the activity has ended and was reported. */
    boolean isClosed() {
        return state == CLOSED;
    }

    // ---- the frame

    /** Returns the activity that is executed. */
    public Activity activity() {
        return activity;
    }

    /** Returns whether another frame executes the same activity, as iterations of a parallel loop do. */
    boolean isOfSameActivity(Frame other) {
        return activity.equals(other.activity);
    }

    /**
     * Returns the number among all frames that the instance has ever had, from 1 on, in the order in which they were
     * opened.
     */
    public int address() {
        return address;
    }

    /** Returns whether the next step of this frame begins the activity. Otherwise it reports the end to the parent. */
    boolean isReady() {
        return state == READY;
    }

    @Override
    public OffsetDateTime now() {
        return instance.now();
    }

    @Override
    public long instanceId() {
        return instance.id();
    }

    /** Returns the frame that started this one; null for the process. */
    public Frame parent() {
        return parent;
    }

    /** Returns the scope in which the activity runs; null for the process. */
    public ScopeInstance scope() {
        return scope;
    }

    /** Returns the instance of this frame. */
    public Instance instance() {
        return instance;
    }

    /** Returns a number for the use of the processor, 0 at first. */
    public int position() {
        return position;
    }

    /** Sets the number for the use of the processor. */
    public void position(int value) {
        position = value;
    }

    /** Returns an object for the use of the processor, null at first. */
    public Object data() {
        return data;
    }

    /** Sets the object for the use of the processor. */
    public void data(Object value) {
        data = value;
    }

    /** Returns whether there are children that are not closed. */
    public boolean hasChildren() {
        return firstChild != null;
    }

    /**
     * Adds the activities at or inside this frame that wait for something.
     *
     * @param around the path of the activities around this one, each followed by a separator
     * @param nowMs the age of the instance in milliseconds
     * @param most the largest size of the list
     * @param found the list to which the activities are added
     */
    void waiting(String around, long nowMs, int most, List<WaitingActivity> found) {
        String path = around + activity;
        if (firstChild == null && state == ACTIVE && found.size() < most) {
            found.add(new WaitingActivity(activity.toString(), path, Math.max(0, nowMs - begunMs)));
        }
        for (Frame child = firstChild; child != null && found.size() < most; child = child.nextSibling) {
            child.waiting(path + " > ", nowMs, most, found);
        }
    }

    /** Returns whether the activity was asked to end early. */
    public boolean isTerminating() {
        return terminating;
    }

    /** Returns whether the activity has begun and not ended. Events for an activity that is not active are stale. */
    public boolean isActive() {
        return state == ACTIVE;
    }

    /**
     * Returns a frame of this activity in another scope, which serves to read and write slots and is never executed.
     */
    public Frame view(ScopeInstance inner) {
        return new Frame(instance, activity, null, inner);
    }

    /** Starts a child in the same scope, as soon as its links allow. */
    public Frame start(Activity child) {
        return start(child, scope);
    }

    /** Starts a child in a scope, as soon as its links allow. */
    public Frame start(Activity child, ScopeInstance childScope) {
        Frame frame = new Frame(instance, child, this, childScope);
        if (child.hasIncoming()) {
            int missing = 0;
            for (LinkReference link : child.incoming()) {
                ScopeInstance holder = childScope.outwards(link.hops());
                if (holder.linkStatus(link.slot()) == ScopeInstance.LINK_UNKNOWN) {
                    holder.awaitLink(link.slot(), frame);
                    missing++;
                }
            }
            frame.missingLinks = missing;
            if (missing > 0) {
                frame.state = WAITING;
                return frame;
            }
        }
        instance.runQueue().add(frame);
        return frame;
    }

    /** Skips a child: all links that leave it become false (dead-path elimination, WS-BPEL 2.0, section 11.6.2). */
    public void skip(Activity child) {
        settleLeaving(child, scope);
    }

    /** Skips a child of a scope: all links that leave it become false. */
    public void skip(Activity child, ScopeInstance childScope) {
        settleLeaving(child, childScope);
    }

    /**
     * Completes the activity and evaluates the transition conditions of its links. A condition that cannot be evaluated
     * is a fault of the surrounding scope. It does not undo the completion: a completed scope can still be compensated
     * (WS-BPEL 2.0, section 11.6.1).
     */
    public void complete() {
        if (state != ACTIVE || terminating) {
            return;
        }
        state = COMPLETED;
        if (activity.leaving().length > 0) {
            try {
                for (OutgoingLink link : activity.outgoing()) {
                    boolean status =
                            link.condition() == null || link.condition().test(this);
                    settle(link.link(), scope, status);
                }
            } catch (FaultException e) {
                // The scope that handles the fault also closes this frame.
                fault(e.fault());
                return;
            }
            settleLeaving(activity, scope);
        }
        instance.runQueue().add(this);
    }

    /** Raises a fault of the activity. Its scope stops everything inside and looks for a handler. */
    public void fault(Fault fault) {
        if (state == CLOSED) {
            return;
        }
        if (scope == null) {
            instance.end(Outcome.faulted(fault));
        } else {
            scope.raise(fault);
        }
    }

    /** Closes this frame of a scope with a fault, which is raised in the surrounding scope. */
    public void closeFaulted(Fault fault) {
        close();
        if (scope == null) {
            instance.end(Outcome.faulted(fault));
        } else {
            scope.raise(fault);
        }
    }

    /** Ends the activity early. Its processor decides what is done before the frame closes, and when. */
    public void terminate() {
        if (state == CLOSED || terminating) {
            return;
        }
        if (state == ACTIVE) {
            terminating = true;
            activity.processor().terminate(this);
        } else {
            if (state != COMPLETED) {
                activity.processor().neverStarted(this);
            }
            closeTerminated();
        }
    }

    /** Terminates all children. */
    public void terminateChildren() {
        Frame child = firstChild;
        while (child != null) {
            Frame next = child.nextSibling;
            child.terminate();
            child = next;
        }
    }

    /** Closes the frame of an activity that has ended early, and reports that to the parent. */
    public void closeTerminated() {
        if (state == CLOSED) {
            return;
        }
        close();
        if (parent == null) {
            instance.end(Outcome.COMPLETED);
        } else {
            parent.activity.processor().childTerminated(parent, this);
        }
    }

    /** Closes this frame. All links that leave the activity and have no status become false. */
    private void close() {
        state = CLOSED;
        settleLeaving(activity, scope);
        unlink();
    }

    private void unlink() {
        if (parent == null) {
            return;
        }
        instance.memory().activityEnded();
        if (previousSibling == null) {
            parent.firstChild = nextSibling;
        } else {
            previousSibling.nextSibling = nextSibling;
        }
        if (nextSibling != null) {
            nextSibling.previousSibling = previousSibling;
        }
    }

    /** Returns whether an event has no effect, because the activity or the instance has ended or is about to end. */
    private boolean isStale() {
        return state != ACTIVE || terminating || instance.hasEnded();
    }

    /** Handles the answer of the partner that the activity has called. */
    void answered(List<Element> parts) {
        if (isStale()) {
            return;
        }
        try {
            activity.processor().answered(this, parts);
        } catch (FaultException e) {
            fault(e.fault());
        }
    }

    /** Handles the failure of the partner call that the activity has made. */
    void failed(Fault failure) {
        if (isStale()) {
            return;
        }
        try {
            activity.processor().failed(this, failure);
        } catch (FaultException e) {
            fault(e.fault());
        }
    }

    /** Handles a message for which the activity has waited. */
    void arrived(MessageWait awaited, InboundMessage message) {
        if (isStale()) {
            return;
        }
        try {
            activity.processor().arrived(this, awaited, message);
        } catch (FaultException e) {
            fault(e.fault());
        }
    }

    /** Handles an alarm of the activity that has become due. */
    void alarmDue(int alarm) {
        if (isStale()) {
            return;
        }
        try {
            activity.processor().alarmDue(this, alarm);
        } catch (FaultException e) {
            fault(e.fault());
        }
    }

    /** Handles the admission of an isolated scope to the data that it shares with others. */
    void entered() {
        if (isStale()) {
            return;
        }
        try {
            activity.processor().entered(this);
        } catch (FaultException e) {
            fault(e.fault());
        }
    }

    /** Returns a number that identifies the activity and the state, for the trace of steps. */
    int trace() {
        return 8 * activity.id() + state;
    }

    /** Does the next step of this frame: it begins the activity, or reports its completion. */
    void step() {
        if (state == READY) {
            begin();
        } else if (state == COMPLETED) {
            report();
        }
    }

    /** Begins the activity if its join condition holds. */
    private void begin() {
        if (activity.hasIncoming() && !isJoined()) {
            return;
        }
        state = ACTIVE;
        begunMs = instance.runQueue().turnMs();
        try {
            activity.processor().start(this);
        } catch (FaultException e) {
            fault(e.fault());
        }
    }

    /** Returns whether the activity may run. If not, it was skipped or has raised a fault. */
    private boolean isJoined() {
        try {
            if (joins()) {
                return true;
            }
        } catch (FaultException e) {
            closeFaulted(e.fault());
            return false;
        }
        if (activity.suppressesJoinFailure()) {
            settleLeaving(activity, scope);
            report();
        } else {
            closeFaulted(StandardFault.JOIN_FAILURE.because("The join condition does not hold at " + activity + "."));
        }
        return false;
    }

    /** Returns the value of the join condition; by default, whether an incoming link is true. */
    private boolean joins() {
        if (activity.joinCondition() != null) {
            return activity.joinCondition().test(this);
        }
        for (int i = 0; i < activity.incoming().length; i++) {
            if (link(i)) {
                return true;
            }
        }
        return false;
    }

    /** Closes this frame after its completion, and reports that to the parent. */
    private void report() {
        state = CLOSED;
        unlink();
        if (parent == null) {
            instance.end(Outcome.COMPLETED);
        } else if (parent.terminating) {
            parent.activity.processor().childTerminated(parent, this);
        } else {
            try {
                parent.activity.processor().childCompleted(parent, this);
            } catch (FaultException e) {
                parent.fault(e.fault());
            }
        }
    }

    /** Counts a link that has got its status, and makes the frame ready after the last one. */
    void linkSettled() {
        if (state == WAITING && --missingLinks == 0) {
            state = READY;
            instance.runQueue().add(this);
        }
    }

    /** Sets the status of all links that leave an activity to false, unless they have a status. */
    private static void settleLeaving(Activity activity, ScopeInstance scope) {
        for (LinkReference link : activity.leaving()) {
            settle(link, scope, false);
        }
    }

    /** Sets the status of a link, as seen from a scope. */
    private static void settle(LinkReference link, ScopeInstance scope, boolean status) {
        scope.settleLink(link.hops(), link.slot(), status);
    }

    @Override
    public Element slot(int hops, int index) {
        return scope.slot(hops, index);
    }

    @Override
    public int valueBytes() {
        return instance.kernel().limits().valueBytes();
    }

    @Override
    public boolean link(int index) {
        LinkReference link = activity.incoming()[index];
        return scope.outwards(link.hops()).linkStatus(link.slot()) == ScopeInstance.LINK_TRUE;
    }

    Frame nextReady() {
        return nextReady;
    }

    void nextReady(Frame frame) {
        nextReady = frame;
    }
}
