package io.soabench.engine.bpel.profile;

import java.util.List;

/** A sequence of parts; without parts, no calls. */
public record InOrder(int activity, List<Integer> after, List<Prescription> steps) implements Prescription {
    public InOrder {
        after = List.copyOf(after);
        steps = List.copyOf(steps);
    }
}
