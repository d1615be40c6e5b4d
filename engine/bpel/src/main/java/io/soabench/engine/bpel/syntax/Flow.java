package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * A {@code flow} as written: parallel activities with links (section 11.6).
 *
 * @param header the standard attributes and elements
 * @param links the declared links
 * @param activities the activities in document order
 */
public record Flow(ActivityHeader header, List<LinkDeclaration> links, List<ActivityElement> activities)
        implements ActivityElement {
    public Flow {
        links = List.copyOf(links);
        activities = List.copyOf(activities);
    }
}
