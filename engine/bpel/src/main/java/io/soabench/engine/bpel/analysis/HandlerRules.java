package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.syntax.Catch;
import io.soabench.engine.bpel.syntax.Compensate;
import io.soabench.engine.bpel.syntax.CompensateScope;
import io.soabench.engine.bpel.syntax.Invoke;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Rethrow;
import io.soabench.engine.bpel.syntax.Scope;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** The rules about fault, compensation and termination handlers (WS-BPEL 2.0, section 12). */
final class HandlerRules {
    private HandlerRules() {}

    static void standardFaultsThatExit(AnalysisInput subject, Problems problems) {
        subject.faultHandling().stream()
                .filter(AnalysisInput.FaultHandling::exitOnStandardFault)
                .flatMap(handling -> handling.catches().stream())
                .filter(handler ->
                        handler.faultName().filter(HandlerRules::exits).isPresent())
                .forEach(handler -> problems.add(
                        "SA00003",
                        handler.location().attribute("faultName"),
                        "fault '" + handler.faultName().get().getLocalPart()
                                + "' cannot be caught here, because 'exitOnStandardFault' is 'yes' for this scope"));
    }

    /** Returns whether a standard fault ends the process. All standard faults do, except joinFailure (section 5.2). */
    private static boolean exits(QName fault) {
        return fault.getNamespaceURI().equals(Bpel.NAMESPACE)
                && Bpel.STANDARD_FAULTS.contains(fault.getLocalPart())
                && !fault.getLocalPart().equals("joinFailure");
    }

    static void rethrowOutsideFaultHandler(AnalysisInput subject, Problems problems) {
        subject.all(Rethrow.class)
                .filter(found -> found.place()
                        .handlerRoot()
                        .filter(root -> root.role().isFaultHandler())
                        .isEmpty())
                .forEach(found -> problems.add(
                        "SA00006",
                        found.activity().location(),
                        "'rethrow' is only allowed inside 'catch' and 'catchAll'"));
    }

    private static void requireHandler(ActivityPosition place, String code, String name, Problems problems) {
        if (place.handlerRoot().isEmpty()) {
            problems.add(
                    code,
                    place.activity().location(),
                    "'" + name + "' is only allowed inside a fault, compensation or termination handler");
        }
    }

    static void compensateScopeOutsideHandler(AnalysisInput subject, Problems problems) {
        subject.all(CompensateScope.class)
                .forEach(found -> requireHandler(found.place(), "SA00007", "compensateScope", problems));
    }

    static void compensateOutsideHandler(AnalysisInput subject, Problems problems) {
        subject.all(Compensate.class)
                .forEach(found -> requireHandler(found.place(), "SA00008", "compensate", problems));
    }

    static void compensationTargetWithoutHandler(AnalysisInput subject, Problems problems) {
        subject.all(CompensateScope.class).forEach(found -> {
            Optional<ActivityElement> owner =
                    found.place().handlerRoot().flatMap(ActivityPosition::outer).map(ActivityPosition::activity);
            subject.places().stream()
                    .filter(place -> found.place().handlerRoot().isPresent())
                    .filter(place -> place.activity() instanceof Scope || place.activity() instanceof Invoke)
                    .filter(place -> place.activity()
                            .header()
                            .name()
                            .equals(Optional.of(found.activity().target())))
                    .filter(place -> isCompensatedWith(place, owner))
                    .filter(place -> !hasHandler(place.activity()))
                    .forEach(
                            place -> problems.add(
                                    "SA00078",
                                    found.activity().location(),
                                    "scope '" + found.activity().target()
                                            + "' has neither a fault handler nor a compensation handler, so it cannot be compensated"));
        });
    }

    /**
     * Returns true if a scope is directly inside its owner, and not in one of its handlers. An empty owner stands for
     * the process.
     */
    static boolean isCompensatedWith(ActivityPosition scope, Optional<ActivityElement> owner) {
        Optional<ActivityElement> enclosing = scope.enclosingScope().map(ActivityPosition::activity);
        boolean sameOwner = enclosing.isPresent() == owner.isPresent()
                && (owner.isEmpty() || enclosing.orElseThrow() == owner.orElseThrow());
        return sameOwner
                && scope.outwards()
                        .takeWhile(place -> owner.isEmpty() || place.activity() != owner.get())
                        .noneMatch(place -> place.role().isFctHandler());
    }

    private static boolean hasHandler(ActivityElement activity) {
        if (activity instanceof Scope scope) {
            return scope.body().faultHandlers().isPresent()
                    || scope.body().compensationHandler().isPresent();
        }
        return Nesting.isScope(activity); // an invoke counts as a scope only because it has handlers
    }

    static void compensationHandlerInHandlerRoot(AnalysisInput subject, Problems problems) {
        subject.places().stream()
                .filter(HandlerRules::isOutermostInHandler)
                .map(ActivityPosition::activity)
                .filter(HandlerRules::hasCompensationHandler)
                .forEach(
                        activity -> problems.add(
                                "SA00079",
                                activity.location(),
                                "the outermost scope of a handler must not have a 'compensationHandler'; nothing could call it"));
    }

    /** Returns true if no scope lies between a place and the handler around it. */
    private static boolean isOutermostInHandler(ActivityPosition place) {
        for (ActivityPosition outer : place.outwards().toList()) {
            if (outer.activity() != place.activity() && Nesting.isScope(outer.activity())) {
                return false;
            }
            if (outer.role().isFctHandler()) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasCompensationHandler(ActivityElement activity) {
        return (activity instanceof Scope scope
                        && scope.body().compensationHandler().isPresent())
                || (activity instanceof Invoke invoke
                        && invoke.compensationHandler().isPresent());
    }

    static void emptyFaultHandlers(AnalysisInput subject, Problems problems) {
        subject.bodies().stream()
                .flatMap(body -> body.content().faultHandlers().stream())
                .filter(handlers ->
                        handlers.catches().isEmpty() && handlers.catchAll().isEmpty())
                .forEach(handlers -> problems.add(
                        "SA00080",
                        handlers.location(),
                        "'faultHandlers' has neither 'catch' nor 'catchAll'; add one or remove it"));
    }

    static void faultVariableTypes(AnalysisInput subject, Problems problems) {
        subject.faultHandling().stream()
                .flatMap(handling -> handling.catches().stream())
                .forEach(handler -> {
                    int types = (handler.faultMessageType().isPresent() ? 1 : 0)
                            + (handler.faultElement().isPresent() ? 1 : 0);
                    if (types != (handler.faultVariable().isPresent() ? 1 : 0)) {
                        problems.add(
                                "SA00081",
                                handler.location(),
                                handler.faultVariable().isPresent()
                                        ? "'faultVariable' needs either 'faultMessageType' or 'faultElement'"
                                        : "'faultMessageType' and 'faultElement' need a 'faultVariable'");
                    }
                });
    }

    static void identicalCatches(AnalysisInput subject, Problems problems) {
        for (AnalysisInput.FaultHandling handling : subject.faultHandling()) {
            List<Catch> catches = handling.catches();
            for (int i = 0; i < catches.size(); i++) {
                Catch handler = catches.get(i);
                if (catches.subList(0, i).stream().anyMatch(earlier -> isSame(earlier, handler))) {
                    problems.add(
                            "SA00093",
                            handler.location(),
                            "an earlier 'catch' has the same fault name and type; remove one of them");
                }
            }
        }
    }

    private static boolean isSame(Catch a, Catch b) {
        return a.faultName().equals(b.faultName())
                && a.faultMessageType().equals(b.faultMessageType())
                && a.faultElement().equals(b.faultElement());
    }
}
