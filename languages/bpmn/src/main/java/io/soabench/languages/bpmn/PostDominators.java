package io.soabench.languages.bpmn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The immediate post-dominators of a graph: for each node the first one that no path from it to the end avoids. They are found
 * by iteration over the nodes, most successors first, in near-linear time for flows as people draw them.
 * Source: Cooper, Harvey and Kennedy, A simple, fast dominance algorithm, 2001.
 */
final class PostDominators {

    private final Map<String, List<String>> next;

    /** Nodes from which a path leads to the end, by their number: the end has 0, and most successors have lower numbers. */
    private final List<String> order;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final int[] immediate;

    private PostDominators(Map<String, List<String>> next) {
        this.next = next;
        this.order = order(reversed(next), next);
        for (int i = 0; i < order.size(); i++) {
            numbers.put(order.get(i), i);
        }
        this.immediate = new int[order.size()];
        find();
    }

    /**
     * Returns the post-dominators of a graph.
     *
     * @param next the successors of each node; {@link BpmnFlow#END} follows every other node
     */
    static PostDominators of(Map<String, List<String>> next) {
        return new PostDominators(next);
    }

    /** Returns the predecessors of each node. */
    static Map<String, List<String>> reversed(Map<String, List<String>> next) {
        Map<String, List<String>> before = new HashMap<>();
        next.forEach((source, targets) -> targets.forEach(target ->
                before.computeIfAbsent(target, any -> new ArrayList<>()).add(source)));
        return before;
    }

    /** Returns whether a path leads from a node to the end. */
    boolean reachesEnd(String node) {
        return numbers.containsKey(node) || !next.containsKey(node);
    }

    /** Returns the immediate post-dominator of a node; empty where no path leads from it to the end. */
    Optional<String> of(String node) {
        Integer number = numbers.get(node);
        return number == null ? Optional.empty() : Optional.of(order.get(immediate[number]));
    }

    /** Returns the nodes that reach the end in the reverse postorder of a depth-first search from there. */
    private static List<String> order(Map<String, List<String>> before, Map<String, List<String>> next) {
        Set<String> last = new LinkedHashSet<>(before.keySet());
        last.removeIf(node -> !next.getOrDefault(node, List.of()).isEmpty());
        List<String> order = new ArrayList<>();
        Set<String> seen = new HashSet<>(Set.of(BpmnFlow.END));
        Deque<String> path = new ArrayDeque<>(List.of(BpmnFlow.END));
        Deque<Iterator<String>> left = new ArrayDeque<>(List.of(last.iterator()));
        while (!path.isEmpty()) {
            if (!left.peek().hasNext()) {
                order.add(path.pop());
                left.pop();
                continue;
            }
            String node = left.peek().next();
            if (seen.add(node)) {
                path.push(node);
                left.push(before.getOrDefault(node, List.of()).iterator());
            }
        }
        Collections.reverse(order);
        return order;
    }

    private void find() {
        boolean[] known = new boolean[order.size()];
        known[0] = true;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int node = 1; node < order.size(); node++) {
                int found = -1;
                for (String each : next.getOrDefault(order.get(node), List.of(BpmnFlow.END))) {
                    Integer successor = numbers.get(each);
                    if (successor != null && known[successor]) {
                        found = found < 0 ? successor : common(found, successor);
                    }
                }
                if (found >= 0 && (!known[node] || immediate[node] != found)) {
                    immediate[node] = found;
                    known[node] = true;
                    changed = true;
                }
            }
        }
    }

    /** Returns the nearest node that both nodes have as a post-dominator, or are themselves. */
    private int common(int first, int second) {
        int one = first;
        int other = second;
        while (one != other) {
            while (one > other) {
                one = immediate[one];
            }
            while (other > one) {
                other = immediate[other];
            }
        }
        return one;
    }
}
