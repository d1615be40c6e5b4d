package io.soabench.driver;

import java.util.List;

/** A failure because a run cannot begin. Every reason is one sentence: the problem and the remedy. */
public final class RunRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;

    /** Creates a failure with all reasons. */
    public RunRefused(List<String> reasons) {
        super(String.join("\n", reasons));
        this.reasons = List.copyOf(reasons);
    }

    /** Returns all reasons, at least one. */
    public List<String> reasons() {
        return reasons;
    }
}
