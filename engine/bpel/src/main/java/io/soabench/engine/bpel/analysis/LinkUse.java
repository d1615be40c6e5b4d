package io.soabench.engine.bpel.analysis;

import io.soabench.engine.bpel.syntax.Flow;
import io.soabench.engine.bpel.syntax.LinkDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A link with the activities at its ends.
 *
 * @param link its declaration
 * @param flow the flow that declares it
 * @param sources the activities that name it as source; one if the process is correct
 * @param targets the activities that name it as target; one if the process is correct
 */
record LinkUse(
        LinkDeclaration link, ActivityPosition flow, List<ActivityPosition> sources, List<ActivityPosition> targets) {
    static void collect(AnalysisInput subject, List<LinkUse> links) {
        subject.flows().forEach(found -> found.activity()
                .links()
                .forEach(link -> links.add(new LinkUse(link, found.place(), new ArrayList<>(), new ArrayList<>()))));
        for (ActivityPosition place : subject.places()) {
            place.activity().header().sources().forEach(source -> find(source.linkName(), place, links)
                    .ifPresent(link -> add(link.sources, place)));
            place.activity().header().targets().forEach(target -> find(target.linkName(), place, links)
                    .ifPresent(link -> add(link.targets, place)));
        }
    }

    private static void add(List<ActivityPosition> ends, ActivityPosition place) {
        if (ends.stream().noneMatch(end -> end.activity() == place.activity())) {
            ends.add(place);
        }
    }

    /**
     * Returns the link of that name in the innermost flow around a place that declares it; a flow is not inside itself.
     */
    private static Optional<LinkUse> find(String name, ActivityPosition place, List<LinkUse> links) {
        return place.outer().stream()
                .flatMap(ActivityPosition::outwards)
                .filter(outer -> outer.activity() instanceof Flow)
                .flatMap(flow -> links.stream()
                        .filter(link -> link.flow.activity() == flow.activity())
                        .filter(link -> link.link.name().equals(name))
                        .limit(1))
                .findFirst();
    }

    /** Returns true if it has exactly one end of each kind. */
    boolean isComplete() {
        return sources.size() == 1 && targets.size() == 1;
    }

    ActivityPosition source() {
        return sources.get(0);
    }

    ActivityPosition target() {
        return targets.get(0);
    }
}
