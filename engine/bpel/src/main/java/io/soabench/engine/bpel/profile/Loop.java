package io.soabench.engine.bpel.profile;

import java.util.List;
import java.util.Optional;

/**
 * The same several times.
 *
 * @param activity the id of the loop
 * @param after see {@link Prescription#after()}
 * @param body once
 * @param count how often, if that is known from the text of the process
 * @param parallel true if the iterations run side by side
 */
public record Loop(int activity, List<Integer> after, Prescription body, Optional<Long> count, boolean parallel)
        implements Prescription {
    public Loop {
        after = List.copyOf(after);
    }
}
