package io.soabench.analyzer.compare;

import java.util.List;

/** The refusal of runs that cannot be compared, with all reasons. */
public final class RunsRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ComparisonRefusal> refusals;

    /**
     * Creates a refusal.
     *
     * @param refusals at least one
     */
    public RunsRefused(List<ComparisonRefusal> refusals) {
        super(refusals.get(0).text() + (refusals.size() == 1 ? "" : " (and " + (refusals.size() - 1) + " more)"));
        this.refusals = List.copyOf(refusals);
    }

    /** Returns all reasons. */
    public List<ComparisonRefusal> refusals() {
        return refusals;
    }
}
