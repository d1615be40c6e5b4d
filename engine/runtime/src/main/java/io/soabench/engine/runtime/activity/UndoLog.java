package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;

/** Writes slots so that the writes can be taken back: an assign that fails changes nothing (WS-BPEL 2.0, section 8.4). */
final class UndoLog {
    private final boolean kept;
    private List<Entry> entries;

    /** A log; nothing is kept when there is nothing to take back. */
    UndoLog(boolean kept) {
        this.kept = kept;
    }

    private record Entry(ScopeInstance scope, Reference slot, Element before, boolean begun) {}

    void write(ScopeInstance scope, Reference slot, Element value) {
        write(scope, slot, value, false);
    }

    /** Writes a value that is made bit by bit since a copy of the same assign found none. */
    void build(ScopeInstance scope, Reference slot, Element value) {
        write(scope, slot, value, true);
    }

    private void write(ScopeInstance scope, Reference slot, Element value, boolean begun) {
        if (kept) {
            if (entries == null) {
                entries = new ArrayList<>(4);
            }
            entries.add(new Entry(scope, slot, scope.slot(slot.hops(), slot.index()), begun));
        }
        scope.slot(slot.hops(), slot.index(), value);
    }

    /** Whether the value of a slot, seen from the scope of the assign, is being made bit by bit. */
    boolean isBuilt(Reference slot) {
        for (int i = entries == null ? -1 : entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            if (entry.slot().hops() == slot.hops() && entry.slot().index() == slot.index()) {
                return entry.begun();
            }
        }
        return false;
    }

    void undo() {
        if (entries == null) {
            return;
        }
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            entry.scope().restore(entry.slot().hops(), entry.slot().index(), entry.before());
        }
    }
}
