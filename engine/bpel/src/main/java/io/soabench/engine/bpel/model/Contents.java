package io.soabench.engine.bpel.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The direct content of a node of the model. */
public final class Contents {
    private Contents() {}

    /** Returns the activities that belong to the normal work of an activity, in document order; no handlers. */
    public static List<ActivityNode> work(ActivityNode node) {
        if (node instanceof SequenceNode sequence) {
            return sequence.activities();
        } else if (node instanceof FlowNode flow) {
            return flow.activities();
        } else if (node instanceof IfNode choice) {
            return concat(choice.choices().stream().map(ConditionalBranch::activity), choice.otherwise());
        } else if (node instanceof WhileNode loop) {
            return List.of(loop.body());
        } else if (node instanceof RepeatUntilNode loop) {
            return List.of(loop.body());
        } else if (node instanceof ForEachNode loop) {
            return List.of(loop.body());
        } else if (node instanceof PickNode pick) {
            return Stream.concat(
                            pick.messages().stream().map(MessageBranch::activity),
                            pick.alarms().stream().map(AlarmBranch::activity))
                    .toList();
        } else if (node instanceof ScopeNode scope) {
            return List.of(scope.body());
        }
        return List.of();
    }

    /** Returns the activities of the event handlers of a scope. */
    public static List<ActivityNode> events(ScopeNode scope) {
        return Stream.concat(
                        scope.events().stream().map(EventBranch::body).map(ActivityNode.class::cast),
                        scope.alarms().stream().map(AlarmBranch::activity))
                .toList();
    }

    /** Returns the activities of the fault, compensation and termination handlers of a scope. */
    public static List<ActivityNode> handlers(ScopeNode scope) {
        List<ActivityNode> handlers = new ArrayList<>();
        scope.catches().forEach(handler -> handlers.add(handler.activity()));
        scope.catchAll().ifPresent(handlers::add);
        scope.compensationHandler().ifPresent(handlers::add);
        scope.terminationHandler().ifPresent(handlers::add);
        return handlers;
    }

    /** Returns all activities directly inside, handlers included. */
    public static List<ActivityNode> all(ActivityNode node) {
        List<ActivityNode> all = new ArrayList<>();
        if (node instanceof ScopeNode scope) {
            all.addAll(handlers(scope));
            all.addAll(events(scope));
        }
        all.addAll(work(node));
        return all;
    }

    private static List<ActivityNode> concat(Stream<ActivityNode> first, Optional<ActivityNode> last) {
        return Stream.concat(first, last.stream()).toList();
    }
}
