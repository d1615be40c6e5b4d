package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Location;
import io.soabench.engine.bpel.model.AlarmBranch;
import io.soabench.engine.bpel.model.BoundTimer;
import io.soabench.engine.bpel.model.CatchHandler;
import io.soabench.engine.bpel.model.CompensateNode;
import io.soabench.engine.bpel.model.CompensateScopeNode;
import io.soabench.engine.bpel.model.ElementType;
import io.soabench.engine.bpel.model.EventBranch;
import io.soabench.engine.bpel.model.MessageType;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.runtime.activity.AlarmProcessor;
import io.soabench.engine.runtime.activity.CompensateProcessor;
import io.soabench.engine.runtime.activity.EventProcessor;
import io.soabench.engine.runtime.activity.FaultHandler;
import io.soabench.engine.runtime.activity.Reception;
import io.soabench.engine.runtime.activity.ScopeProcessor;
import io.soabench.engine.runtime.activity.SharedSlots;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.List;

/** A compiler of scopes with their handlers and their compensation (WS-BPEL 2.0, chapter 12). */
final class Scopes {
    private static final int ALL = -1;

    private final ProcessModel model;
    private final SlotLayout layout;
    private final Expressions expressions;
    private final CopyCompiler copies;
    private final Receptions receptions;
    private final ActivityCompiler activities;

    /**
     * The number of the last activity that is not in the text of the process. These numbers count downwards from -1.
     */
    private int lastAdded;

    /**
     * Makes a compiler.
     *
     * @param activities the compiler of activities inside
     */
    Scopes(ProcessCompilation compilation, ActivityCompiler activities) {
        this.model = compilation.model;
        this.layout = compilation.layout;
        this.expressions = compilation.expressions;
        this.copies = compilation.copies;
        this.receptions = compilation.receptions;
        this.activities = activities;
    }

    /** Returns whether a process would notice a {@code conflictingReceive}. */
    static boolean actOnConflicts(ProcessModel model) {
        return model.activities(ScopeNode.class).stream().anyMatch(Scopes::actsOnConflicts);
    }

    private static boolean actsOnConflicts(ScopeNode node) {
        return node.catchAll().isPresent()
                || node.compensationHandler().isPresent()
                || node.terminationHandler().isPresent()
                || node.catches().stream()
                        .flatMap(handler -> handler.faultName().stream())
                        .anyMatch(name ->
                                SlotLayout.name(name).equals(StandardFault.CONFLICTING_RECEIVE.qualifiedName()));
    }

    ScopeProcessor scope(ScopeNode node) {
        if (!node.isolated()) {
            return new ScopeProcessor(parts(node), --lastAdded);
        }
        List<ScopeProcessor.Parts> parts = new ArrayList<>();
        SharedSlots shared = layout.shared(node.frame().id(), () -> parts.add(parts(node)));
        return new ScopeProcessor(parts.get(0).isolated(shared), --lastAdded);
    }

    private ScopeProcessor.Parts parts(ScopeNode node) {
        int inside = node.frame().id();
        return new ScopeProcessor.Parts(
                layout.scope(node.frame()),
                node.exitOnStandardFault(),
                null,
                node.initializers().stream()
                        .map(initializer -> copies.initializer(inside, initializer))
                        .toList(),
                events(node),
                node.catches().stream().map(handler -> handler(inside, handler)).toList(),
                node.catchAll().map(activities::activity).orElse(null),
                node.compensationHandler().map(activities::activity).orElse(null),
                node.terminationHandler().map(activities::activity).orElse(null),
                activities.activity(node.body()));
    }

    private List<Activity> events(ScopeNode node) {
        int scope = node.frame().id();
        List<Activity> events = new ArrayList<>();
        node.events().forEach(branch -> events.add(event(branch.reception().location(), event(scope, branch))));
        node.alarms()
                .forEach(branch -> events.add(event(branch.activity().info().location(), alarm(scope, branch))));
        return events;
    }

    private Activity event(Location place, Processor processor) {
        return new Activity(--lastAdded, "event handler at " + place, processor, Activity.Links.NONE);
    }

    private EventProcessor event(int scope, EventBranch branch) {
        int inside = branch.body().frame().id();
        Reception within = receptions.reception(inside, branch.reception());
        Reception waiting = receptions.ofEvent(scope, inside, branch.reception(), within);
        return new EventProcessor(waiting, within, activities.activity(branch.body()));
    }

    private AlarmProcessor alarm(int scope, AlarmBranch branch) {
        BoundTimer timer = branch.timer();
        boolean timed = timer.duration().isPresent() || timer.deadline().isPresent();
        return new AlarmProcessor(
                timed ? expressions.time(scope, timer) : null,
                timer.repeatEvery()
                        .map(period -> expressions.duration(scope, period))
                        .orElse(null),
                activities.activity(branch.activity()));
    }

    private FaultHandler handler(int scope, CatchHandler handler) {
        QualifiedName message = handler.faultType()
                .filter(MessageType.class::isInstance)
                .map(type -> SlotLayout.name(type.name()))
                .orElse(null);
        QualifiedName element = handler.faultType()
                .filter(ElementType.class::isInstance)
                .map(type -> SlotLayout.name(type.name()))
                .orElse(null);
        return new FaultHandler(
                handler.faultName().map(SlotLayout::name).orElse(null),
                message,
                element,
                handler.faultVariable()
                        .map(variable -> layout.message(scope, variable))
                        .orElse(null),
                activities.activity(handler.activity()));
    }

    CompensateProcessor compensate(CompensateNode node) {
        return new CompensateProcessor(layout.hops(node.info().scope(), node.target()), ALL);
    }

    CompensateProcessor compensate(CompensateScopeNode node) {
        int around = model.frame(node.target()).parent();
        return new CompensateProcessor(layout.hops(node.info().scope(), around), node.target());
    }
}
