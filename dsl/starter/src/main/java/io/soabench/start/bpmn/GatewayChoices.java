package io.soabench.start.bpmn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.w3c.dom.Element;

/**
 * The choice of values with which an instance comes to an end. Each gateway that decides takes the flow from which the
 * fewest steps lead to an end, so that no instance stays forever in a loop whose condition never changes.
 */
final class GatewayChoices {

    private static final int UNREACHABLE = 1_000_000;

    private final RequestValues values;
    private final List<String> notes;
    private final Map<String, Integer> ends = new HashMap<>();
    private final List<String> stuck = new ArrayList<>();

    GatewayChoices(RequestValues values, List<String> notes) {
        this.values = values;
        this.notes = notes;
    }

    /** Decides in a scope and all scopes in it, and follows an instance to its end. */
    void decide(Element scope) {
        Map<String, List<Element>> outgoing = new HashMap<>();
        Dom.children(scope, "sequenceFlow")
                .forEach(flow -> outgoing.computeIfAbsent(flow.getAttribute("sourceRef"), absent -> new ArrayList<>())
                        .add(flow));
        Map<String, Integer> distances = distances(scope, outgoing);
        Map<String, List<Element>> taken = new HashMap<>();
        Map<String, List<String>> inner = new LinkedHashMap<>();
        for (Element node : Dom.children(scope)) {
            String name = node.getLocalName();
            if (name.equals("sequenceFlow")) {
                continue;
            }
            List<Element> flows = outgoing.getOrDefault(node.getAttribute("id"), List.of());
            boolean exclusive = name.equals("exclusiveGateway");
            boolean decides = flows.size() > 1
                    && (exclusive
                            || name.equals("inclusiveGateway")
                            || flows.stream().anyMatch(flow -> Dom.children(flow, "conditionExpression")
                                    .findAny()
                                    .isPresent()));
            if (decides && !name.equals("parallelGateway")) {
                taken.put(node.getAttribute("id"), List.of(one(node, flows, distances, exclusive)));
            } else {
                flows.forEach(flow ->
                        Dom.children(flow, "conditionExpression").toList().forEach(Dom::remove));
                taken.put(node.getAttribute("id"), flows);
            }
            if (name.equals("subProcess")) {
                inner.put(node.getAttribute("id"), inside(node));
                thrown(node).flatMap(error -> catching(scope, node, error)).ifPresent(event -> {
                    // The error ends whatever waits in the subprocess.
                    inner.remove(node.getAttribute("id"));
                    taken.put(node.getAttribute("id"), outgoing.getOrDefault(event.getAttribute("id"), List.of()));
                });
            }
        }
        inner.values().removeIf(List::isEmpty);
        TokenGame game = TokenGame.of(scope, taken, inner.keySet());
        inner.forEach((subprocess, waits) -> {
            if (game.reached().contains(subprocess)) {
                stuck.addAll(waits);
            }
        });
        waiting(game);
        game.ends().forEach((end, times) -> ends.merge(end, times, Integer::sum));
    }

    /** Decides in a subprocess, and returns a clause about each of its gateways at which an instance waits for ever. */
    private List<String> inside(Element subprocess) {
        int before = stuck.size();
        decide(subprocess);
        List<String> added = stuck.subList(before, stuck.size());
        List<String> waits = List.copyOf(added);
        added.clear();
        return waits;
    }

    /** Returns the error with which a subprocess ends; empty where it ends without one. */
    private Optional<String> thrown(Element subprocess) {
        return Dom.children(subprocess, "endEvent")
                .filter(each -> ends.containsKey(each.getAttribute("id")))
                .flatMap(each -> Dom.children(each, "errorEventDefinition"))
                .map(each -> each.getAttribute("errorRef"))
                .findFirst();
    }

    /** Returns the event at the boundary of a subprocess that catches an error. */
    private static Optional<Element> catching(Element scope, Element subprocess, String error) {
        return Dom.children(scope, "boundaryEvent")
                .filter(each -> each.getAttribute("attachedToRef").equals(subprocess.getAttribute("id")))
                .filter(each -> Dom.children(each, "errorEventDefinition")
                        .map(definition -> definition.getAttribute("errorRef"))
                        .anyMatch(caught -> caught.isEmpty() || caught.equals(error)))
                .findFirst();
    }

