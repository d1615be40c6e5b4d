package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.IsolationLocks;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables, partner links and correlation sets of surrounding scopes that an isolated scope uses (WS-BPEL 2.0,
 * section 12.8).
 *
 * @param slots the things, each of them once
 */
public record SharedSlots(List<Slot> slots) {
    /** Copies the list. */
    public SharedSlots {
        slots = List.copyOf(slots);
    }

    /**
     * A thing that is shared.
     *
     * @param hops the number of scopes outwards, from inside the isolated scope
     * @param kind its kind
     * @param slot the position among the things of that kind
     */
    public record Slot(int hops, IsolationLocks.Kind kind, int slot) {}

    /** Returns the shared things as seen from an execution of the isolated scope. */
    Set<IsolationLocks.Shared> of(ScopeInstance scope) {
        Set<IsolationLocks.Shared> shared = new HashSet<>();
        for (Slot slot : slots) {
            shared.add(new IsolationLocks.Shared(scope.outwards(slot.hops()), slot.kind(), slot.slot()));
        }
        return shared;
    }
}
