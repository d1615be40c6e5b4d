package io.soabench.engine.bpel.model;

import java.util.List;
import java.util.Optional;

/**
 * {@code scope}, or the process itself, or the implicit scope of an invoke with handlers. Handlers that are not written are empty here and mean the default ones of section 12.5.1.
 */
public record ScopeNode(
        ActivityInfo info,
        ScopeFrame frame,
        boolean isolated,
        boolean exitOnStandardFault,
        List<Initializer> initializers,
        List<CatchHandler> catches,
        Optional<ActivityNode> catchAll,
        List<EventBranch> events,
        List<AlarmBranch> alarms,
        Optional<ActivityNode> compensationHandler,
        Optional<ActivityNode> terminationHandler,
        ActivityNode body)
        implements ActivityNode {
    public ScopeNode {
        initializers = List.copyOf(initializers);
        catches = List.copyOf(catches);
        events = List.copyOf(events);
        alarms = List.copyOf(alarms);
    }

    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
