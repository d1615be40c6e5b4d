package io.soabench.engine.runtime.compile;

import io.soabench.engine.bpel.model.ActivityInfo;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.ActivityVisitor;
import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.CompensateNode;
import io.soabench.engine.bpel.model.CompensateScopeNode;
import io.soabench.engine.bpel.model.EmptyNode;
import io.soabench.engine.bpel.model.ExitNode;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.IfNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.ReceiveNode;
import io.soabench.engine.bpel.model.RepeatUntilNode;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.model.RethrowNode;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.SequenceNode;
import io.soabench.engine.bpel.model.ThrowNode;
import io.soabench.engine.bpel.model.ValidateNode;
import io.soabench.engine.bpel.model.WaitNode;
import io.soabench.engine.bpel.model.WhileNode;
import io.soabench.engine.runtime.activity.EmptyProcessor;
import io.soabench.engine.runtime.activity.ExitProcessor;
import io.soabench.engine.runtime.activity.RethrowProcessor;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** A compiler of activities: each by the compiler of its kind, together with its links. */
final class ActivityCompiler implements ActivityVisitor<Processor> {
    private final FlowLinks links;
    private final BasicActivities basic;
    private final StructuredActivities structured;
    private final Scopes scopes;

    ActivityCompiler(ProcessCompilation compilation) {
        links = compilation.links;
        basic = new BasicActivities(compilation);
        structured = new StructuredActivities(compilation, this);
        scopes = new Scopes(compilation, this);
    }

    Activity activity(ActivityNode node) {
        ActivityInfo info = node.info();
        String label = info.kind() + (info.name().isEmpty() ? "" : " '" + info.name() + "'") + " at " + info.location();
        return new Activity(info.id(), label, node.accept(this), links.of(info));
    }

    List<Activity> activities(List<? extends ActivityNode> nodes) {
        return nodes.stream().map(this::activity).toList();
    }

    @Override
    public Processor visit(ReceiveNode node) {
        return basic.receive(node);
    }

    @Override
    public Processor visit(ReplyNode node) {
        return basic.reply(node);
    }

    @Override
    public Processor visit(InvokeNode node) {
        return basic.invoke(node);
    }

    @Override
    public Processor visit(AssignNode node) {
        return basic.assign(node);
    }

    @Override
    public Processor visit(ValidateNode node) {
        return basic.validate(node);
    }

    @Override
    public Processor visit(ThrowNode node) {
        return basic.raise(node);
    }

    @Override
    public Processor visit(RethrowNode node) {
        return new RethrowProcessor();
    }

    @Override
    public Processor visit(WaitNode node) {
        return basic.wait(node);
    }

    @Override
    public Processor visit(EmptyNode node) {
        return new EmptyProcessor();
    }

    @Override
    public Processor visit(ExitNode node) {
        return new ExitProcessor();
    }

    @Override
    public Processor visit(SequenceNode node) {
        return structured.sequence(node);
    }

    @Override
    public Processor visit(IfNode node) {
        return structured.choice(node);
    }

    @Override
    public Processor visit(WhileNode node) {
        return structured.loop(node);
    }

    @Override
    public Processor visit(RepeatUntilNode node) {
        return structured.loop(node);
    }

    @Override
    public Processor visit(ForEachNode node) {
        return structured.loop(node);
    }

    @Override
    public Processor visit(PickNode node) {
        return structured.pick(node);
    }

    @Override
    public Processor visit(FlowNode node) {
        return structured.flow(node);
    }

    @Override
    public Processor visit(ScopeNode node) {
        return scopes.scope(node);
    }

    @Override
    public Processor visit(CompensateNode node) {
        return scopes.compensate(node);
    }

    @Override
    public Processor visit(CompensateScopeNode node) {
        return scopes.compensate(node);
    }
}
