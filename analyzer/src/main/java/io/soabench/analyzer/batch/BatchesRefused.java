package io.soabench.analyzer.batch;

import java.util.List;

/** Batches that cannot be compared, with all reasons. */
public final class BatchesRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;

    /** @param reasons at least one; each says what is wrong, where, and what to do */
    public BatchesRefused(List<String> reasons) {
        super(reasons.get(0) + (reasons.size() == 1 ? "" : " (and " + (reasons.size() - 1) + " more)"));
        this.reasons = List.copyOf(reasons);
    }

    /** All reasons. */
    public List<String> reasons() {
        return reasons;
    }
}
