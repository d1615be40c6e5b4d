package io.soabench.engine.bpel.profile;

import java.util.List;

/** A parallel part, whose parts run side by side. Links between them may delay some of them. */
public record Parallel(int activity, List<Integer> after, List<Prescription> branches) implements Prescription {
    public Parallel {
        after = List.copyOf(after);
        branches = List.copyOf(branches);
    }
}
