package io.soabench.start.bpmn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/** The sequence flows of a scope, which are added and removed with the nodes that they connect. */
final class SequenceFlows {

    private SequenceFlows() {}

    /**
     * Adds a flow.
     *
     * @param id of the flow
     * @param source id of the node that it leaves
     * @param target id of the node that it enters
     */
    static void add(Element scope, String id, String source, String target) {
        Element flow = Dom.append(scope, "sequenceFlow");
        flow.setAttribute("id", id);
        flow.setAttribute("sourceRef", source);
        flow.setAttribute("targetRef", target);
    }

    /**
     * Inserts a node before another one: all flows to that one lead to the new node.
     *
     * @param id of the flow from the new node to the other one
     */
    static void insertBefore(Element scope, Element node, Element inserted, String id) {
        String target = node.getAttribute("id");
        String source = inserted.getAttribute("id");
        Dom.children(scope, "sequenceFlow")
                .filter(flow -> flow.getAttribute("targetRef").equals(target))
                .forEach(flow -> flow.setAttribute("targetRef", source));
        add(scope, id, source, target);
    }

    /** Removes nodes and the flows at them. */
    static void remove(Element scope, Collection<Element> nodes) {
        Set<String> gone = nodes.stream().map(each -> each.getAttribute("id")).collect(Collectors.toSet());
        if (gone.isEmpty()) {
            return;
        }
        Set<String> flows = new HashSet<>();
        for (Element flow : Dom.children(scope, "sequenceFlow").toList()) {
            if (gone.contains(flow.getAttribute("sourceRef")) || gone.contains(flow.getAttribute("targetRef"))) {
                flows.add(flow.getAttribute("id"));
                Dom.remove(flow);
            }
        }
        nodes.forEach(Dom::remove);
        for (Element node : Dom.children(scope)) {
            if (flows.contains(node.getAttribute("default"))) {
                node.removeAttribute("default");
            }
        }
    }

    /** Removes nodes that no path from a start or a boundary event reaches, and boundary events of removed nodes. */
    static void removeUnreachable(Element scope) {
        Set<String> reached = reached(scope);
        remove(
                scope,
                Dom.children(scope).stream()
                        .filter(each -> Dom.isNode(each) && !reached.contains(each.getAttribute("id")))
                        .toList());
        Set<String> left = Dom.children(scope).stream()
                .map(each -> each.getAttribute("id"))
                .collect(Collectors.toSet());
        remove(
                scope,
                Dom.children(scope, "boundaryEvent")
                        .filter(each -> !left.contains(each.getAttribute("attachedToRef")))
                        .toList());
    }

    private static Set<String> reached(Element scope) {
        Map<String, List<String>> next = new HashMap<>();
        Set<String> entered = new HashSet<>();
        Dom.children(scope, "sequenceFlow").forEach(flow -> {
            next.computeIfAbsent(flow.getAttribute("sourceRef"), absent -> new ArrayList<>())
                    .add(flow.getAttribute("targetRef"));
            entered.add(flow.getAttribute("targetRef"));
        });
        boolean starts = Dom.children(scope, "startEvent").findAny().isPresent();
        Deque<String> open = new ArrayDeque<>();
        for (Element each : Dom.children(scope)) {
            String id = each.getAttribute("id");
            if (each.getLocalName().equals("startEvent")
                    || each.getLocalName().equals("boundaryEvent")
                    || (!starts && !entered.contains(id))) {
                open.add(id);
            }
        }
        Set<String> reached = new HashSet<>();
        while (!open.isEmpty()) {
            String id = open.remove();
            if (reached.add(id)) {
                open.addAll(next.getOrDefault(id, List.of()));
            }
        }
        return reached;
    }
}
