package io.soabench.generators.reading;

import io.soabench.engine.bpel.profile.Alternatives;
import io.soabench.engine.bpel.profile.InOrder;
import io.soabench.engine.bpel.profile.InvocationProfile;
import io.soabench.engine.bpel.profile.Loop;
import io.soabench.engine.bpel.profile.Parallel;
import io.soabench.engine.bpel.profile.Pause;
import io.soabench.engine.bpel.profile.PrescribedCall;
import io.soabench.engine.bpel.profile.Prescription;
import io.soabench.plan.CallTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The call tree of a plan from the invocation profile of a process. Links between activities within branches of a flow become dependencies
 * between the branches as a whole, unless that would close a circle. So the time of the ideal engine is exact for links between the branches
 * themselves and approximate for others.
 */
public final class CallTrees {

    /** A parallel loop of more iterations is taken as one that runs them in turn. */
    public static final int MOST_PARALLEL = 1_000;

    private final String clients;
    private final Set<Integer> afterReply;

    private CallTrees(String clients, Set<Integer> afterReply) {
        this.clients = clients;
        this.afterReply = afterReply;
    }

    /**
     * Returns the tree of a profile.
     *
     * @param clients the partner link of the clients: that a process answers them is not a call of a partner
     * @param afterReply ids of calls and waits for which the clients need not wait: in the tree the process does not
     *     wait for them either
     */
    public static CallTree of(InvocationProfile profile, String clients, Set<Integer> afterReply) {
        return new CallTrees(clients, afterReply).of(profile.root());
    }

    private CallTree of(Prescription part) {
        if (part instanceof PrescribedCall call && call.partnerLink().equals(clients)) {
            return CallTree.sequence(List.of());
        }
        if (part instanceof PrescribedCall call) {
            return CallTree.call(
                    call.partnerLink(),
                    call.operation(),
                    !call.requestResponse() || afterReply.contains(call.activity()));
        }
        if (part instanceof Pause pause) {
            return CallTree.pause(
                    afterReply.contains(pause.activity())
                            ? 0
                            : pause.duration().map(Duration::toMillis).orElse(0L));
        }
        if (part instanceof InOrder order) {
            return order.steps().size() == 1
                    ? of(order.steps().get(0))
                    : CallTree.sequence(order.steps().stream().map(this::of).toList());
        }
        if (part instanceof Alternatives choice) {
            return CallTree.choice(choice.alternatives().stream().map(this::of).toList());
        }
        if (part instanceof Loop loop) {
            return loop(loop);
        }
        Parallel parallel = (Parallel) part;
        return CallTree.parallel(parallel.branches().stream().map(this::of).toList(), after(parallel.branches()));
    }

    private CallTree loop(Loop loop) {
        CallTree body = of(loop.body());
        long count = loop.count().orElse(-1L);
        if (count > Integer.MAX_VALUE) {
            return CallTree.loop(body, -1);
        }
        if (loop.parallel() && count >= 0 && count <= MOST_PARALLEL) {
            int times = (int) count;
            return CallTree.parallel(Collections.nCopies(times, body), Collections.nCopies(times, List.of()));
        }
        return CallTree.loop(body, (int) count);
    }

    private static List<List<Integer>> after(List<Prescription> branches) {
        List<Set<Integer>> activities = new ArrayList<>();
        List<Set<Integer>> awaited = new ArrayList<>();
        for (Prescription branch : branches) {
            Set<Integer> own = new HashSet<>();
            Set<Integer> others = new HashSet<>();
            collect(branch, own, others);
            activities.add(own);
            awaited.add(others);
        }
        List<List<Integer>> after = new ArrayList<>();
        for (int i = 0; i < branches.size(); i++) {
            after.add(new ArrayList<>());
        }
        for (int i = 0; i < branches.size(); i++) {
            for (int j = 0; j < branches.size(); j++) {
                if (i != j
                        && !Collections.disjoint(awaited.get(i), activities.get(j))
                        && !CallTree.waits(after, j, i)) {
                    after.get(i).add(j);
                }
            }
        }
        return after.stream().map(List::copyOf).toList();
    }

    private static void collect(Prescription part, Set<Integer> activities, Set<Integer> awaited) {
        activities.add(part.activity());
        awaited.addAll(part.after());
        if (part instanceof InOrder order) {
            order.steps().forEach(inner -> collect(inner, activities, awaited));
        } else if (part instanceof Parallel parallel) {
            parallel.branches().forEach(inner -> collect(inner, activities, awaited));
        } else if (part instanceof Alternatives choice) {
            choice.alternatives().forEach(inner -> collect(inner, activities, awaited));
        } else if (part instanceof Loop loop) {
            collect(loop.body(), activities, awaited);
        }
    }
}
