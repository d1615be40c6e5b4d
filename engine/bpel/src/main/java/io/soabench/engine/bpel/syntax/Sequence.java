package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * {@code sequence}: one activity after the other (section 11.1).
 */
public record Sequence(ActivityHeader header, List<ActivityElement> activities) implements ActivityElement {
    public Sequence {
        activities = List.copyOf(activities);
    }
}
