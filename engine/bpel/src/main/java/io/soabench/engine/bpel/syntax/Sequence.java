package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * A {@code sequence} as written: one activity after the other (section 11.1).
 *
 * @param header the standard attributes and elements
 * @param activities the activities in their order
 */
public record Sequence(ActivityHeader header, List<ActivityElement> activities) implements ActivityElement {
    public Sequence {
        activities = List.copyOf(activities);
    }
}
