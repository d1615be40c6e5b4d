package io.soabench.load.input;

import java.util.List;

/** A failure by the user's files or arguments. Each problem is one sentence: the problem, the place and the remedy. */
public final class BadInput extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** Creates a failure with at least one problem. */
    public BadInput(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns all problems in the order in which they were found. */
    public List<String> problems() {
        return problems;
    }
}
