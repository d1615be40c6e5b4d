package io.soabench.engine.bpel.model;

import java.util.List;
import java.util.Optional;

/**
 * A {@code scope}, or the process itself, or the implicit scope of an invoke with handlers (WS-BPEL 2.0, chapter 12). A
 * handler that is not written is empty here, and means the default handler of section 12.5.1. Immutable.
 *
 * @param info the common part
 * @param frame the data of an instance of the scope
 * @param isolated true for an isolated scope (section 12.8)
 * @param exitOnStandardFault the effective value, with inheritance applied
 * @param initializers the initial values of variables
 * @param catches the fault handlers in document order
 * @param catchAll the fault handler for all other faults
 * @param events the event handlers for messages
 * @param alarms the event handlers for alarms
 * @param compensationHandler the compensation handler
 * @param terminationHandler the termination handler
 * @param body the main activity
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
