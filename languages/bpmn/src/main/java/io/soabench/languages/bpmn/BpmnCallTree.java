package io.soabench.languages.bpmn;

import io.soabench.contracts.source.XmlElement;
import io.soabench.plan.CallTree;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The calls of partners that the sequence flows of a BPMN process prescribe, as a tree. It covers tasks, embedded subprocesses,
 * exclusive and parallel gateways, loops with one exit, multi-instance activities and timers with a literal duration. Paths of
 * boundary events for errors are left out, since partners do not fail by plan in them. Anything else makes the tree unknown.
 */
final class BpmnCallTree {

    private static final String NS = BpmnDocument.NAMESPACE;

    /** The number of copies above which a parallel multi-instance body is read as a loop. */
    private static final int MOST_COPIES = 1_000;

    private static final Set<String> TASKS = Set.of(
            "task",
            "serviceTask",
            "sendTask",
            "businessRuleTask",
            "scriptTask",
            "startEvent",
            "endEvent",
            "intermediateThrowEvent");

    private final Map<String, List<BpmnCall>> calls;
    private final Predicate<BpmnCall> oneWay;
    private boolean answered;

    private BpmnCallTree(List<BpmnCall> calls, Predicate<BpmnCall> oneWay) {
        this.calls = calls.stream().collect(Collectors.groupingBy(BpmnCall::task));
        this.oneWay = oneWay;
    }

    /**
     * Reads a process.
     *
     * @param calls all calls of the process
     * @param oneWay selects the calls that wait for no answer
     * @return the tree; empty where it depends on more than this class reads
     */
    static Optional<CallTree> of(XmlElement process, List<BpmnCall> calls, Predicate<BpmnCall> oneWay) {
        Set<String> nodes = nodes(process).collect(Collectors.toSet());
        if (!nodes.containsAll(calls.stream().map(BpmnCall::task).toList())) {
            // A listener or a mapping makes a call, which is in no node of the flow.
            return Optional.empty();
        }
        try {
            return Optional.of(new BpmnCallTree(calls, oneWay).scope(process));
        } catch (UnreadableFlowException e) {
            return Optional.empty();
        }
    }

    private static Stream<String> nodes(XmlElement scope) {
        return scope.elements()
                .filter(each -> each.namespace().equals(NS))
                .flatMap(each -> Stream.concat(
                        each.attribute("id").stream(), each.is(NS, "subProcess") ? nodes(each) : Stream.of()));
    }

    private CallTree scope(XmlElement scope) throws UnreadableFlowException {
        BpmnFlow flow = BpmnFlow.of(scope);
        if (flow.start().equals(BpmnFlow.END) || flow.isLeftByEvents()) {
            throw new UnreadableFlowException();
        }
        return CallTree.sequence(read(flow, flow.start(), BpmnFlow.END, Set.of()));
    }

    /**
     * Reads a path.
     *
     * @param stop end of the path; this node is not read
     * @param open headers of the loops in which the path lies
     */
    private List<CallTree> read(BpmnFlow flow, String from, String stop, Set<String> open)
            throws UnreadableFlowException {
        List<CallTree> steps = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        String node = from;
        while (!node.equals(stop) && !node.equals(BpmnFlow.END)) {
            if (!seen.add(node)) {
                throw new UnreadableFlowException();
            }
            if (flow.isLoopHeader(node) && !open.contains(node)) {
                node = loop(flow, node, open, steps);
                continue;
            }
            node = step(flow, node, open, steps);
        }
        if (!node.equals(stop) && !stop.equals(BpmnFlow.END)) {
            throw new UnreadableFlowException();
        }
        return steps;
    }

    /** Reads one node, with the branches that it opens, and returns the next one. */
    private String step(BpmnFlow flow, String node, Set<String> open, List<CallTree> steps)
            throws UnreadableFlowException {
        XmlElement element = flow.element(node);
        steps.addAll(activity(element));
        List<String> next = flow.next(node);
        if (next.isEmpty()) {
            return BpmnFlow.END;
        }
        if (next.size() == 1) {
            return next.get(0);
        }
        String join = flow.postDominator(node).orElseThrow(UnreadableFlowException::new);
        boolean exclusive = element.is(NS, "exclusiveGateway");
        boolean joined = join.equals(BpmnFlow.END) || flow.element(join).is(NS, "parallelGateway");
        if (!exclusive && !(element.is(NS, "parallelGateway") && joined)) {
            throw new UnreadableFlowException();
        }
        List<CallTree> branches = new ArrayList<>();
        boolean before = answered;
        boolean after = before;
        for (String each : next) {
            answered = before;
            branches.add(CallTree.sequence(read(flow, each, join, open)));
            after |= answered;
        }
        answered = after;
        steps.add(
                exclusive
                        ? CallTree.choice(branches)
                        : CallTree.parallel(branches, Collections.nCopies(branches.size(), List.of())));
        return join;
    }

