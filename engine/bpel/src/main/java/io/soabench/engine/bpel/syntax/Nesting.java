package io.soabench.engine.bpel.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The direct children of an activity, in document order. */
public final class Nesting {
    private Nesting() {}

    /** The role of a contained activity. */
    public enum Role {
        /** The activity is part of the activity's own work. */
        CONTENT,
        /** The activity is that of a {@code catch}. */
        CATCH,
        /** The activity is that of {@code catchAll}. */
        CATCH_ALL,
        COMPENSATION,
        TERMINATION,
        /** The activity is the scope of an {@code onEvent}. */
        EVENT,
        /** The activity is that of an {@code onAlarm} of event handlers. */
        ALARM_EVENT;

        /** Returns true for fault, compensation and termination handlers. */
        public boolean isFctHandler() {
            return isFaultHandler() || this == COMPENSATION || this == TERMINATION;
        }

        public boolean isFaultHandler() {
            return this == CATCH || this == CATCH_ALL;
        }

        public boolean isEventHandler() {
            return this == EVENT || this == ALARM_EVENT;
        }
    }

    /** A contained activity. */
    public record Child(ActivityElement activity, Role role) {}

    /** Returns the activities directly inside an activity. */
    public static List<Child> children(ActivityElement activity) {
        List<Child> children = new ArrayList<>();
        if (activity instanceof Sequence sequence) {
            sequence.activities().forEach(child -> content(child, children));
        } else if (activity instanceof Flow flow) {
            flow.activities().forEach(child -> content(child, children));
        } else if (activity instanceof If choice) {
            choice.branches().forEach(branch -> content(branch.activity(), children));
            choice.otherwise().ifPresent(branch -> content(branch.activity(), children));
        } else if (activity instanceof While loop) {
            content(loop.body(), children);
        } else if (activity instanceof RepeatUntil loop) {
            content(loop.body(), children);
        } else if (activity instanceof ForEach loop) {
            content(loop.body(), children);
        } else if (activity instanceof Pick pick) {
            pick.messages().forEach(branch -> content(branch.activity(), children));
            pick.alarms().forEach(branch -> content(branch.activity(), children));
        } else if (activity instanceof Scope scope) {
            children.addAll(children(scope.body()));
        } else if (activity instanceof Invoke invoke) {
            catches(invoke.catches(), invoke.catchAll(), children);
            invoke.compensationHandler()
                    .ifPresent(handler -> children.add(new Child(handler.activity(), Role.COMPENSATION)));
        }
        return children;
    }

    /** Returns the activities directly inside a scope or process: handlers, then the main activity. */
    public static List<Child> children(ScopeBody body) {
        List<Child> children = new ArrayList<>();
        body.faultHandlers().ifPresent(handlers -> catches(handlers.catches(), handlers.catchAll(), children));
        body.compensationHandler().ifPresent(handler -> children.add(new Child(handler.activity(), Role.COMPENSATION)));
        body.terminationHandler().ifPresent(handler -> children.add(new Child(handler.activity(), Role.TERMINATION)));
        body.eventHandlers().ifPresent(handlers -> {
            handlers.events().forEach(event -> children.add(new Child(event.body(), Role.EVENT)));
            handlers.alarms().forEach(alarm -> children.add(new Child(alarm.activity(), Role.ALARM_EVENT)));
        });
        content(body.activity(), children);
        return children;
    }

    private static void content(ActivityElement activity, List<Child> children) {
        children.add(new Child(activity, Role.CONTENT));
    }

    private static void catches(List<Catch> catches, Optional<Handler> catchAll, List<Child> children) {
        catches.forEach(handler -> children.add(new Child(handler.activity(), Role.CATCH)));
        catchAll.ifPresent(handler -> children.add(new Child(handler.activity(), Role.CATCH_ALL)));
    }

    /** Returns true if the activity is a scope, or an invoke that stands for one because it has handlers. */
    public static boolean isScope(ActivityElement activity) {
        return activity instanceof Scope
                || (activity instanceof Invoke invoke
                        && (!invoke.catches().isEmpty()
                                || invoke.catchAll().isPresent()
                                || invoke.compensationHandler().isPresent()));
    }
}
