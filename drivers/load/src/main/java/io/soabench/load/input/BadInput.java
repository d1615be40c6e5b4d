package io.soabench.load.input;

import java.util.List;

/** The user's files or arguments are wrong; each problem is one sentence that says what, where and what to change. */
public final class BadInput extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** At least one problem. */
    public BadInput(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** All problems in the order in which they were found. */
    public List<String> problems() {
        return problems;
    }
}
