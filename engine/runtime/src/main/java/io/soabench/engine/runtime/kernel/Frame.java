package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.time.OffsetDateTime;
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
 * <p>Belongs to its instance's worker.
 */
public final class Frame implements Slots {
    private static final byte WAITING = 0;
    private static final byte READY = 1;
    private static final byte ACTIVE = 2;
    private static final byte COMPLETED = 3;
    private static final byte CLOSED = 4;

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

    /** What is executed. */
    public Activity activity() {
        return activity;
    }

    /** Whether another frame executes the same activity, as turns of a parallel loop do. */
    boolean isOfSameActivity(Frame other) {
        return activity.equals(other.activity);
    }

    /** Its number among all frames that its instance has ever had, from 1 on in the order in which they were opened. */
    public int address() {
        return address;
    }

    /** Whether it is about to begin, as opposed to about to tell its parent that it has completed. */
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

    /** The frame that started this one; null for the process. */
    public Frame parent() {
        return parent;
    }

    /** The scope the activity runs in; null for the process. */
    public ScopeInstance scope() {
        return scope;
    }

    /** The instance this belongs to. */
    public Instance instance() {
        return instance;
    }

    /** A number for the processor's use, 0 at first. */
    public int position() {
        return position;
    }

    /** Sets the processor's number. */
    public void position(int value) {
        position = value;
    }

    /** An object for the processor's use, null at first. */
    public Object data() {
        return data;
    }

    /** Sets the processor's object. */
    public void data(Object value) {
        data = value;
    }

    /** Whether there are children which are not closed. */
    public boolean hasChildren() {
        return firstChild != null;
    }

    /**
     * Adds the activities at or in this one that wait for something.
     *
     * @param around the activities around this one, each with a separator behind it
     * @param nowMs since the instance was started
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

    /** Whether the activity is asked to end early. */
    public boolean isTerminating() {
        return terminating;
    }

    /** Whether the activity has begun and not ended; what comes for it later is stale otherwise. */
    public boolean isActive() {
        return state == ACTIVE;
    }

    /** A look at another scope from this activity, for reading and writing its slots; never executed. */
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

    /** Marks a child that will not be executed: all links leaving it become false. */
    public void skip(Activity child) {
        settleLeaving(child, scope);
    }

    /** Marks a child of a scope that will not be executed: all links leaving it become false. */
    public void skip(Activity child, ScopeInstance childScope) {
        settleLeaving(child, childScope);
    }

    /**
     * The activity has done its work. A transition condition that cannot be evaluated is a fault of the scope around and changes
     * nothing of that: a scope has completed and can be compensated (WS-BPEL 2.0, section 11.6.1).
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
                // What stops everything in the scope closes this frame, too.
                fault(e.fault());
                return;
            }
            settleLeaving(activity, scope);
        }
        instance.runQueue().add(this);
    }

    /** The activity has failed: its scope stops everything and looks for a handler. */
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

    /** Ends this scope's frame with a fault for the scope around it. */
    public void closeFaulted(Fault fault) {
        close();
        if (scope == null) {
            instance.end(Outcome.faulted(fault));
        } else {
            scope.raise(fault);
        }
    }

    /** Ends this activity early, in its own way and time. */
    public void terminate() {
        if (state == CLOSED || terminating) {
            return;
        }
        if (state == ACTIVE) {
            terminating = true;
            activity.processor().terminate(this);
        } else {
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

    /** The activity has ended early; the parent is told. */
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

    /** Whether what comes from outside is without effect, because activity or instance have ended meanwhile or are about to. */
    private boolean isStale() {
        return state != ACTIVE || terminating || instance.hasEnded();
    }

    /** The partner that it called has answered. */
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

    /** Its call of a partner has failed. */
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

    /** A message that it waited for has come. */
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

    /** The time of one of its alarms has come. */
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

    /** It has what it shares with other isolated scopes. */
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

    /** Returns a number for its activity and its state. */
    int trace() {
        return 8 * activity.id() + state;
    }

    /** Does what is due for this frame in the instance's queue. */
    void step() {
        if (state == READY) {
            begin();
        } else if (state == COMPLETED) {
            report();
        }
    }

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

    /** Whether the activity may run; when not, it was skipped or has faulted. */
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

    /** One of the links this frame waits for has got its status. */
    void linkSettled() {
        if (state == WAITING && --missingLinks == 0) {
            state = READY;
            instance.runQueue().add(this);
        }
    }

    private static void settleLeaving(Activity activity, ScopeInstance scope) {
        for (LinkReference link : activity.leaving()) {
            settle(link, scope, false);
        }
    }

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
