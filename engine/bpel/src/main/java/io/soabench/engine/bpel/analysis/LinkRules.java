package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.analysis.AnalysisInput.Named;
import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.ForEach;
import io.soabench.engine.bpel.syntax.LinkSource;
import io.soabench.engine.bpel.syntax.LinkTarget;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Nesting.Role;
import io.soabench.engine.bpel.syntax.RepeatUntil;
import io.soabench.engine.bpel.syntax.While;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules about links (WS-BPEL 2.0, section 11.6). */
final class LinkRules {
    private LinkRules() {}

    /** Checks that the links of a flow have different names. */
    static void names(AnalysisInput subject, Problems problems) {
        subject.flows()
                .forEach(found -> AnalysisInput.unique(
                        found.activity().links().stream()
                                .map(link -> new Named(link.name(), link.location()))
                                .toList(),
                        "SA00064",
                        "link",
                        problems));
    }

    /** Checks that each link has one source and one target. */
    static void ends(AnalysisInput subject, Problems problems) {
        for (LinkUse link : subject.links()) {
            if (!link.isComplete()) {
                problems.add(
                        "SA00066",
                        link.link().location(),
                        "link '" + link.link().name() + "' has "
                                + link.sources().size() + " source and "
                                + link.targets().size() + " target activities; it needs exactly one of each");
            }
        }
    }

    /** Returns the links with one source and one target; {@link #ends} reports the others. */
    private static List<LinkUse> complete(AnalysisInput subject) {
        return subject.links().stream().filter(LinkUse::isComplete).toList();
    }

    /** Checks that no two links connect the same activities. */
    static void sameEnds(AnalysisInput subject, Problems problems) {
        List<LinkUse> links = complete(subject);
        for (int i = 0; i < links.size(); i++) {
            LinkUse link = links.get(i);
            links.subList(0, i).stream()
                    .filter(earlier ->
                            earlier.source().activity() == link.source().activity())
                    .filter(earlier ->
                            earlier.target().activity() == link.target().activity())
                    .findFirst()
                    .ifPresent(earlier -> problems.add(
                            "SA00067",
                            link.link().location(),
                            "links '" + earlier.link().name() + "' and '"
                                    + link.link().name() + "' connect the same two activities; remove one of them"));
        }
    }

    /** Checks that an activity is the source of a link only once. */
    static void repeatedSources(AnalysisInput subject, Problems problems) {
        for (ActivityPosition place : subject.places()) {
            List<Named> names = place.activity().header().sources().stream()
                    .map((LinkSource source) ->
                            new Named(source.linkName(), source.location().attribute("linkName")))
                    .toList();
            AnalysisInput.unique(names, "SA00068", "source of link", problems);
        }
    }

    /** Checks that an activity is the target of a link only once. */
    static void repeatedTargets(AnalysisInput subject, Problems problems) {
        for (ActivityPosition place : subject.places()) {
            List<Named> names = place.activity().header().targets().stream()
                    .map((LinkTarget target) ->
                            new Named(target.linkName(), target.location().attribute("linkName")))
                    .toList();
            AnalysisInput.unique(names, "SA00069", "target of link", problems);
        }
    }

    /** Returns the activities from an end of a link outwards, without the flow that declares the link. */
    private static List<ActivityPosition> path(ActivityPosition end, LinkUse link) {
        return end.outwards()
                .takeWhile(place -> place.activity() != link.flow().activity())
                .toList();
    }

    /** Checks that no link crosses the boundary of an activity that may run several times. */
    static void repeatableBoundaries(AnalysisInput subject, Problems problems) {
        for (LinkUse link : subject.links()) {
            Stream.concat(link.sources().stream(), link.targets().stream())
                    .flatMap(end -> repeatableBoundary(path(end, link)).stream())
                    .findFirst()
                    .ifPresent(boundary -> problems.add(
                            "SA00070",
                            link.link().location(),
                            "link '" + link.link().name() + "' crosses the boundary of " + boundary
                                    + "; declare it in a flow inside"));
        }
    }

    /**
     * Returns the first construct on a path that may run several times. An end at the loop itself is outside of the
     * loop, so the first activity of the path is none.
     */
    private static Optional<String> repeatableBoundary(List<ActivityPosition> path) {
        for (int i = 0; i < path.size(); i++) {
            if (path.get(i).role() == Role.COMPENSATION) {
                return Optional.of("a 'compensationHandler'");
            }
            if (path.get(i).role().isEventHandler()) {
                return Optional.of("'eventHandlers'");
            }
            if (i > 0 && isLoop(path.get(i).activity())) {
                return Optional.of("a loop");
            }
        }
        return Optional.empty();
    }

