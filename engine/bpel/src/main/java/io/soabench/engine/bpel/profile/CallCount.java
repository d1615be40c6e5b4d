package io.soabench.engine.bpel.profile;

import java.util.Optional;

/**
 * The number of calls of an operation by an instance that ends normally.
 *
 * @param partnerLink its name
 * @param operation its name
 * @param least the lower bound
 * @param most the upper bound; empty if there is none
 */
public record CallCount(String partnerLink, String operation, long least, Optional<Long> most) {

    /** Returns true if every normal instance makes the same number of calls. */
    public boolean isExact() {
        return most.equals(Optional.of(least));
    }
}
