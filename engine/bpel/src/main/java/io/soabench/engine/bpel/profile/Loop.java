package io.soabench.engine.bpel.profile;

import java.util.List;
import java.util.Optional;

/**
 * A part that is repeated.
 *
 * @param activity the id of the loop
 * @param after see {@link Prescription#after()}
 * @param body one iteration
 * @param count the number of iterations, if the text of the process fixes it
 * @param parallel true if the iterations run side by side
 */
public record Loop(int activity, List<Integer> after, Prescription body, Optional<Long> count, boolean parallel)
        implements Prescription {
    public Loop {
        after = List.copyOf(after);
    }
}
