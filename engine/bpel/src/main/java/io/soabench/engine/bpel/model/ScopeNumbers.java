package io.soabench.engine.bpel.model;

import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.BpelProcess;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Scope;
import io.soabench.engine.bpel.syntax.ScopeBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The numbers of all scopes, in document order. They are known before any reference is looked up; 0 is the process.
 * Used by one thread.
 */
final class ScopeNumbers {
    private final IdentityHashMap<ActivityElement, Integer> numbers = new IdentityHashMap<>();
    /** The scopes that are compensated with each scope, by its number, without those inside handlers. */
    private final List<List<ActivityElement>> enclosed = new ArrayList<>();

    private final Set<String> eventVariables = new HashSet<>();

    ScopeNumbers(BpelProcess process) {
        enclosed.add(new ArrayList<>());
        events(process.body());
        Nesting.children(process.body()).forEach(child -> visit(child, 0));
    }

    /** Returns the names of all variables that event handlers declare implicitly. */
    Set<String> eventVariables() {
        return eventVariables;
    }

    private void events(ScopeBody body) {
        body.eventHandlers().stream()
                .flatMap(handlers -> handlers.events().stream())
                .forEach(event -> {
                    event.receipt().variable().ifPresent(eventVariables::add);
                    event.receipt().fromParts().forEach(from -> eventVariables.add(from.toVariable()));
                });
    }

    private void visit(Nesting.Child child, int scope) {
        ActivityElement activity = child.activity();
        if (activity instanceof Scope body) {
            events(body.body());
        }
        int inner = scope;
        if (Nesting.isScope(activity)) {
            inner = enclosed.size();
            numbers.put(activity, inner);
            enclosed.add(new ArrayList<>());
            if (!child.role().isFctHandler() && scope >= 0) {
                enclosed.get(scope).add(activity);
            }
        } else if (child.role().isFctHandler()) {
            inner = -1;
        }
        int next = inner;
        Nesting.children(activity).forEach(grandchild -> visit(grandchild, next));
    }

    int of(ActivityElement scope) {
        return numbers.get(scope);
    }

    int count() {
        return enclosed.size();
    }

    /** Returns the scopes immediately enclosed by a scope, its event handlers included, its other handlers excluded. */
    List<ActivityElement> enclosedBy(int scope) {
        return enclosed.get(scope);
    }
}
