package io.soabench.start.bpmn;

import io.soabench.start.bpmn.BpmnCopy.Partner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/**
 * The rewriting of one process of a BPMN document: tasks call mocked partners, short timers stay, parts that nobody triggers go, and the
 * client gets an answer at each end.
 */
final class ProcessCopy {

    /** The names of parts that an engine delegates to a program or a person outside. */
    private static final Set<String> CALLS =
            Set.of("serviceTask", "sendTask", "businessRuleTask", "userTask", "callActivity");

    /** The names of parts that need no end event behind them. */
    private static final Set<String> NO_LAST_PARTS = Set.of("startEvent", "endEvent", "boundaryEvent");

    private static final Set<String> UNSUPPORTED = Set.of("complexGateway", "adHocSubProcess", "choreographyTask");

    /** The longest timer that is kept as it is; a test with a longer one would wait for nothing else. */
    private static final String SHORT_TIMER = "PT(\\d|10)S|PT0?\\.\\d+S";

    private static final int LOOP_TURNS = 3;

    /** The greatest number of parts that a note lists. */
    private static final int MOST_LISTED = 20;

    private final Element process;
    private final String file;
    private final MessageFlows flows;
    private final List<String> notes;
    private final RequestValues values = new RequestValues();
    private final CalledPartners partners = new CalledPartners();
    private final Map<String, List<String>> changes = new LinkedHashMap<>();
    private PartIds ids = new PartIds();
    private Optional<String> end = Optional.empty();

    ProcessCopy(Element process, String file, MessageFlows flows, List<String> notes) {
        this.process = process;
        this.file = file;
        this.flows = flows;
        this.notes = notes;
    }

    List<Partner> partners() {
        return partners.all();
    }

    Map<String, Object> values() {
        return values.values();
    }

    Optional<String> end() {
        return end;
    }

    /** Changes the process in place. */
    void rewrite() throws UnsuitableProcessException {
        refuse(process);
        FlowRepair repair = new FlowRepair(process, this::changed);
        ids = repair.nameParts(file);
        clean(process);
        repair.connect();
        Dom.strip(process, List.of("id", "name"), each -> true);
        process.setAttribute("isExecutable", "true");
        scope(process, true);
        endPaths(process);
        GatewayChoices choices = new GatewayChoices(values, notes);
        choices.decide(process);
        ClientAnswers answers = new ClientAnswers(process, file, ids);
        end = answers.reachedEnd(answers.add(), choices, notes);
        changes.forEach(
                (what, where) -> notes.add(where.stream().limit(MOST_LISTED).collect(Collectors.joining(", "))
                        + (where.size() > MOST_LISTED ? " and " + (where.size() - MOST_LISTED) + " more" : "") + ": "
                        + what));
    }

    /** Refuses a process with parts that have no replacement, all of them in one sentence. */
    private void refuse(Element scope) throws UnsuitableProcessException {
        List<String> found = new ArrayList<>();
        unsupported(scope, found);
        if (!found.isEmpty()) {
            throw new UnsuitableProcessException(file + " has parts that cannot be measured: "
                    + String.join(", ", found) + "; replace them by gateways and sequence flows");
        }
    }

    private static void unsupported(Element scope, List<String> found) {
        for (Element each : Dom.children(scope)) {
            if (UNSUPPORTED.contains(each.getLocalName())
                    || Dom.children(each, "linkEventDefinition").findAny().isPresent()) {
                found.add(each.getLocalName() + " \"" + Dom.label(each) + "\"");
            }
            unsupported(each, found);
        }
    }

    private void changed(String what, Element where) {
        changes.computeIfAbsent(what, absent -> new ArrayList<>()).add("\"" + Dom.label(where) + "\"");
    }

    /**
     * Removes everything that is not part of the flow: lanes, data, notes, groups, and details that the engines do not
     * need.
     */
    private static void clean(Element scope) {
        Dom.keep(
                scope,
                each -> Dom.isNode(each)
                        || each.getLocalName().equals("sequenceFlow")
                        || each.getLocalName().endsWith("LoopCharacteristics"));
        Dom.children(scope, "sequenceFlow")
                .forEach(flow ->
                        Dom.strip(flow, List.of("id", "name", "sourceRef", "targetRef"), child -> child.getLocalName()
                                .equals("conditionExpression")));
        Dom.children(scope).stream().filter(Dom::isScope).forEach(ProcessCopy::clean);
    }

    private void scope(Element scope, boolean outermost) {
        starts(scope, outermost);
        untriggered(scope);
        SequenceFlows.removeUnreachable(scope);
        for (Element each : Dom.children(scope)) {
            String name = each.getLocalName();
            if (CALLS.contains(name) || (Dom.isTask(each) && flows.target(each).isPresent())) {
                call(each);
            } else if (Dom.isScope(each)) {
                subprocess(each);
            } else if (name.equals("endEvent")) {
                sent(scope, each);
                end(each, outermost);
            } else if (name.endsWith("Event")) {
                event(each);
            } else if (Dom.isTask(each)) {
                task(each);
            } else if (name.endsWith("Gateway")) {
                gateway(each);
            }
        }
    }

