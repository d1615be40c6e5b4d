package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The locks of isolated scopes of one instance (WS-BPEL 2.0, section 12.8).
 *
 * <p>A frame takes everything it shares at once or waits in line, so that no two wait for each other. Belongs to the
 * instance's worker.
 */
public final class IsolationLocks {
    private final Set<Shared> taken = new HashSet<>();
    private final List<Claim> line = new ArrayList<>();

    /**
     * Something that isolated scopes share.
     *
     * @param holder the scope that has it
     * @param kind which kind of thing
     * @param slot position among the things of that kind
     */
    public record Shared(ScopeInstance holder, Kind kind, int slot) {}

    /** What can be shared. */
    public enum Kind {
        /** A variable. */
        VARIABLE,
        /** A partner link. */
        PARTNER_LINK,
        /** A correlation set. */
        CORRELATION_SET
    }

    private record Claim(Frame frame, Set<Shared> wanted) {}

    /**
     * Takes things for a frame, or lets it wait in line behind those that want one of the same things.
     *
     * @return whether it has them; if not it is told by {@link Processor#entered} later
     */
    public boolean enter(Frame frame, Set<Shared> wanted) {
        boolean free = Collections.disjoint(taken, wanted)
                && line.stream().allMatch(claim -> Collections.disjoint(claim.wanted(), wanted));
        if (free) {
            taken.addAll(wanted);
        } else {
            line.add(new Claim(frame, wanted));
        }
        return free;
    }

    /** Takes a frame out of the line. */
    public void withdraw(Frame frame) {
        line.removeIf(claim -> claim.frame().equals(frame));
        admit();
    }

    /** Gives things back. */
    public void leave(Set<Shared> held) {
        taken.removeAll(held);
        admit();
    }

    private void admit() {
        List<Claim> admitted = new ArrayList<>();
        Set<Shared> wantedBefore = new HashSet<>();
        for (Claim claim : line) {
            if (Collections.disjoint(taken, claim.wanted()) && Collections.disjoint(wantedBefore, claim.wanted())) {
                taken.addAll(claim.wanted());
                admitted.add(claim);
            } else {
                wantedBefore.addAll(claim.wanted());
            }
        }
        line.removeAll(admitted);
        admitted.forEach(claim -> claim.frame().entered());
    }
}
