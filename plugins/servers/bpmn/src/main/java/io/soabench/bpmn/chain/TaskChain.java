package io.soabench.bpmn.chain;

import io.soabench.messages.PartnerFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The tasks of a BPMN file that stand in a row, from its start event to an end. A boundary event leads from the fault of a partner to other
 * tasks. Gateways, loops and all else are refused. Immutable.
 */
final class TaskChain {

    private static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";
    private static final String ATTRIBUTES = "http://camunda.org/schema/1.0/bpmn";
    private static final Set<String> TASKS = Set.of("serviceTask", "sendTask", "businessRuleTask");

    /**
     * A node of the file.
     *
     * @param expression empty for events
     * @param variable name for the value of the expression; empty: none
     * @param caught the first node after a fault, by the fault's code
     */
    private record Step(Optional<TaskExpression> expression, String variable, Map<String, String> caught) {}

    private final String id;
    private final String start;
    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final Map<String, String> next = new HashMap<>();

    private TaskChain(Element root) {
        Element process = only(
                children(root, "process").stream()
                        .filter(each -> each.getAttribute("isExecutable").equals("true"))
                        .toList(),
                "process with isExecutable=\"true\"");
        id = process.getAttribute("id");
        Map<String, String> errors = new HashMap<>();
        children(root, "error").forEach(each -> errors.put(each.getAttribute("id"), each.getAttribute("errorCode")));
        start = only(children(process, "startEvent"), "start event").getAttribute("id");
        for (Element each : children(process, "")) {
            read(each);
        }
        children(process, "boundaryEvent").forEach(each -> catches(each, errors));
        Set<String> begins = new HashSet<>(Set.of(start));
        steps.values().forEach(step -> begins.addAll(step.caught().values()));
        begins.forEach(this::requireEnd);
        steps.keySet().forEach(this::requireNoReturn);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException when it has more than tasks in a row; the message has the reason
     */
    static TaskChain read(byte[] file) {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        try {
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return new TaskChain(factory.newDocumentBuilder()
                    .parse(new ByteArrayInputStream(file))
                    .getDocumentElement());
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Element only(List<Element> found, String what) {
        if (found.size() != 1) {
            throw new IllegalArgumentException("it has " + found.size() + " of: " + what + "; it needs one");
        }
        return found.get(0);
    }

    /** Returns the elements of BPMN in an element, with a name or with any. */
    private static List<Element> children(Element in, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = in.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element
                    && BPMN.equals(element.getNamespaceURI())
                    && (name.isEmpty() || element.getLocalName().equals(name))) {
                found.add(element);
            }
        }
        return found;
    }

    private void read(Element element) {
        String name = element.getLocalName();
        String node = element.getAttribute("id");
        if (TASKS.contains(name)) {
            if (!children(element, "multiInstanceLoopCharacteristics").isEmpty()
                    || !children(element, "standardLoopCharacteristics").isEmpty()) {
                throw refused(element);
            }
            steps.put(
                    node,
                    new Step(
                            Optional.of(ExpressionParser.parse(element.getAttributeNS(ATTRIBUTES, "expression"))),
                            element.getAttributeNS(ATTRIBUTES, "resultVariable"),
                            new HashMap<>()));
        } else if (name.equals("sequenceFlow")) {
            flow(element);
        } else if (name.equals("startEvent") || name.equals("endEvent")) {
            if (children(element, "").stream()
                    .anyMatch(each -> each.getLocalName().endsWith("EventDefinition"))) {
                throw refused(element);
            }
            steps.put(node, new Step(Optional.empty(), "", Map.of()));
        } else if (!name.equals("boundaryEvent")
                && !name.equals("documentation")
                && !name.equals("extensionElements")) {
            throw refused(element);
        }
    }

    private void flow(Element flow) {
        String source = flow.getAttribute("sourceRef");
        String target = flow.getAttribute("targetRef");
        if (source.isEmpty() || target.isEmpty()) {
            throw new IllegalArgumentException(
                    "sequence flow \"" + flow.getAttribute("id") + "\" needs the attributes sourceRef and targetRef");
        }
        if (!children(flow, "conditionExpression").isEmpty() || next.put(source, target) != null) {
            throw refused(flow);
        }
    }

    private void catches(Element event, Map<String, String> errors) {
        Element definition = only(children(event, "errorEventDefinition"), "error of boundary event");
        Step step = steps.get(event.getAttribute("attachedToRef"));
        String first = next.get(event.getAttribute("id"));
        String code = errors.get(definition.getAttribute("errorRef"));
        if (step == null || step.expression().isEmpty() || first == null || code == null) {
            throw refused(event);
        }
        step.caught().put(code, first);
    }

    /** Checks that the nodes from a node on come to an end without a loop: an end event, or a task without an outgoing flow. */
    private void requireEnd(String from) {
        Set<String> seen = new HashSet<>();
        for (String node = from; node != null; node = next.get(node)) {
            if (!steps.containsKey(node) || !seen.add(node)) {
                throw new IllegalArgumentException("the tasks after \"" + from
                        + "\" do not come to an end event in a row, because of \"" + node + '"');
            }
        }
    }

    /** Checks that no boundary event of a task leads back to the task: a partner that always answers a fault would be called for ever. */
    private void requireNoReturn(String task) {
        Deque<String> open = new ArrayDeque<>(steps.get(task).caught().values());
        Set<String> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            String node = open.remove();
            if (node.equals(task)) {
                throw new IllegalArgumentException(
                        "a boundary event of \"" + task + "\" leads back to it; the front alone runs no loops");
            }
            List<String> after = new ArrayList<>(steps.get(node).caught().values());
            if (next.containsKey(node)) {
                after.add(next.get(node));
            }
            after.stream().filter(seen::add).forEach(open::add);
        }
    }

    private static IllegalArgumentException refused(Element element) {
        return new IllegalArgumentException("<" + element.getLocalName() + "> \"" + element.getAttribute("id")
                + "\" is more than tasks in a row; the front alone runs nothing else");
    }

    /** Returns the identifier of the process. */
    String id() {
        return id;
    }

    /**
     * Runs all tasks.
     *
     * @param beans by the names of expressions
     * @param variables by name; changed by the tasks
     * @throws PartnerFault when a partner answers a fault that no boundary event catches
     */
    void run(Map<String, Object> beans, Map<String, Object> variables) {
        for (String node = start; node != null; ) {
            Step step = steps.get(node);
            String caught = null;
            if (step.expression().isPresent()) {
                try {
                    Object value = step.expression().get().value(beans, variables);
                    if (!step.variable().isEmpty()) {
                        variables.put(step.variable(), value);
                    }
                } catch (PartnerFault fault) {
                    caught = step.caught().get(fault.code());
                    if (caught == null) {
                        throw fault;
                    }
                }
            }
            node = caught == null ? next.get(node) : caught;
        }
    }
}
