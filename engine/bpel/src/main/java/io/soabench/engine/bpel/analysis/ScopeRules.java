package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.analysis.AnalysisInput.Named;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules about scopes among each other (WS-BPEL 2.0, chapter 12). */
final class ScopeRules {
    private ScopeRules() {}

    static void nestedIsolation(AnalysisInput subject, Problems problems) {
        subject.all(Scope.class)
                .filter(found -> found.activity().isolated())
                .filter(found -> found.place().outer().stream()
                        .flatMap(ActivityPosition::outwards)
                        .anyMatch(outer -> outer.activity() instanceof Scope scope && scope.isolated()))
                .forEach(found -> problems.add(
                        "SA00091",
                        found.activity().location().attribute("isolated"),
                        "isolated scope " + found.activity().header().label()
                                + " is inside another isolated scope; only one of them may be isolated"));
    }

    /**
     * Checks the compensation within an isolated scope, which belongs to that scope. A compensated isolated scope would
     * be an isolated scope inside another one (section 12.8).
     */
    static void isolatedCompensation(AnalysisInput subject, Problems problems) {
        if (subject.all(Scope.class).noneMatch(found -> found.activity().isolated())) {
            return;
        }
        Compensated compensated = new Compensated(subject);
        subject.places().stream()
                .filter(place -> Compensated.isCompensation(place.activity()))
                .filter(place -> place.outwards().anyMatch(outer -> Compensated.isIsolated(outer.activity())))
                .forEach(place -> compensated
                        .isolatedBy(place)
                        .ifPresent(inner -> problems.add(
                                "SA00091",
                                place.activity().location(),
                                "this would compensate isolated scope "
                                        + inner.header().label()
                                        + " inside another isolated scope; only one of them may be isolated")));
    }

    static void names(AnalysisInput subject, Problems problems) {
        Map<Object, List<Named>> byScope = new LinkedHashMap<>();
        for (ActivityPosition place : subject.places()) {
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
        byScope.values().forEach(scopes -> AnalysisInput.unique(scopes, "SA00092", "scope", problems));
    }
}
