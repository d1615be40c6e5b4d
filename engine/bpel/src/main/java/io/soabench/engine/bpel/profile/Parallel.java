package io.soabench.engine.bpel.profile;

import java.util.List;

/** A parallel part: its parts run side by side, apart from links. */
public record Parallel(int activity, List<Integer> after, List<Prescription> branches) implements Prescription {
    public Parallel {
        after = List.copyOf(after);
        branches = List.copyOf(branches);
    }
}