    private void waiting(TokenGame game) {
        for (Element each : game.waiting()) {
            stuck.add("\"" + Dom.label(each) + "\" joins " + game.entriesOf(each) + " flows, of which a request takes "
                    + game.tokensAt(each));
        }
    }

    /** Returns how often each end event is reached, in all scopes that were decided. */
    Map<String, Integer> ends() {
        return ends;
    }

    /** Returns a clause about each gateway at which an instance waits for ever. */
    List<String> stuck() {
        return stuck;
    }

    /** Returns the fewest steps from each node to an end of the scope. */
    private static Map<String, Integer> distances(Element scope, Map<String, List<Element>> outgoing) {
        Map<String, List<String>> before = new HashMap<>();
        outgoing.forEach((source, flows) -> flows.forEach(
                flow -> before.computeIfAbsent(flow.getAttribute("targetRef"), absent -> new ArrayList<>())
                        .add(source)));
        Map<String, Integer> distances = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        for (Element node : Dom.children(scope)) {
            String id = node.getAttribute("id");
            if (!node.getLocalName().equals("sequenceFlow")
                    && outgoing.getOrDefault(id, List.of()).isEmpty()) {
                distances.put(id, 0);
                open.add(id);
            }
        }
        while (!open.isEmpty()) {
            String id = open.remove();
            for (String source : before.getOrDefault(id, List.of())) {
                if (distances.putIfAbsent(source, distances.get(id) + 1) == null) {
                    open.add(source);
                }
            }
        }
        return distances;
    }

    /** Decides at one node, and returns the flow that is taken. */
    private Element one(Element node, List<Element> flows, Map<String, Integer> distances, boolean exclusive) {
        Optional<Element> otherwise = flows.stream()
                .filter(flow -> flow.getAttribute("id").equals(node.getAttribute("default")))
                .findFirst();
        List<Element> conditional = flows.stream()
                .filter(flow -> otherwise.isEmpty() || flow != otherwise.get())
                .toList();
        List<Element> byDistance = flows.stream()
                .sorted(Comparator.comparing(
                        flow -> distances.getOrDefault(flow.getAttribute("targetRef"), UNREACHABLE)))
                .toList();
        List<Condition> conditions = new ArrayList<>();
        for (Element flow : conditional) {
            text(flow).flatMap(Condition::read).ifPresent(conditions::add);
        }
        Element nearest = byDistance.get(0);
        if (conditions.size() == conditional.size()
                && values.choose(conditions, index(conditional, nearest), exclusive)) {
            for (int i = 0; i < conditions.size(); i++) {
                write(conditional.get(i), conditions.get(i).expression());
            }
        } else {
            own(node, conditional, nearest);
        }
        otherwise.ifPresent(
                flow -> Dom.children(flow, "conditionExpression").toList().forEach(Dom::remove));
        return nearest;
    }

    private static int index(List<Element> conditional, Element wanted) {
        int index = conditional.indexOf(wanted);
        return index < 0 ? conditional.size() : index;
    }

    private static Optional<String> text(Element flow) {
        return Dom.children(flow, "conditionExpression")
                .filter(each -> each.getAttribute("language").isEmpty())
                .map(each -> each.getTextContent().strip())
                .findFirst();
    }

    /** Replaces conditions that need more than a comparison by truth values of the request. */
    private void own(Element node, List<Element> conditional, Element wanted) {
        List<String> replaced = new ArrayList<>();
        for (Element flow : conditional) {
            String plain = Dom.label(flow).replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_+|_+$", "");
            String wish = plain.matches("[A-Za-z]\\w*") ? "takes_" + plain : "takes";
            String name = values.add(wish, flow == wanted);
            text(flow).filter(text -> !text.isEmpty()).ifPresent(text -> replaced.add("\"" + text + "\" by " + name));
            write(flow, "${" + name + "}");
        }
        notes.add("\"" + Dom.label(node) + "\" decides by truth values of the request"
                + (replaced.isEmpty() ? "" : ", which replace its conditions: " + String.join(", ", replaced)));
    }

    private static void write(Element flow, String expression) {
        Dom.children(flow, "conditionExpression").toList().forEach(Dom::remove);
        Element condition = Dom.append(flow, "conditionExpression");
        condition.setAttributeNS(
                "http://www.w3.org/2001/XMLSchema-instance",
                "xsi:type",
                (condition.getPrefix() == null ? "" : condition.getPrefix() + ":") + "tFormalExpression");
        condition.setTextContent(expression);
    }
}