    /** Leaves one start of an instance, without a message or a time. */
    private void starts(Element scope, boolean outermost) {
        boolean first = true;
        for (Element each : Dom.children(scope, "startEvent").toList()) {
            boolean typed = Dom.children(each).stream()
                    .anyMatch(child -> child.getLocalName().endsWith("EventDefinition"));
            if (!first) {
                changed("left out, since requests start instances in one place", each);
                SequenceFlows.remove(scope, List.of(each));
                continue;
            }
            first = false;
            if (typed && outermost) {
                changed("starts an instance for each request of the load", each);
            }
            Dom.strip(each, List.of("id", "name"), child -> false);
        }
    }

    private void call(Element task) {
        String kind = task.getLocalName();
        switch (kind) {
            case "userTask" -> changed("a mocked partner takes the place of the person", task);
            case "callActivity" -> changed("a mocked partner takes the place of the called process", task);
            case "businessRuleTask" -> changed("a mocked partner takes the place of the rules", task);
            default -> {
                // The task calls a partner in the file already.
            }
        }
        flows.target(task).ifPresent(pool -> replaced(pool, task));
        boolean external = Dom.foreign(task, "type").filter("external"::equals).isPresent()
                || Dom.foreign(task, "topic").isPresent();
        if (external) {
            changed("the engine makes the call itself, and no worker fetches it", task);
        }
        boolean waits = kind.equals("userTask") || kind.equals("callActivity") || external;
        AsyncBoundaries boundaries = AsyncBoundaries.of(task, waits);
        Element made = kind.equals("serviceTask") ? task : Dom.rename(task, "serviceTask");
        repeated(made);
        Dom.strip(made, List.of("id", "name", "default"), child -> child.getLocalName()
                .equals("multiInstanceLoopCharacteristics"));
        boundaries.write(made);
        partners.call(made);
    }

    private void replaced(String pool, Element sender) {
        changed("a mocked partner takes the place of the pool \"" + pool + "\", to which it sends", sender);
    }

    /** Puts a call before an end that sends a message to another pool. The pool that starts an instance gets the answer. */
    private void sent(Element scope, Element end) {
        Optional<String> pool = flows.target(end).filter(each -> !flows.isClient(each));
        if (pool.isEmpty()) {
            return;
        }
        replaced(pool.get(), end);
        Element task = Dom.append(scope, "serviceTask");
        task.setAttribute("id", ids.free("sent"));
        task.setAttribute("name", Dom.label(end));
        partners.call(task);
        SequenceFlows.insertBefore(scope, end, task, ids.free("then"));
    }

    /** Gives an activity that is repeated a number of turns that depends on no data. */
    private void repeated(Element activity) {
        for (Element loop : Dom.children(activity)) {
            if (loop.getLocalName().equals("standardLoopCharacteristics")) {
                changed("made once in place of a loop", activity);
                Dom.remove(loop);
            } else if (loop.getLocalName().equals("multiInstanceLoopCharacteristics")) {
                Optional<String> turns = Dom.children(loop, "loopCardinality")
                        .map(each -> each.getTextContent().replaceAll("[\\s${}#]", ""))
                        .filter(each -> each.matches("\\d{1,2}"))
                        .findFirst();
                if (turns.isEmpty()) {
                    changed(
                            "repeated " + LOOP_TURNS + " times in place of once for each element of a collection",
                            activity);
                }
                Dom.strip(loop, List.of("isSequential"), child -> false);
                Dom.append(loop, "loopCardinality")
                        .setTextContent("${" + turns.orElse(Integer.toString(LOOP_TURNS)) + "}");
            }
        }
    }

    private void subprocess(Element each) {
        flows.target(each)
                .ifPresent(pool -> changed(
                        "does not send to the pool \"" + pool
                                + "\", since the file does not say which of its parts does",
                        each));
        Element made = each.getLocalName().equals("transaction") ? Dom.rename(each, "subProcess") : each;
        repeated(made);
        AsyncBoundaries boundaries = AsyncBoundaries.of(made, false);
        Dom.strip(made, List.of("id", "name", "default"), child -> true);
        boundaries.write(made);
        scope(made, false);
    }

