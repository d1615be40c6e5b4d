package io.soabench.engine.bpel.source;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Collects problems while documents are read, each once. Mutable, for one thread. */
public final class Problems {
    private final NavigableSet<Problem> found = new TreeSet<>();

    /** Adds a problem at a place. */
    public void add(String code, Location location, String message) {
        found.add(new Problem(code, location.file(), location.line(), location.column(), message));
    }

    /** Adds all problems of another list. */
    public void addAll(Iterable<Problem> others) {
        others.forEach(found::add);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** The problems found so far, sorted by place; an immutable copy. */
    public List<Problem> list() {
        return List.copyOf(found);
    }
}
