package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames of one instance that wait for messages, which are receives, branches of a pick and event handlers. They
 * also select the one that gets a message (WS-BPEL 2.0, section 10.4).
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class PendingReceives {
    private final Instance instance;
    private final List<PendingReceive> pending = new ArrayList<>(2);
    private int lastNumber;

    PendingReceives(Instance instance) {
        this.instance = instance;
    }

    /**
     * Checks that no other activity waits for the same operation with the same correlation values (WS-BPEL 2.0, section
     * 10.4). Iterations of a parallel {@code forEach} are one activity and share messages.
     *
     * <p>The fault is raised at once if the process acts on it or a request is open, which the fault then answers.
     * Otherwise it is raised when a message comes, so that the sender of the message gets it.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException conflictingReceive
     */
    public void requireNoConflict(Frame frame, MessageWait awaited) {
        if (instance.openRequests().size() == 0
                && !instance.deployment().program().actsOnConflicts()) {
            return;
        }
        PendingReceive mine = new PendingReceive(frame, awaited, null, 0);
        for (PendingReceive other : pending) {
            if (mine.conflictsWith(other)) {
                throw StandardFault.CONFLICTING_RECEIVE.thrown(frame.activity()
                        + " begins to wait for what "
                        + other.frame().activity() + " waits for already.");
            }
        }
    }

    /**
     * Lets a frame wait for a message.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException conflictingReceive, see {@link #requireNoConflict}
     */
    public void await(Frame frame, MessageWait awaited) {
        requireNoConflict(frame, awaited);
        WaitingLine.Place place =
                awaited.takesAny(frame) ? instance.deployment().router().waiting(awaited.operation(), instance) : null;
        pending.add(new PendingReceive(frame, awaited, place, place == null ? 0 : ++lastNumber));
        if (place != null) {
            place.join();
        }
    }

    /** Writes the waits in their order. */
    void write(StateWriter snapshot) {
        snapshot.number(lastNumber);
        snapshot.number(pending.size());
        for (PendingReceive receive : pending) {
            int wait = waits(receive.frame()).indexOf(receive.awaited());
            if (wait < 0) {
                throw new IllegalStateException(
                        receive.frame().activity() + " waits for a message that it does not name");
            }
            snapshot.frame(receive.frame());
            snapshot.number(wait);
            snapshot.flag(receive.place() != null);
            snapshot.number(receive.number());
        }
    }

    /** Reads the waits. Those that take any message join the end of the line. */
    void read(StateReader snapshot) {
        lastNumber = snapshot.number(Integer.MAX_VALUE);
        for (int count = snapshot.count(); count > 0; count--) {
            Frame frame = snapshot.presentFrame();
            List<MessageWait> waits = waits(frame);
            MessageWait awaited = waits.get(snapshot.number(waits.size() - 1));
            boolean hasPlace = snapshot.flag();
            WaitingLine.Place place =
                    hasPlace ? instance.deployment().router().waiting(awaited.operation(), instance) : null;
            pending.add(new PendingReceive(frame, awaited, place, snapshot.number(Integer.MAX_VALUE)));
            if (place != null) {
                place.join();
            }
        }
    }

    private static List<MessageWait> waits(Frame frame) {
        return frame.activity().processor().waits();
    }

    /** Ends all waits of a frame. */
    public void stopAwaiting(Frame frame) {
        pending.removeIf(candidate -> {
            boolean found = candidate.frame().equals(frame);
            if (found) {
                forget(candidate);
            }
            return found;
        });
    }

    /** Ends all waits. */
    void clear() {
        pending.forEach(PendingReceives::forget);
        pending.clear();
    }

    private static void forget(PendingReceive receive) {
        if (receive.place() != null) {
            receive.place().leave();
        }
    }

    /**
     * Returns the number of the receive that has a place in the waiting line; 0 when no receive has it. A recovery
     * gives the same number to the same receive.
     */
    int number(WaitingLine.Place place) {
        for (PendingReceive receive : pending) {
            if (place.equals(receive.place())) {
                return receive.number();
            }
        }
        return 0;
    }

    /** Returns the place in the waiting line of the receive with a number; null when there is none. */
    WaitingLine.Place place(int number) {
        for (PendingReceive receive : pending) {
            if (receive.number() == number) {
                return receive.place();
            }
        }
        return null;
    }

    /** Returns the receives that a message is for, in the order in which they began to wait. */
    List<PendingReceive> suitable(InboundMessage message) {
        return pending.stream().filter(candidate -> candidate.accepts(message)).toList();
    }

    /**
     * Gives a message to the activity that it is for.
     *
     * @param suitable the result of {@link #suitable}, at least one receive; all are of one activity, see {@link
     *     #isOneActivity}
     * @param place the place in the waiting line that the message has taken; null for none
     */
    void give(InboundMessage message, List<PendingReceive> suitable, WaitingLine.Place place) {
        PendingReceive chosen = place == null ? suitable.get(0) : chosen(suitable, place);
        pending.remove(chosen);
        forget(chosen);
        chosen.frame().arrived(chosen.awaited(), message);
    }

    /** Refuses a message for which several activities wait. Its sender and all these activities get a fault. */
    void refuse(InboundMessage message, List<PendingReceive> suitable) {
        StandardFault kind = suitable.stream().anyMatch(one -> suitable.stream().anyMatch(one::conflictsWith))
                ? StandardFault.CONFLICTING_RECEIVE
                : StandardFault.AMBIGUOUS_RECEIVE;
        Fault conflict = kind.because("Several activities wait for the same message of operation '"
                + message.operation().name() + "'.");
        instance.refuse(message, conflict);
        suitable.forEach(candidate -> candidate.frame().fault(conflict));
    }

    /**
     * Returns the receive with the place that the message has taken, else the first one. All of them belong to one
     * activity.
     */
    private static PendingReceive chosen(List<PendingReceive> suitable, WaitingLine.Place place) {
        for (PendingReceive candidate : suitable) {
            if (place.equals(candidate.place())) {
                return candidate;
            }
        }
        return suitable.get(0);
    }

    /** Returns whether all receives belong to one activity, as iterations of a parallel {@code forEach} do. */
    static boolean isOneActivity(List<PendingReceive> suitable) {
        Frame first = suitable.get(0).frame();
        return suitable.stream().allMatch(candidate -> candidate.frame().isOfSameActivity(first));
    }
}
