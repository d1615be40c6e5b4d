package io.soabench.engine.bpel.syntax;

import java.util.List;

/**
 * {@code flow}: activities side by side with links (section 11.6).
 */
public record Flow(ActivityHeader header, List<LinkDeclaration> links, List<ActivityElement> activities)
        implements ActivityElement {
    public Flow {
        links = List.copyOf(links);
        activities = List.copyOf(activities);
    }
}
