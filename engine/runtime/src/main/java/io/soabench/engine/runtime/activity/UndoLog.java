package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;

/**
 * A log of the writes of an assign, by which they can be taken back: an assign that fails changes nothing (WS-BPEL 2.0,
 * section 8.4).
 *
 * <p>Threading: only the owner of the instance uses it.
 */
final class UndoLog {
    private final boolean recording;
    private List<Entry> entries;
    private List<Address> addresses;

    /**
     * Creates a log.
     *
     * @param recording whether writes are recorded; false when they are never taken back
     */
    UndoLog(boolean recording) {
        this.recording = recording;
    }

    private record Entry(ScopeInstance scope, Reference slot, Element before, boolean built) {}

    private record Address(ScopeInstance holder, int slot, Endpoint before) {}

    /** Assigns the endpoint of a partner link. */
    void assign(ScopeInstance holder, int slot, Endpoint endpoint) {
        if (recording) {
            if (addresses == null) {
                addresses = new ArrayList<>(1);
            }
            addresses.add(new Address(holder, slot, holder.endpoint(slot)));
        }
        holder.endpoint(slot, endpoint);
    }

    /** Writes a value to a slot. */
    void write(ScopeInstance scope, Reference slot, Element value) {
        write(scope, slot, value, false);
    }

    /** Writes a value that the copies of the assign build step by step, because the slot had no value before. */
    void build(ScopeInstance scope, Reference slot, Element value) {
        write(scope, slot, value, true);
    }

    private void write(ScopeInstance scope, Reference slot, Element value, boolean built) {
        if (recording) {
            if (entries == null) {
                entries = new ArrayList<>(4);
            }
            entries.add(new Entry(scope, slot, scope.slot(slot.hops(), slot.index()), built));
        }
        scope.slot(slot.hops(), slot.index(), value);
    }

    /** Returns whether the copies of the assign build the value of a slot, seen from its scope. */
    boolean isBuilt(Reference slot) {
        for (int i = entries == null ? -1 : entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            if (entry.slot().hops() == slot.hops() && entry.slot().index() == slot.index()) {
                return entry.built();
            }
        }
        return false;
    }

    /** Takes back all writes, the last one first. */
    void undo() {
        for (int i = addresses == null ? -1 : addresses.size() - 1; i >= 0; i--) {
            Address address = addresses.get(i);
            address.holder().restoreEndpoint(address.slot(), address.before());
        }
        for (int i = entries == null ? -1 : entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            entry.scope().restore(entry.slot().hops(), entry.slot().index(), entry.before());
        }
    }
}
