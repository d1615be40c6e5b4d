package io.soabench.engine.runtime.random;

import io.soabench.engine.bpel.model.ActivityInfo;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.BoundCopy;
import io.soabench.engine.bpel.model.BoundLinkSource;
import io.soabench.engine.bpel.model.CompensateNode;
import io.soabench.engine.bpel.model.CompensateScopeNode;
import io.soabench.engine.bpel.model.ConditionalBranch;
import io.soabench.engine.bpel.model.EmptyNode;
import io.soabench.engine.bpel.model.ExitNode;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.IfNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.LinkEnds;
import io.soabench.engine.bpel.model.PartnerLinkSource;
import io.soabench.engine.bpel.model.PartnerLinkTarget;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ReceiveNode;
import io.soabench.engine.bpel.model.RepeatUntilNode;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.model.RethrowNode;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.SequenceNode;
import io.soabench.engine.bpel.model.ThrowNode;
import io.soabench.engine.bpel.model.ValidateNode;
import io.soabench.engine.bpel.model.VariableTarget;
import io.soabench.engine.bpel.model.WaitNode;
import io.soabench.engine.bpel.model.WhileNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A second implementation of what random processes use, slow and plain, to compare the engine with: it walks the tree of the
 * model by method calls, one {@link Strands strand} a branch, and a fault is an exception. One object runs one instance.
 */
final class ReferenceInterpreter {
    private final ProcessModel model;
    private final Strands strands;
    private final ReferenceData data;
    private final ReferenceMessages messages;
    private final ReferenceScopes scopes;
    private final Validity validity;

    /** Whether an element fits its schema. */
    interface Validity {
        boolean isValid(org.w3c.dom.Element element);
    }

    ReferenceInterpreter(
            ProcessModel model, Strands strands, ReferenceData data, ReferenceMessages messages, Validity validity) {
        this.model = model;
        this.strands = strands;
        this.data = data;
        this.messages = messages;
        this.validity = validity;
        this.scopes = new ReferenceScopes(this, strands, data, messages);
    }

    void run() {
        scopes.run(model.root(), null, scope -> {});
    }

    /** Executes an activity with its links (section 11.6). */
    void execute(ActivityNode node, ReferenceScope scope) {
        strands.check();
        try {
            if (joins(node.info(), scope)) {
                perform(node, scope);
                for (BoundLinkSource link : node.info().outgoing()) {
                    boolean status = link.transitionCondition().isEmpty()
                            || data.test(link.transitionCondition().get(), scope);
                    scope.settle(link.link(), status);
                }
            }
        } finally {
            // Links that leave this activity and got no status never will: it, or what is around their source, is over.
            model.links().stream()
                    .filter(link -> isInside(link, node.info().id()))
                    .forEach(link -> scope.settle(link.link(), false));
        }
    }

    private boolean isInside(LinkEnds link, int activity) {
        for (int id = link.source(); id >= 0; id = model.activity(id).info().parent()) {
            if (id == activity) {
                return true;
            }
        }
        return false;
    }

    private boolean joins(ActivityInfo info, ReferenceScope scope) {
        if (info.incoming().isEmpty()) {
            return true;
        }
        strands.await(() -> info.incoming().stream().allMatch(link -> scope.status(link) != null));
        boolean joined = info.joinCondition().isPresent()
                ? data.test(info.joinCondition().get(), scope)
                : info.incoming().stream().anyMatch(scope::status);
        if (!joined && !info.suppressJoinFailure()) {
            throw ReferenceFault.standard("joinFailure");
        }
        return joined;
    }

    private void perform(ActivityNode node, ReferenceScope scope) {
        if (node instanceof SequenceNode sequence) {
            sequence.activities().forEach(child -> execute(child, scope));
        } else if (node instanceof FlowNode flow) {
            flow.links().forEach(link -> scope.links.remove(link.index()));
            Group group = new Group(strands);
            flow.activities().forEach(child -> group.start(() -> execute(child, scope)));
            group.join(() -> false);
        } else if (node instanceof IfNode choice) {
            choose(choice, scope);
        } else if (node instanceof WhileNode loop) {
            while (data.test(loop.condition(), scope)) {
                execute(loop.body(), scope);
            }
        } else if (node instanceof RepeatUntilNode loop) {
            do {
                execute(loop.body(), scope);
            } while (!data.test(loop.condition(), scope));
        } else if (node instanceof ForEachNode loop) {
            forEach(loop, scope);
        } else if (node instanceof ScopeNode inner) {
            scopes.run(inner, scope, any -> {});
        } else if (node instanceof AssignNode assign) {
            assign(assign, scope);
        } else if (node instanceof ValidateNode validate) {
            validate.variables().forEach(variable -> validate(variable, scope));
        } else if (node instanceof WaitNode wait) {
            strands.sleep(scopes.delayMs(wait.timer(), scope));
        } else if (node instanceof InvokeNode invoke) {
            messages.invoke(invoke, scope);
        } else if (node instanceof ReceiveNode receive) {
            messages.receive(receive.reception(), scope);
        } else if (node instanceof ReplyNode reply) {
            messages.reply(reply, scope);
        } else if (node instanceof PickNode pick) {
            pick(pick, scope);
        } else if (node instanceof ThrowNode thrown) {
            throw new ReferenceFault(
                    thrown.faultName(),
                    thrown.faultVariable()
                            .map(variable -> data.value(scope, variable, ReferenceData.onlyPart(variable)))
                            .orElse(null),
                    null);
        } else if (node instanceof RethrowNode) {
            throw scopes.handledIn(scope);
        } else if (node instanceof CompensateNode compensate) {
            scopes.compensate(scope.holder(compensate.target()), -1);
        } else if (node instanceof CompensateScopeNode compensate) {
            int around = model.frame(compensate.target()).parent();
            scopes.compensate(scope.holder(around), compensate.target());
        } else if (node instanceof ExitNode) {
            messages.end("fault missingReply");
            strands.await(() -> false);
        } else if (!(node instanceof EmptyNode)) {
            throw new IllegalStateException(node.info().kind());
        }
    }

