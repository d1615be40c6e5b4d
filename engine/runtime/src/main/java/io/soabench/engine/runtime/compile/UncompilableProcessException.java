package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Problem;
import java.util.List;

/** The refusal of a process that this engine cannot run, with all reasons. */
public final class UncompilableProcessException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** Makes an exception with at least one problem. */
    public UncompilableProcessException(List<Problem> problems) {
        super(problems.size() + " problems, the first is " + problems.get(0));
        this.problems = List.copyOf(problems);
    }

    /** Returns every problem, sorted by place. */
    public List<Problem> problems() {
        return problems;
    }
}
