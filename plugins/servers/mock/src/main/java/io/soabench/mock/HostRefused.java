package io.soabench.mock;

import java.util.List;

/** A host cannot start because of mistakes that its user can mend: one sentence each, all of them at once. */
public final class HostRefused extends Exception {

    private static final long serialVersionUID = 1L;

    /** The sentences; serializable because it is an immutable list. */
    @SuppressWarnings("serial") // List.copyOf is serializable
    private final List<String> problems;

    /** A refusal for these reasons, at least one. */
    public HostRefused(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** A refusal for one reason. */
    public HostRefused(String problem) {
        this(List.of(problem));
    }

    /** What is wrong, where, and what to change. */
    public List<String> problems() {
        return problems;
    }
}