    private void choose(IfNode choice, ReferenceScope scope) {
        for (ConditionalBranch branch : choice.choices()) {
            if (data.test(branch.condition(), scope)) {
                execute(branch.activity(), scope);
                return;
            }
        }
        choice.otherwise().ifPresent(activity -> execute(activity, scope));
    }

    private void pick(PickNode pick, ReferenceScope scope) {
        long delay = scopes.delayMs(pick.alarms().get(0).timer(), scope);
        pick.messages().forEach(branch -> messages.requireSets(branch.reception(), scope));
        boolean came = strands.awaitOr(
                delay, () -> pick.messages().stream().anyMatch(branch -> messages.isThere(branch.reception(), scope)));
        if (!came) {
            execute(pick.alarms().get(0).activity(), scope);
            return;
        }
        pick.messages().stream()
                .filter(branch -> messages.isThere(branch.reception(), scope))
                .findFirst()
                .ifPresent(branch -> {
                    messages.take(branch.reception(), scope);
                    execute(branch.activity(), scope);
                });
    }

    /** Section 11.7: all turns, or until enough of them have completed. */
    private void forEach(ForEachNode loop, ReferenceScope scope) {
        long first = data.count(loop.startCounterValue(), scope);
        long last = data.count(loop.finalCounterValue(), scope);
        long turns = Math.max(0, last - first + 1);
        long wanted =
                loop.branches().map(branches -> data.count(branches, scope)).orElse(turns);
        if (wanted > turns) {
            throw ReferenceFault.standard("invalidBranchCondition");
        }
        int[] counted = {0, 0};
        Group group = new Group(strands);
        for (long turn = first;
                turn <= last && (counted[0] < wanted || loop.branches().isEmpty());
                turn++) {
            String value = Long.toString(turn);
            Runnable body = () -> {
                boolean successful = scopes.run(loop.body(), scope, inner -> {
                    data.write(inner, loop.counter(), java.util.Optional.empty(), value);
                    inner.hasExchange = loop.parallel();
                });
                counted[1]++;
                if (successful || !loop.successfulBranchesOnly()) {
                    counted[0]++;
                } else if (counted[0] + turns - counted[1] < wanted
                        && loop.branches().isPresent()) {
                    throw ReferenceFault.standard("completionConditionFailure");
                }
            };
            if (loop.parallel()) {
                group.start(body);
            } else {
                body.run();
            }
        }
        group.join(() -> loop.branches().isPresent() && counted[0] >= wanted);
    }

    /** All copies or none (section 8.4). */
    private void assign(AssignNode assign, ReferenceScope scope) {
        Map<ReferenceScope, Map<String, org.w3c.dom.Element>> before = new HashMap<>();
        for (ReferenceScope holder = scope; holder != null; holder = holder.outer) {
            before.put(holder, new HashMap<>(holder.values));
        }
        try {
            for (BoundCopy step : assign.steps()) {
                if (step.source() instanceof PartnerLinkSource from && step.target() instanceof PartnerLinkTarget to) {
                    scope.holder(to.partnerLink().scope())
                            .addresses
                            .put(to.partnerLink().index(), messages.address(from.partnerLink(), scope));
                } else {
                    data.copy(step, scope);
                }
            }
            if (assign.validate()) {
                for (BoundCopy step : assign.steps()) {
                    if (step.target() instanceof VariableTarget target) {
                        validate(target.variable(), scope);
                    } else if (step.target() instanceof io.soabench.engine.bpel.model.ExpressionTarget target) {
                        target.expression().variables().values().forEach(use -> validate(use.variable(), scope));
                    }
                }
            }
        } catch (ReferenceFault e) {
            before.forEach((holder, values) -> {
                holder.values.clear();
                holder.values.putAll(values);
            });
            throw e;
        }
    }

    private void validate(io.soabench.engine.bpel.model.Variable variable, ReferenceScope scope) {
        if (!validity.isValid(data.value(scope, variable, ReferenceData.onlyPart(variable)))) {
            throw ReferenceFault.standard("invalidVariables");
        }
    }

    /** Activities beside each other: the first fault ends all of them. */
    static final class Group {
        private final Strands strands;
        private final List<Strands.Strand> members = new ArrayList<>();

        Group(Strands strands) {
            this.strands = strands;
        }

        Strands.Strand start(Runnable body) {
            Strands.Strand executor = strands.start(body);
            members.add(executor);
            return executor;
        }

        private RuntimeException failure() {
            return members.stream()
                    .map(Strands.Strand::failure)
                    .filter(failure -> failure != null && !(failure instanceof Strands.Terminated))
                    .findFirst()
                    .orElse(null);
        }

        private boolean isOver() {
            return members.stream().allMatch(Strands.Strand::isDone);
        }

        /** Waits until all are done or there are enough, which ends the others. */
        void join(java.util.function.BooleanSupplier enough) {
            try {
                strands.await(() -> isOver() || failure() != null || enough.getAsBoolean());
            } finally {
                members.forEach(Strands.Strand::terminate);
                strands.shielded(() -> strands.await(this::isOver));
            }
            if (failure() != null) {
                throw failure();
            }
        }
    }
}
