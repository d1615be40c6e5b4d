package io.soabench.start.bpmn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/**
 * A repair of what editors leave out and engines demand: ids, both ends of each sequence flow, and a start in each
 * subprocess (BPMN 2.0 allows subprocesses without a start event, 10.3.5).
 */
final class FlowRepair {

    /** The greatest number of ids that a sentence lists. */
    private static final int MOST_LISTED = 5;

    /** An id as XML Schema requires it (NCName). */
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{Nd}._\u00B7-]*");

    private final Element process;
    private final PartIds ids = new PartIds();
    private final BiConsumer<String, Element> changed;

    /** Creates a repair; {@code changed} gets what was done with a part. */
    FlowRepair(Element process, BiConsumer<String, Element> changed) {
        this.process = process;
        this.changed = changed;
    }

    /**
     * Gives an id to each part that has none.
     *
     * @return the ids of all parts
     * @throws UnsuitableProcessException when two parts have one id; engines refuse the file
     */
    PartIds nameParts(String file) throws UnsuitableProcessException {
        Map<String, Integer> counts = new LinkedHashMap<>();
        List<Element> nameless = new ArrayList<>();
        collect(process, counts, nameless);
        List<String> twice = counts.entrySet().stream()
                .filter(each -> each.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
        if (!twice.isEmpty()) {
            throw new UnsuitableProcessException(
                    file + " has several parts with one id: " + listed(twice) + "; give each an id of its own");
        }
        List<String> odd = counts.keySet().stream()
                .filter(id -> !NAME.matcher(id).matches())
                .toList();
        if (!odd.isEmpty()) {
            throw new UnsuitableProcessException(file + " has ids that XML does not allow: " + listed(odd)
                    + "; begin each with a letter or '_', and write letters, digits, '.', '-' and '_' only");
        }
        ids.addAll(counts.keySet());
        for (Element each : nameless) {
            each.setAttribute("id", ids.free(each == process ? "Process" : each.getLocalName()));
        }
        return ids;
    }

    private static String listed(List<String> ids) {
        return ids.stream().limit(MOST_LISTED).map(id -> "\"" + id + "\"").collect(Collectors.joining(", "))
                + (ids.size() > MOST_LISTED ? " and " + (ids.size() - MOST_LISTED) + " more" : "");
    }

    private static void collect(Element element, Map<String, Integer> counts, List<Element> nameless) {
        String id = element.getAttribute("id").strip();
        if (!id.isEmpty()) {
            counts.merge(id, 1, Integer::sum);
        } else if (Dom.isNode(element)
                || element.getLocalName().equals("sequenceFlow")
                || element.getLocalName().equals("process")) {
            nameless.add(element);
        }
        Dom.children(element).forEach(each -> collect(each, counts, nameless));
    }

    /** Removes sequence flows that do not connect two parts of one scope, and adds starts. */
    void connect() {
        connect(process);
    }

    private void connect(Element scope) {
        Map<String, Element> nodes = new HashMap<>();
        List<Element> flows = new ArrayList<>();
        for (Element each : Dom.children(scope)) {
            if (each.getLocalName().equals("sequenceFlow")) {
                flows.add(each);
            } else if (Dom.isNode(each)) {
                nodes.put(each.getAttribute("id"), each);
            }
        }
        Predicate<Element> whole = flow ->
                nodes.containsKey(flow.getAttribute("sourceRef")) && nodes.containsKey(flow.getAttribute("targetRef"));
        flows.stream().filter(whole.negate()).forEach(flow -> {
            changed.accept("left out, since it does not connect two parts of one scope", flow);
            Dom.removeFlow(scope, flow);
        });
        if (scope != process) {
            start(scope, flows.stream().filter(whole).toList());
        }
        Dom.children(scope).stream().filter(Dom::isScope).forEach(this::connect);
    }

    /** Adds a start event before all parts that begin with their subprocess. */
    private void start(Element scope, List<Element> flows) {
        boolean triggered = scope.getAttribute("triggeredByEvent").equals("true");
        if (triggered || Dom.children(scope, "startEvent").findAny().isPresent()) {
            return;
        }
        Set<String> entered =
                flows.stream().map(flow -> flow.getAttribute("targetRef")).collect(Collectors.toSet());
        List<Element> first = Dom.children(scope).stream()
                .filter(Dom::isNode)
                .filter(each -> !each.getLocalName().equals("boundaryEvent"))
                .filter(each -> !each.getAttribute("isForCompensation").equals("true"))
                .filter(each -> !each.getAttribute("triggeredByEvent").equals("true"))
                .filter(each -> !entered.contains(each.getAttribute("id")))
                .toList();
        String id = ids.free("start");
        Dom.append(scope, "startEvent").setAttribute("id", id);
        for (Element each : first) {
            SequenceFlows.add(scope, ids.free("begins"), id, each.getAttribute("id"));
        }
        changed.accept("a start event is added in it, since engines need one", scope);
    }
}
