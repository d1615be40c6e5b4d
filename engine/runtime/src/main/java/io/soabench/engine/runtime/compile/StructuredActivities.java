package io.soabench.engine.runtime.compile;

import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.IfNode;
import io.soabench.engine.bpel.model.Link;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.RepeatUntilNode;
import io.soabench.engine.bpel.model.SequenceNode;
import io.soabench.engine.bpel.model.WhileNode;
import io.soabench.engine.runtime.activity.FlowProcessor;
import io.soabench.engine.runtime.activity.ForEachProcessor;
import io.soabench.engine.runtime.activity.IfProcessor;
import io.soabench.engine.runtime.activity.PickProcessor;
import io.soabench.engine.runtime.activity.RepeatUntilProcessor;
import io.soabench.engine.runtime.activity.SequenceProcessor;
import io.soabench.engine.runtime.activity.WhileProcessor;
import java.util.ArrayList;
import java.util.List;

/** A compiler of the activities that order others (WS-BPEL 2.0, chapter 11). */
final class StructuredActivities {
    private final SlotLayout layout;
    private final Expressions expressions;
    private final Receptions receptions;
    private final ActivityCompiler activities;

    /**
     * Makes a compiler.
     *
     * @param activities the compiler of activities inside
     */
    StructuredActivities(ProcessCompilation compilation, ActivityCompiler activities) {
        this.layout = compilation.layout;
        this.expressions = compilation.expressions;
        this.receptions = compilation.receptions;
        this.activities = activities;
    }

    SequenceProcessor sequence(SequenceNode node) {
        return new SequenceProcessor(activities.activities(node.activities()));
    }

    FlowProcessor flow(FlowNode node) {
        int[] links = node.links().stream().mapToInt(Link::slot).toArray();
        return new FlowProcessor(activities.activities(node.activities()), links);
    }

    IfProcessor choice(IfNode node) {
        int scope = node.info().scope();
        List<IfProcessor.Branch> branches = new ArrayList<>();
        node.choices()
                .forEach(choice -> branches.add(new IfProcessor.Branch(
                        expressions.expression(scope, choice.condition()), activities.activity(choice.activity()))));
        node.otherwise()
                .ifPresent(otherwise -> branches.add(new IfProcessor.Branch(null, activities.activity(otherwise))));
        return new IfProcessor(branches);
    }

    WhileProcessor loop(WhileNode node) {
        return new WhileProcessor(
                expressions.expression(node.info().scope(), node.condition()), activities.activity(node.body()));
    }

    RepeatUntilProcessor loop(RepeatUntilNode node) {
        return new RepeatUntilProcessor(
                expressions.expression(node.info().scope(), node.condition()), activities.activity(node.body()));
    }

    ForEachProcessor loop(ForEachNode node) {
        int scope = node.info().scope();
        return new ForEachProcessor(
                node.parallel(),
                expressions.expression(scope, node.startCounterValue()),
                expressions.expression(scope, node.finalCounterValue()),
                activities.activity(node.body()),
                layout.variable(node.counter().scope(), node.counter()),
                node.branches()
                        .map(condition -> expressions.expression(scope, condition))
                        .orElse(null),
                node.successfulBranchesOnly());
    }

    PickProcessor pick(PickNode node) {
        int scope = node.info().scope();
        return new PickProcessor(
                node.messages().stream()
                        .map(branch -> new PickProcessor.OnMessage(
                                receptions.reception(scope, branch.reception()),
                                activities.activity(branch.activity())))
                        .toList(),
                node.alarms().stream()
                        .map(branch -> new PickProcessor.OnAlarm(
                                expressions.time(scope, branch.timer()), activities.activity(branch.activity())))
                        .toList());
    }
}
