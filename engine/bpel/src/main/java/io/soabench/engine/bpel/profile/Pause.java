package io.soabench.engine.bpel.profile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A wait for a time.
 *
 * @param activity the id of the wait
 * @param after see {@link Prescription#after()}
 * @param duration if it is written as a literal
 */
public record Pause(int activity, List<Integer> after, Optional<Duration> duration) implements Prescription {
    public Pause {
        after = List.copyOf(after);
    }
}
