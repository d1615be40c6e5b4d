package io.soabench.analyzer.compare;

import java.util.List;

/** Runs that cannot be put together, with all reasons. */
public final class RunsRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ComparisonRefusal> refusals;

    /** @param refusals at least one */
    public RunsRefused(List<ComparisonRefusal> refusals) {
        super(refusals.get(0).text() + (refusals.size() == 1 ? "" : " (and " + (refusals.size() - 1) + " more)"));
        this.refusals = List.copyOf(refusals);
    }

    /** All reasons. */
    public List<ComparisonRefusal> refusals() {
        return refusals;
    }
}
