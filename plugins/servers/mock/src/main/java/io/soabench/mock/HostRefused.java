package io.soabench.mock;

import java.util.List;

/**
 * The refusal to start a host because of mistakes that its user can correct: all of them at once, one sentence each.
 */
public final class HostRefused extends Exception {

    private static final long serialVersionUID = 1L;

    /** The sentences; serializable because it is an immutable list. */
    @SuppressWarnings("serial") // List.copyOf is serializable
    private final List<String> problems;

    /** Creates a refusal for these reasons, at least one. */
    public HostRefused(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Creates a refusal for one reason. */
    public HostRefused(String problem) {
        this(List.of(problem));
    }

    /** Returns the problems, each with its place and a remedy. */
    public List<String> problems() {
        return problems;
    }
}