    private static boolean isLoop(ActivityElement activity) {
        return activity instanceof While || activity instanceof RepeatUntil || activity instanceof ForEach;
    }

    /** Checks that links only leave fault and termination handlers, and leave their scopes, too. */
    static void handlerBoundaries(AnalysisInput subject, Problems problems) {
        for (LinkUse link : subject.links()) {
            boolean inbound = link.targets().stream()
                    .flatMap(end -> path(end, link).stream())
                    .anyMatch(LinkRules::isRootOfOutboundHandler);
            boolean staysInside = link.isComplete()
                    && path(link.source(), link).stream()
                            .filter(LinkRules::isRootOfOutboundHandler)
                            .anyMatch(root -> isInScopeOfHandler(link.target(), root));
            if (inbound || staysInside) {
                problems.add(
                        "SA00071",
                        link.link().location(),
                        "link '" + link.link().name() + "' "
                                + (inbound ? "leads into a handler" : "leads from a handler into its own scope")
                                + "; a link may only leave a fault or termination handler and its scope");
            }
        }
    }

    /** Returns true if an activity is the root of a handler that links may leave, but not enter. */
    private static boolean isRootOfOutboundHandler(ActivityPosition place) {
        return place.role().isFaultHandler() || place.role() == Role.TERMINATION;
    }

    /**
     * Returns true if a place is inside the scope to which a handler belongs.
     *
     * @param root the activity of the handler
     */
    private static boolean isInScopeOfHandler(ActivityPosition place, ActivityPosition root) {
        return root.outer().filter(scope -> place.isInside(scope.activity())).isPresent();
    }

    /** Checks that no activity waits for itself by links. */
    static void cycles(AnalysisInput subject, Problems problems) {
        ActivityOrder precedence = subject.precedence();
        for (LinkUse link : complete(subject)) {
            if (precedence.startLeadsToEnd(
                    link.target().activity(), link.source().activity())) {
                problems.add(
                        "SA00072",
                        link.link().location(),
                        "link '" + link.link().name() + "' closes a cycle: its source waits for its target");
            }
        }
    }

    /**
     * Checks that no two scopes in the same scope depend on each other by links. The default order of compensation is
     * the reverse order of dependent scopes (WS-BPEL 2.0, section 12.5.2).
     */
    static void peerScopeCycles(AnalysisInput subject, Problems problems) {
        if (complete(subject).isEmpty()) {
            return;
        }
        ActivityOrder precedence = subject.precedence();
        List<ScopeContent> scopes = subject.places().stream()
                .filter(place -> Nesting.isScope(place.activity()))
                .map(place -> new ScopeContent(place, inside(place, subject)))
                .toList();
        for (int i = 0; i < scopes.size(); i++) {
            for (int j = 0; j < i; j++) {
                ScopeContent a = scopes.get(j);
                ScopeContent b = scopes.get(i);
                if (arePeers(a.scope(), b.scope()) && depends(a, b, precedence) && depends(b, a, precedence)) {
                    problems.add(
                            "SA00082",
                            b.scope().activity().location(),
                            "scopes " + a.scope().activity().header().label() + " and "
                                    + b.scope().activity().header().label()
                                    + " depend on each other through links, so they could not be compensated in order");
                }
            }
        }
    }

    /** A scope with all activities in it, itself included. */
    private record ScopeContent(ActivityPosition scope, List<ActivityElement> activities) {}

    /** Returns true if two scopes are in the same scope, or both directly in the process. */
    private static boolean arePeers(ActivityPosition a, ActivityPosition b) {
        Optional<ActivityElement> ofA = a.enclosingScope().map(ActivityPosition::activity);
        Optional<ActivityElement> ofB = b.enclosingScope().map(ActivityPosition::activity);
        return ofA.isPresent() == ofB.isPresent() && (ofA.isEmpty() || ofA.get() == ofB.orElseThrow());
    }

    /** Returns true if an activity of the second scope must wait for an activity of the first. */
    private static boolean depends(ScopeContent first, ScopeContent second, ActivityOrder precedence) {
        return first.activities().stream()
                .anyMatch(a -> second.activities().stream().anyMatch(b -> precedence.isBefore(a, b)));
    }

    private static List<ActivityElement> inside(ActivityPosition scope, AnalysisInput subject) {
        return subject.places().stream()
                .filter(place -> place.isInside(scope.activity()))
                .map(ActivityPosition::activity)
                .toList();
    }
}
