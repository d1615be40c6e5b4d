package io.soabench.driver;

import java.util.List;

/** A run cannot begin. Every reason is one sentence that says what was found and what to change. */
public final class RunRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;

    /** With all reasons at once. */
    public RunRefused(List<String> reasons) {
        super(String.join("\n", reasons));
        this.reasons = List.copyOf(reasons);
    }

    /** All reasons, at least one. */
    public List<String> reasons() {
        return reasons;
    }
}
