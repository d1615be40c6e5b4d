package io.soabench.engine.bpel.analysis;

import io.soabench.engine.bpel.analysis.Subject.Named;
import io.soabench.engine.bpel.source.Problems;
import io.soabench.engine.bpel.syntax.Activity;
import io.soabench.engine.bpel.syntax.Compensate;
import io.soabench.engine.bpel.syntax.CompensateScope;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules about scopes among each other. */
final class ScopeRules {
    private ScopeRules() {}

    static void nestedIsolation(Subject subject, Problems problems) {
        subject.all(Scope.class)
                .filter(found -> found.activity().isolated())
                .filter(found -> found.place().outer().stream()
                        .flatMap(Place::outwards)
                        .anyMatch(outer -> outer.activity() instanceof Scope scope && scope.isolated()))
                .forEach(found -> problems.add(
                        "SA00091",
                        found.activity().location().attribute("isolated"),
                        "isolated scope " + found.activity().header().label()
                                + " is inside another isolated scope; only one of them may be isolated"));
    }

    /**
     * What is compensated within an isolated scope is in it, too: the compensation of another isolated scope would be one inside
     * another (section 12.8).
     */
    static void isolatedCompensation(Subject subject, Problems problems) {
        if (subject.all(Scope.class).noneMatch(found -> found.activity().isolated())) {
            return;
        }
        subject.places().stream()
                .filter(place -> isCompensation(place.activity()))
                .filter(place -> place.outwards().anyMatch(outer -> isIsolated(outer.activity())))
                .forEach(place -> isolatedAmongCompensated(place, subject)
                        .ifPresent(inner -> problems.add(
                                "SA00091",
                                place.activity().location(),
                                "this would compensate isolated scope "
                                        + inner.header().label()
                                        + " inside another isolated scope; only one of them may be isolated")));
    }

    private static boolean isIsolated(Activity activity) {
        return activity instanceof Scope scope && scope.isolated();
    }

    private static boolean isCompensation(Activity activity) {
        return activity instanceof Compensate || activity instanceof CompensateScope;
    }

    /** An isolated scope among those that an activity compensates, or in what is done for that. */
    private static Optional<Activity> isolatedAmongCompensated(Place compensation, Subject subject) {
        Optional<Place> root = compensation.handlerRoot();
        return root.isEmpty()
                ? Optional.empty()
                : isolatedAmong(
                        completed(root.get().outer(), subject)
                                .filter(place -> !(compensation.activity() instanceof CompensateScope one)
                                        || place.activity().header().name().equals(Optional.of(one.target()))),
                        subject);
    }

    /** The scopes that are compensated with one. */
    private static Stream<Place> completed(Optional<Place> owner, Subject subject) {
        return subject.places().stream()
                .filter(place -> Nesting.isScope(place.activity()))
                .filter(place -> HandlerRules.isCompensatedWith(place, owner.map(Place::activity)));
    }

    private static Optional<Activity> isolatedAmong(Stream<Place> scopes, Subject subject) {
        return scopes.map(place -> isIsolated(place.activity())
                        ? Optional.of(place.activity())
                        : isolatedInCompensation(place, subject))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Activity> isolatedInCompensation(Place scope, Subject subject) {
        Optional<Activity> handler = Nesting.children(scope.activity()).stream()
                .filter(child -> child.role() == Nesting.Role.COMPENSATION)
                .map(Nesting.Child::activity)
                .findFirst();
        if (handler.isEmpty()) {
            return isolatedAmong(completed(Optional.of(scope), subject), subject);
        }
        return subject.places().stream()
                .filter(place -> place.isInside(handler.get()))
                .map(place -> isIsolated(place.activity())
                        ? Optional.of(place.activity())
                        : Optional.of(place)
                                .filter(one -> isCompensation(one.activity()))
                                .flatMap(one -> isolatedAmongCompensated(one, subject)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    static void names(Subject subject, Problems problems) {
        Map<Object, List<Named>> byScope = new LinkedHashMap<>();
        for (Place place : subject.places()) {
            place.activity()
                    .header()
                    .name()
                    .filter(name -> Nesting.isScope(place.activity()))
                    .ifPresent(name -> {
                        Object scope = place.enclosingScope()
                                .map(outer -> (Object) outer.activity().location())
                                .orElse("process");
                        byScope.computeIfAbsent(scope, absent -> new ArrayList<>())
                                .add(new Named(name, place.activity().location()));
                    });
        }
        byScope.values().forEach(scopes -> Subject.unique(scopes, "SA00092", "scope", problems));
    }
}
