package io.soabench.generators;

import java.util.List;

/** A testbed cannot be compiled. Each problem is one sentence that says where, what, and what to change. */
public final class CompilationRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** With all problems at once. */
    public CompilationRefused(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** All problems, at least one, each once, in the order of the model. */
    public List<String> problems() {
        return problems;
    }
}
