package io.soabench.languages.bpmn;

import io.soabench.contracts.source.XmlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The graph of flow nodes and sequence flows of a process or an embedded subprocess, with its loops and post-dominators.
 * Nodes are named by their ids; all ends are one more node, {@link #END}.
 */
final class BpmnFlow {

    /** The node behind all ends. No id of XML begins with a digit. */
    static final String END = "0 end";

    private static final String NS = BpmnDocument.NAMESPACE;

    private final Map<String, XmlElement> elements = new LinkedHashMap<>();
    private final Map<String, List<String>> next = new HashMap<>();
    private final Map<String, Set<String>> loops = new LinkedHashMap<>();

    private boolean leftByEvents;
    private PostDominators postDominators;

    private BpmnFlow() {}

    /** Reads the children of a process or subprocess. Sequence flows from or to unknown nodes are left out. */
    static BpmnFlow of(XmlElement scope) {
        BpmnFlow flow = new BpmnFlow();
        scope.elements()
                .filter(each -> each.namespace().equals(NS)
                        && !each.localName().equals("sequenceFlow")
                        && !each.localName().equals("boundaryEvent"))
                .forEach(each -> each.attribute("id").ifPresent(id -> flow.elements.put(id, each)));
        scope.elements(NS, "sequenceFlow").forEach(each -> {
            String source = each.attribute("sourceRef").orElse("");
            String target = each.attribute("targetRef").orElse("");
            if (flow.elements.containsKey(source) && flow.elements.containsKey(target)) {
                flow.next.computeIfAbsent(source, any -> new ArrayList<>()).add(target);
            }
        });
        flow.leftByEvents = scope.elements(NS, "boundaryEvent")
                .anyMatch(each -> each.element(NS, "errorEventDefinition").isEmpty());
        flow.findLoops();
        return flow;
    }

    /** Returns the only start event; {@link #END} where there is none, or several. */
    String start() {
        List<String> starts = elements.entrySet().stream()
                .filter(each -> each.getValue().is(NS, "startEvent"))
                .map(Map.Entry::getKey)
                .toList();
        return starts.size() == 1 ? starts.get(0) : END;
    }

    /** Returns whether something other than an error can interrupt or accompany an activity, such as a timer at its boundary. */
    boolean isLeftByEvents() {
        return leftByEvents;
    }

    /** Returns an element by its id. */
    XmlElement element(String node) {
        return elements.get(node);
    }

    /** Returns the nodes to which a node leads, in document order. */
    List<String> next(String node) {
        return next.getOrDefault(node, List.of());
    }

    /** Returns whether a later node leads back to this one. */
    boolean isLoopHeader(String node) {
        return loops.containsKey(node);
    }

    /** Returns the nodes of a loop, its header among them. */
    Set<String> loop(String header) {
        return loops.get(header);
    }

    /**
     * Returns the first node that all paths from a node to the end have in common, the node itself left out; empty where a
     * flow from it never comes to the end.
     */
    Optional<String> postDominator(String node) {
        if (postDominators == null) {
            postDominators = PostDominators.of(next);
        }
        return next(node).stream().allMatch(postDominators::reachesEnd) ? postDominators.of(node) : Optional.empty();
    }

    /** Finds the natural loop of each edge that leads back to a node on the path to it. */
    private void findLoops() {
        Map<String, List<String>> before = PostDominators.reversed(next);
        Set<String> done = new LinkedHashSet<>();
        Map<String, Integer> position = new LinkedHashMap<>();
        Deque<String> path = new ArrayDeque<>();
        String start = start();
        if (start.equals(END)) {
            return;
        }
        path.push(start);
        position.put(start, 0);
        while (!path.isEmpty()) {
            String node = path.peek();
            List<String> targets = next(node);
            int at = position.get(node);
            if (at == targets.size()) {
                path.pop();
                position.remove(node);
                done.add(node);
                continue;
            }
            position.put(node, at + 1);
            String target = targets.get(at);
            if (position.containsKey(target)) {
                loops.computeIfAbsent(target, header -> new LinkedHashSet<>(List.of(header)))
                        .addAll(reachingBackwards(before, node, target));
            } else if (!done.contains(target)) {
                path.push(target);
                position.put(target, 0);
            }
        }
    }

    private static Set<String> reachingBackwards(Map<String, List<String>> before, String from, String header) {
        Set<String> found = new LinkedHashSet<>(List.of(from));
        Deque<String> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            String node = open.poll();
            if (node.equals(header)) {
                continue;
            }
            for (String each : before.getOrDefault(node, List.of())) {
                if (found.add(each)) {
                    open.add(each);
                }
            }
        }
        return found;
    }
}
