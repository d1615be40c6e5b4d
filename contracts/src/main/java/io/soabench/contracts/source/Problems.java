package io.soabench.contracts.source;

import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** A collector of problems while documents are read, each once. Mutable, for one thread. */
public final class Problems {
    private final Set<Leniency> accepted;
    private final boolean words;
    private final NavigableSet<Problem> found = new TreeSet<>();
    private final NavigableSet<Problem> warnings = new TreeSet<>();

    /** Creates an empty collector that accepts no deviations from the standard. */
    public Problems() {
        this(Set.of());
    }

    /** Takes some kinds of problems for warnings. */
    public Problems(Set<Leniency> accepted) {
        this(accepted, true);
    }

    private Problems(Set<Leniency> accepted, boolean words) {
        this.accepted = Set.copyOf(accepted);
        this.words = words;
    }

    /**
     * Creates a collector that takes some kinds of problems for warnings. Its sentences name no word with which other
     * problems would become warnings.
     */
    public static Problems withoutWords(Set<Leniency> accepted) {
        return new Problems(accepted, false);
    }

    /**
     * Returns whether the documents are a contract that no process imports, so that what WS-BPEL alone forbids is not a
     * problem.
     */
    public boolean ofContract() {
        return !words;
    }

    /** Returns the deviations that are accepted. */
    public Set<Leniency> accepted() {
        return accepted;
    }

    /** Adds a problem at a place. */
    public void add(String code, Location location, String message) {
        found.add(problem(code, location, message));
    }

    /** Adds a problem that can be accepted: a warning if it is; else its sentence names the word that would help. */
    public void add(Leniency kind, String code, Location location, String message) {
        if (accepted.contains(kind)) {
            warnings.add(problem(code, location, message + "; accepted as '" + kind.word() + "'"));
        } else {
            add(code, location, words ? message + ", or accept '" + kind.word() + "'" : message);
        }
    }

    /** Adds a problem that was found elsewhere and can be accepted, in the same way. */
    public void add(Leniency kind, Problem problem) {
        add(kind, problem.code(), new Location(problem.file(), problem.line(), problem.column()), problem.message());
    }

    private static Problem problem(String code, Location location, String message) {
        return new Problem(code, location.file(), location.line(), location.column(), message);
    }

    /** Adds all problems of another list. */
    public void addAll(Iterable<Problem> others) {
        others.forEach(found::add);
    }

    /** Adds warnings that were found elsewhere. */
    public void warnAll(Iterable<Problem> others) {
        others.forEach(warnings::add);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Returns the problems found so far, sorted by place; an immutable copy. */
    public List<Problem> list() {
        return List.copyOf(found);
    }

    /** Returns the deviations that were accepted so far, sorted by place; an immutable copy. */
    public List<Problem> warnings() {
        return List.copyOf(warnings);
    }
}
