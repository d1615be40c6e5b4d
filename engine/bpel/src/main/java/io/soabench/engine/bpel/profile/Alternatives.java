package io.soabench.engine.bpel.profile;

import java.util.List;

/** A choice of one of several parts, made at run time. */
public record Alternatives(int activity, List<Integer> after, List<Prescription> alternatives) implements Prescription {
    public Alternatives {
        after = List.copyOf(after);
        alternatives = List.copyOf(alternatives);
    }
}
