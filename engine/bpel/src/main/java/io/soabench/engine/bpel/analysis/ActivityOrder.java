package io.soabench.engine.bpel.analysis;

import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Nesting.Role;
import io.soabench.engine.bpel.syntax.Sequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of activities by sequences, nesting, and links: the pairs of which one must have ended before the other
 * starts. Each activity has two points, start and end; an edge leads from the earlier point to the later one. All
 * iterations of a loop count as one. Used by one thread.
 */
final class ActivityOrder {
    private final IdentityHashMap<ActivityElement, Integer> numbers = new IdentityHashMap<>();
    private final List<List<Integer>> next = new ArrayList<>();
    /** The points that each requested point leads to, computed on request. */
    private final Map<Integer, BitSet> reached = new HashMap<>();

    ActivityOrder(AnalysisInput subject) {
        for (ActivityPosition place : subject.places()) {
            numbers.put(place.activity(), numbers.size());
            next.add(new ArrayList<>());
            next.add(new ArrayList<>());
            edge(start(place.activity()), end(place.activity()));
        }
        for (ActivityPosition place : subject.places()) {
            nesting(place.activity());
        }
        subject.links().stream()
                .filter(LinkUse::isComplete)
                .forEach(link ->
                        edge(end(link.source().activity()), start(link.target().activity())));
    }

    private int start(ActivityElement activity) {
        return 2 * numbers.get(activity);
    }

    private int end(ActivityElement activity) {
        return start(activity) + 1;
    }

    private void edge(int from, int to) {
        next.get(from).add(to);
    }

    private void nesting(ActivityElement activity) {
        for (Nesting.Child child : Nesting.children(activity)) {
            if (child.role() != Role.COMPENSATION) {
                edge(start(activity), start(child.activity()));
                edge(end(child.activity()), end(activity));
            }
        }
        // A fault or termination handler runs after the main activity has ended or been terminated.
        for (Nesting.Child main : Nesting.children(activity)) {
            for (Nesting.Child handler : Nesting.children(activity)) {
                if (main.role() == Role.CONTENT
                        && (handler.role().isFaultHandler() || handler.role() == Role.TERMINATION)) {
                    edge(end(main.activity()), start(handler.activity()));
                }
            }
        }
        if (activity instanceof Sequence sequence) {
            for (int i = 1; i < sequence.activities().size(); i++) {
                edge(
                        end(sequence.activities().get(i - 1)),
                        start(sequence.activities().get(i)));
            }
        }
    }

    private boolean leads(int from, int to) {
        return from == to || reached.computeIfAbsent(from, this::reach).get(to);
    }

    private BitSet reach(int from) {
        BitSet seen = new BitSet(next.size());
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            for (int following : next.get(open.pop())) {
                if (!seen.get(following)) {
                    seen.set(following);
                    open.push(following);
                }
            }
        }
        return seen;
    }

    /** Returns true if the first activity must have ended before the second may start. */
    boolean isBefore(ActivityElement first, ActivityElement second) {
        return leads(end(first), start(second));
    }

    /** Returns true if the end of an activity waits for its own start through a link from its end. */
    boolean startLeadsToEnd(ActivityElement first, ActivityElement second) {
        return leads(start(first), end(second));
    }
}