    /** Reads a loop, and returns the node to which its only exit leads. */
    private String loop(BpmnFlow flow, String header, Set<String> open, List<CallTree> steps)
            throws UnreadableFlowException {
        Set<String> body = flow.loop(header);
        List<String> exits = body.stream()
                .filter(node -> flow.next(node).stream().anyMatch(next -> !body.contains(next)))
                .toList();
        if (exits.size() != 1 || !flow.element(exits.get(0)).is(NS, "exclusiveGateway")) {
            throw new UnreadableFlowException();
        }
        String exit = exits.get(0);
        List<String> inside = flow.next(exit).stream().filter(body::contains).toList();
        List<String> outside =
                flow.next(exit).stream().filter(next -> !body.contains(next)).toList();
        if (inside.size() != 1 || outside.size() != 1) {
            throw new UnreadableFlowException();
        }
        Set<String> opened = new LinkedHashSet<>(open);
        opened.add(header);
        List<CallTree> first = header.equals(exit) ? List.of() : read(flow, header, exit, opened);
        List<CallTree> again = inside.get(0).equals(header) ? List.of() : read(flow, inside.get(0), header, opened);
        boolean silent = CallTree.sequence(first).calls().orElse(1) == 0;
        if (silent) {
            steps.add(CallTree.loop(CallTree.sequence(again), -1));
        } else if (CallTree.sequence(again).calls().orElse(1) == 0) {
            steps.add(CallTree.loop(CallTree.sequence(first), -1));
        } else {
            List<CallTree> both = new ArrayList<>(again);
            both.addAll(first);
            steps.addAll(first);
            steps.add(CallTree.loop(CallTree.sequence(both), -1));
        }
        return outside.get(0);
    }

    /** Returns the calls and waits of a node itself. */
    private List<CallTree> activity(XmlElement element) throws UnreadableFlowException {
        String kind = element.namespace().equals(NS) ? element.localName() : "";
        if (kind.equals("intermediateCatchEvent")) {
            return List.of(CallTree.pause(timer(element)));
        }
        if (kind.equals("subProcess")) {
            return List.of(repeated(element, () -> scope(element)));
        }
        if (kind.equals("exclusiveGateway") || kind.equals("parallelGateway")) {
            return List.of();
        }
        if (!TASKS.contains(kind)) {
            throw new UnreadableFlowException();
        }
        String id = element.attribute("id").orElse("");
        List<BpmnCall> own = calls.getOrDefault(id, List.of());
        List<CallTree> made = own.stream()
                .filter(call -> !call.answers())
                .map(call -> CallTree.call(call.bean(), call.operation(), answered || oneWay.test(call)))
                .toList();
        answered |= own.stream().anyMatch(BpmnCall::answers);
        return made.isEmpty()
                ? List.of()
                : List.of(repeated(element, () -> made.size() == 1 ? made.get(0) : CallTree.sequence(made)));
    }

    private static long timer(XmlElement element) throws UnreadableFlowException {
        Optional<String> duration = element.element(NS, "timerEventDefinition")
                .flatMap(timer -> timer.element(NS, "timeDuration"))
                .map(each -> each.text().strip());
        try {
            return Duration.parse(duration.orElse("")).toMillis();
        } catch (DateTimeParseException e) {
            throw new UnreadableFlowException();
        }
    }

    /** Part of a tree, or the reason why there is none. */
    private interface Part {
        CallTree read() throws UnreadableFlowException;
    }

    /** Returns the body of an activity as often as its loop characteristics prescribe it. */
    private static CallTree repeated(XmlElement element, Part part) throws UnreadableFlowException {
        CallTree body = part.read();
        UnaryOperator<CallTree> unknown = each -> CallTree.loop(each, -1);
        if (element.element(NS, "standardLoopCharacteristics").isPresent()) {
            return unknown.apply(body);
        }
        Optional<XmlElement> several = element.element(NS, "multiInstanceLoopCharacteristics");
        if (several.isEmpty()) {
            return body;
        }
        Optional<Integer> times = several.get()
                .element(NS, "loopCardinality")
                .map(each -> each.text().strip())
                .filter(text -> text.matches("\\d{1,6}"))
                .map(Integer::valueOf)
                .filter(number ->
                        several.get().element(NS, "completionCondition").isEmpty());
        boolean inTurn = several.get().attribute("isSequential").orElse("").equals("true");
        if (times.isEmpty()) {
            return unknown.apply(body);
        }
        return inTurn || times.get() > MOST_COPIES
                ? CallTree.loop(body, times.get())
                : CallTree.parallel(
                        Collections.nCopies(times.get(), body), Collections.nCopies(times.get(), List.of()));
    }

    /** A flow that this class does not read. */
    private static final class UnreadableFlowException extends Exception {
        private static final long serialVersionUID = 1;
    }
}