    /** Removes subprocesses that an event starts, and boundary events but those of errors, since partners may fail. */
    private void untriggered(Element scope) {
        List<Element> gone = new ArrayList<>();
        for (Element each : Dom.children(scope)) {
            boolean errors =
                    Dom.children(each, "errorEventDefinition").findAny().isPresent();
            if (each.getLocalName().equals("boundaryEvent") && errors) {
                Dom.strip(each, List.of("id", "name", "attachedToRef"), child -> child.getLocalName()
                        .equals("errorEventDefinition"));
                Dom.children(each)
                        .forEach(definition -> Dom.strip(definition, List.of("id", "errorRef"), child -> false));
            } else if (each.getLocalName().equals("boundaryEvent")
                    || each.getAttribute("triggeredByEvent").equals("true")) {
                changed("left out, since nothing triggers it", each);
                gone.add(each);
            }
        }
        SequenceFlows.remove(scope, gone);
    }

    private void end(Element each, boolean outermost) {
        Dom.strip(
                each,
                List.of("id", "name"),
                child -> child.getLocalName().equals("terminateEventDefinition")
                        || (!outermost
                                && child.getLocalName().equals("errorEventDefinition")
                                && !child.getAttribute("errorRef").isBlank()));
        Dom.children(each).stream()
                .filter(child -> child.getLocalName().endsWith("EventDefinition"))
                .forEach(child -> Dom.strip(child, List.of("id", "errorRef"), content -> false));
    }

    /** Keeps short timers; makes a call of a message that is sent, and a step without work of all other events. */
    private void event(Element each) {
        if (each.getLocalName().equals("startEvent") || each.getLocalName().equals("boundaryEvent")) {
            return;
        }
        Optional<Element> timer = Dom.children(each, "timerEventDefinition").findFirst();
        if (timer.isPresent()) {
            timer(each, timer.get());
            return;
        }
        boolean sends = each.getLocalName().equals("intermediateThrowEvent")
                && Dom.children(each, "messageEventDefinition").findAny().isPresent();
        if (sends) {
            call(each);
            return;
        }
        if (each.getLocalName().equals("intermediateCatchEvent")) {
            changed("does not wait, since nobody sends what it waits for", each);
        }
        Element made = Dom.rename(each, "task");
        Dom.strip(made, List.of("id", "name"), child -> false);
    }

    /**
     * Keeps a short timer. A longer one would hide the time of the engine, so only its boundary of transactions stays.
     */
    private void timer(Element event, Element timer) {
        String time = Dom.children(timer).stream()
                .map(each -> each.getTextContent().strip())
                .findFirst()
                .orElse("");
        if (time.matches(SHORT_TIMER)) {
            Dom.strip(event, List.of("id", "name"), child -> child == timer);
            Dom.strip(timer, List.of("id"), child -> false);
            Dom.append(timer, "timeDuration").setTextContent(time);
            return;
        }
        changed(
                "does not wait for " + (time.isEmpty() ? "its time" : "\"" + time + "\"")
                        + "; the transaction ends there all the same",
                event);
        Element made = Dom.rename(event, "task");
        Dom.strip(made, List.of("id", "name"), child -> false);
        Dom.engine(made, "asyncBefore", "true");
    }

    private void task(Element each) {
        switch (each.getLocalName()) {
            case "scriptTask" -> changed("does nothing, since its script needs what the copy does not have", each);
            case "receiveTask" -> changed("does not wait, since nobody sends what it waits for", each);
            default -> {
                // The step does no work in the file already.
            }
        }
        Element made = each.getLocalName().equals("task") ? each : Dom.rename(each, "task");
        Dom.strip(made, List.of("id", "name", "default"), child -> false);
    }

    private void gateway(Element each) {
        Element made = each;
        if (each.getLocalName().equals("eventBasedGateway")) {
            changed("takes one flow by a value of the request, since no event comes", each);
            made = Dom.rename(each, "exclusiveGateway");
        }
        AsyncBoundaries boundaries = AsyncBoundaries.of(made, false);
        Dom.strip(made, List.of("id", "name", "default"), child -> false);
        boundaries.write(made);
    }

    /**
     * Adds an end event behind each last part of a path: without one, the path ends there (BPMN 2.0, 10.5.3). Subprocesses
     * get one behind gateways only, because engines demand that of them.
     */
    private void endPaths(Element scope) {
        Set<String> left = Dom.children(scope, "sequenceFlow")
                .map(flow -> flow.getAttribute("sourceRef"))
                .collect(Collectors.toSet());
        for (Element each : Dom.children(scope)) {
            if (Dom.isScope(each)) {
                endPaths(each);
            }
            if (Dom.isNode(each)
                    && (scope == process || each.getLocalName().endsWith("Gateway"))
                    && !NO_LAST_PARTS.contains(each.getLocalName())
                    && !each.getAttribute("triggeredByEvent").equals("true")
                    && !each.getAttribute("isForCompensation").equals("true")
                    && !left.contains(each.getAttribute("id"))) {
                String id = ids.free("end");
                Dom.append(scope, "endEvent").setAttribute("id", id);
                SequenceFlows.add(scope, ids.free("ended"), each.getAttribute("id"), id);
                changed("an end event is added behind it, since its path ends there", each);
            }
        }
    }
}
