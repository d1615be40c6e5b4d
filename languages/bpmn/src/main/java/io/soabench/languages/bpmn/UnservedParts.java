package io.soabench.languages.bpmn;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The check of a process for parts that need what a testbed does not have: people, other processes, and times at which instances
 * begin. An engine takes such a file, and its instances fail or never end.
 */
final class UnservedParts {

    private static final String NS = BpmnDocument.NAMESPACE;
    private static final String CALL =
            "; make it a service task with camunda:expression=\"${partner.call('operation', value)}\"";

    private final XmlElement process;
    private final Problems problems;

    private UnservedParts(XmlElement process, Problems problems) {
        this.process = process;
        this.problems = problems;
    }

    /** Adds the problems of a process. */
    static void check(XmlElement process, Problems problems) {
        UnservedParts parts = new UnservedParts(process, problems);
        parts.starts();
        parts.activities();
    }

    private void starts() {
        List<XmlElement> starts = process.elements(NS, "startEvent").toList();
        if (starts.isEmpty()) {
            problems.add(BpmnDocument.SYNTAX, process.location(), "the process has no start event; add one");
        }
        starts.stream()
                .filter(each -> each.element(NS, "timerEventDefinition").isPresent())
                .forEach(
                        each -> problems.add(
                                BpmnDocument.SYNTAX,
                                each.location(),
                                "start event \"" + id(each)
                                        + "\" begins instances at times of its own, beside those of the load; remove its timerEventDefinition"));
        List<XmlElement> plain = starts.stream()
                .filter(each ->
                        each.elements().noneMatch(child -> child.localName().endsWith("EventDefinition")))
                .toList();
        if (plain.size() > 1) {
            problems.add(
                    BpmnDocument.SYNTAX,
                    plain.get(1).location(),
                    "start events \"" + id(plain.get(0)) + "\" and \"" + id(plain.get(1))
                            + "\" both begin instances for a request; leave one of them");
        }
    }

    private void activities() {
        boolean ended = inside(process)
                .anyMatch(each -> each.is(NS, "terminateEventDefinition")
                        || each.attribute("triggeredByEvent").orElse("").equals("true"));
        scope(process, ended, left());
    }

    /** Returns the identifiers of the activities that an event at their boundary can end, and of those that race with other events. */
    private Set<String> left() {
        Set<String> races = inside(process)
                .filter(each -> each.is(NS, "eventBasedGateway"))
                .map(UnservedParts::id)
                .collect(Collectors.toSet());
        return inside(process)
                .flatMap(each -> each.is(NS, "boundaryEvent")
                        ? each.attribute("attachedToRef").stream()
                        : each.attribute("sourceRef").filter(races::contains).stream()
                                .flatMap(source -> each.attribute("targetRef").stream()))
                .collect(Collectors.toSet());
    }

    /**
     * Checks the elements of a scope.
     *
     * @param ended whether something else can end each wait
     * @param left identifiers of the elements whose waits something else can end
     */
    private void scope(XmlElement scope, boolean ended, Set<String> left) {
        for (XmlElement each : scope.elements().toList()) {
            boolean waits = !ended && !left.contains(id(each));
            if (each.namespace().equals(NS)) {
                part(each, waits);
            }
            scope(each, !waits, left);
        }
    }

    private void part(XmlElement each, boolean waits) {
        Optional<XmlElement> message = each.element(NS, "messageEventDefinition");
        String called = each.attribute("calledElement").orElse("");
        switch (each.localName()) {
            case "userTask" -> unserved(waits, each, "user task", "waits for a person, and a testbed has none");
            case "receiveTask" -> unserved(waits, each, "receive task", "waits for a message that nobody sends");
            case "intermediateCatchEvent" ->
                unserved(waits && message.isPresent(), each, "event", "waits for a message that nobody sends");
            case "intermediateThrowEvent" ->
                unserved(
                        message.filter(event -> event.attributes().keySet().stream()
                                        .noneMatch(name -> name.getLocalPart().equals("expression")))
                                .isPresent(),
                        each,
                        "event",
                        "sends a message to nobody");
            case "callActivity" ->
                unserved(
                        !called.equals(id(process)),
                        each,
                        "call activity",
                        called.isEmpty()
                                ? "names no process"
                                : "calls process \"" + called + "\", which engines of a testbed do not have");
            default -> {
                // Other elements need nothing beyond the file, or are checked where their expressions are read.
            }
        }
    }

    private void unserved(boolean refused, XmlElement element, String kind, String reason) {
        if (refused) {
            problems.add("BPMN-TASK", element.location(), kind + " \"" + id(element) + "\" " + reason + CALL);
        }
    }

    private static String id(XmlElement element) {
        return element.attribute("id").orElse("");
    }

    private static Stream<XmlElement> inside(XmlElement element) {
        return element.elements().flatMap(child -> Stream.concat(Stream.of(child), inside(child)));
    }
}
