package io.soabench.engine.bpel.profile;

import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.Contents;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.IfNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.PickNode;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.RepeatUntilNode;
import io.soabench.engine.bpel.model.ReplyNode;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.WaitNode;
import io.soabench.engine.bpel.model.WhileNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls and waits of a process for which its clients need not wait, since the process may have answered before. An
 * activity in doubt counts as one of these. So the time of the other activities is a lower bound of the time until the
 * answer. Clients of a process that never answers wait for nothing.
 */
final class AfterReply {

    private final String clients;
    private final Set<Integer> activities = new HashSet<>();

    private AfterReply(String clients) {
        this.clients = clients;
    }

    /**
     * Returns the ids of these calls and waits.
     *
     * @param clients the partner link of the clients
     */
    static Set<Integer> of(ProcessModel model, String clients) {
        AfterReply found = new AfterReply(clients);
        found.walk(model.root(), !found.contains(model.root()));
        return Set.copyOf(found.activities);
    }

    /**
     * Returns whether the answer may have been sent when an activity has ended.
     *
     * @param sent true if it may have been sent before the activity
     */
    private boolean walk(ActivityNode node, boolean sent) {
        if (node instanceof InvokeNode call && !call.partnerLink().name().equals(clients)) {
            return noted(node, sent);
        }
        if (node instanceof WaitNode) {
            return noted(node, sent);
        }
        if (answers(node)) {
            return true;
        }
        List<ActivityNode> inside = Contents.work(node);
        if (node instanceof FlowNode) {
            return branches(inside, sent);
        }
        if (node instanceof WhileNode || node instanceof RepeatUntilNode || node instanceof ForEachNode) {
            // Parts before the answer in one iteration come after the answer of the iteration before.
            boolean any = sent || inside.stream().anyMatch(this::contains);
            inside.forEach(each -> walk(each, any));
            return any;
        }
        if (node instanceof IfNode || node instanceof PickNode) {
            boolean any = sent;
            for (ActivityNode each : inside) {
                any |= walk(each, sent);
            }
            return any;
        }
        if (node instanceof ScopeNode scope) {
            Contents.events(scope).forEach(event -> walk(event, true));
        }
        boolean now = sent;
        for (ActivityNode each : inside) {
            now = walk(each, now);
        }
        return now;
    }

    private boolean noted(ActivityNode node, boolean sent) {
        if (sent) {
            activities.add(node.info().id());
        }
        return sent;
    }

    /** Returns whether the answer may be sent after parallel branches. The order of the branches is unknown. */
    private boolean branches(List<ActivityNode> inside, boolean sent) {
        boolean any = sent || inside.stream().anyMatch(this::contains);
        for (ActivityNode each : inside) {
            walk(each, sent || (any && !contains(each)));
        }
        return any;
    }

    private boolean contains(ActivityNode node) {
        return answers(node) || Contents.work(node).stream().anyMatch(this::contains);
    }

    private boolean answers(ActivityNode node) {
        return (node instanceof ReplyNode reply && reply.partnerLink().name().equals(clients))
                || (node instanceof InvokeNode call && call.partnerLink().name().equals(clients));
    }
}
