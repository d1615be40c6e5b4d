package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The locks of the isolated scopes of one instance (WS-BPEL 2.0, section 12.8).
 *
 * <p>A frame gets everything that it shares with other isolated scopes at once, or waits for all of it. So isolated
 * scopes never wait for each other in a circle.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class IsolationLocks {
    private final Set<Shared> locked = new HashSet<>();
    private final List<Claim> waiting = new ArrayList<>();

    /**
     * A thing that isolated scopes share.
     *
     * @param holder the scope that declares it
     * @param kind its kind
     * @param slot its position among the things of that kind in the scope
     */
    public record Shared(ScopeInstance holder, Kind kind, int slot) {}

    /** The kinds of shared things. */
    public enum Kind {
        /** A variable. */
        VARIABLE(0),
        /** A partner link. */
        PARTNER_LINK(1),
        /** A correlation set. */
        CORRELATION_SET(2);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** Returns the number in a snapshot. */
        int number() {
            return number;
        }

        /** Returns the kind with a number. */
        static Kind of(int number) {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new MalformedSnapshotException("there is no kind " + number + " of shared things");
        }
    }

    private record Claim(Frame frame, Set<Shared> wanted) {}

    /**
     * Locks things for a frame. If one of them is locked, or an earlier frame waits for it, the frame waits.
     *
     * @return whether the frame has the locks; if not, {@link Processor#entered} is called when the frame has got them
     */
    public boolean enter(Frame frame, Set<Shared> wanted) {
        boolean free = Collections.disjoint(locked, wanted)
                && waiting.stream().allMatch(claim -> Collections.disjoint(claim.wanted(), wanted));
        if (free) {
            locked.addAll(wanted);
        } else {
            waiting.add(new Claim(frame, wanted));
        }
        return free;
    }

    /** Removes a frame that waits. */
    public void withdraw(Frame frame) {
        waiting.removeIf(claim -> claim.frame().equals(frame));
        admit();
    }

    /** Releases things, and gives them to frames that wait. */
    public void leave(Set<Shared> held) {
        locked.removeAll(held);
        admit();
    }

    /** Writes the locks, and the frames that wait in their order. */
    void write(StateWriter snapshot) {
        snapshot.shared(locked);
        snapshot.number(waiting.size());
        for (Claim claim : waiting) {
            snapshot.frame(claim.frame());
            snapshot.shared(claim.wanted());
        }
    }

    /** Reads the locks, and the frames that wait. */
    void read(StateReader snapshot) {
        locked.addAll(snapshot.shared());
        for (int count = snapshot.count(); count > 0; count--) {
            Frame frame = snapshot.presentFrame();
            waiting.add(new Claim(frame, snapshot.shared()));
        }
    }

    private void admit() {
        List<Claim> admitted = new ArrayList<>();
        Set<Shared> wantedBefore = new HashSet<>();
        for (Claim claim : waiting) {
            if (Collections.disjoint(locked, claim.wanted()) && Collections.disjoint(wantedBefore, claim.wanted())) {
                locked.addAll(claim.wanted());
                admitted.add(claim);
            } else {
                wantedBefore.addAll(claim.wanted());
            }
        }
        waiting.removeAll(admitted);
        admitted.forEach(claim -> claim.frame().entered());
    }
}
