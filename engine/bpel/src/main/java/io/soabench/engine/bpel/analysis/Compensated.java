package io.soabench.engine.bpel.analysis;

import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.Compensate;
import io.soabench.engine.bpel.syntax.CompensateScope;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Scope;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The search for isolated scopes and the handlers that compensate them. The result for a scope is kept, so that each
 * scope is examined once. Otherwise, the time would grow exponentially with the depth of handlers that hold several
 * compensating activities. Used by one thread.
 */
final class Compensated {

    private final AnalysisInput subject;
    private final IdentityHashMap<ActivityElement, Optional<ActivityElement>> known = new IdentityHashMap<>();

    Compensated(AnalysisInput subject) {
        this.subject = subject;
    }

    static boolean isIsolated(ActivityElement activity) {
        return activity instanceof Scope scope && scope.isolated();
    }

    static boolean isCompensation(ActivityElement activity) {
        return activity instanceof Compensate || activity instanceof CompensateScope;
    }

    /** Finds an isolated scope among the scopes that an activity compensates, or inside their compensation. */
    Optional<ActivityElement> isolatedBy(ActivityPosition compensation) {
        Optional<ActivityPosition> root = compensation.handlerRoot();
        return root.isEmpty()
                ? Optional.empty()
                : isolatedAmong(completed(root.get().outer())
                        .filter(place -> !(compensation.activity() instanceof CompensateScope one)
                                || place.activity().header().name().equals(Optional.of(one.target()))));
    }

    /** Returns the scopes that are compensated together with an owner; empty stands for the process. */
    private Stream<ActivityPosition> completed(Optional<ActivityPosition> owner) {
        return subject.places().stream()
                .filter(place -> Nesting.isScope(place.activity()))
                .filter(place -> HandlerRules.isCompensatedWith(place, owner.map(ActivityPosition::activity)));
    }

    private Optional<ActivityElement> isolatedAmong(Stream<ActivityPosition> scopes) {
        return scopes.map(this::isolatedWith).flatMap(Optional::stream).findFirst();
    }

    /** Returns a scope if it is isolated, or an isolated scope inside its compensation. */
    private Optional<ActivityElement> isolatedWith(ActivityPosition scope) {
        if (isIsolated(scope.activity())) {
            return Optional.of(scope.activity());
        }
        Optional<ActivityElement> found = known.get(scope.activity());
        if (found == null) {
            found = isolatedInCompensation(scope);
            known.put(scope.activity(), found);
        }
        return found;
    }

    private Optional<ActivityElement> isolatedInCompensation(ActivityPosition scope) {
        Optional<ActivityElement> handler = Nesting.children(scope.activity()).stream()
                .filter(child -> child.role() == Nesting.Role.COMPENSATION)
                .map(Nesting.Child::activity)
                .findFirst();
        if (handler.isEmpty()) {
            return isolatedAmong(completed(Optional.of(scope)));
        }
        return subject.places().stream()
                .filter(place -> place.isInside(handler.get()))
                .map(place -> isIsolated(place.activity())
                        ? Optional.of(place.activity())
                        : Optional.of(place)
                                .filter(one -> isCompensation(one.activity()))
                                .flatMap(this::isolatedBy))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
