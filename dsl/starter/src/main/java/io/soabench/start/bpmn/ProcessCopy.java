package io.soabench.start.bpmn;

import io.soabench.start.bpmn.BpmnCopy.Partner;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/** The rewriting of one process of a BPMN document. */
final class ProcessCopy {

    /** The names of tasks that an engine delegates to something outside. */
    private static final Set<String> CALLS =
            Set.of("serviceTask", "sendTask", "businessRuleTask", "userTask", "callActivity");

    /** Parts with which no path ends although nothing leaves them, and those that end a path already. */
    private static final Set<String> NO_LAST_PARTS = Set.of("startEvent", "endEvent", "boundaryEvent");

    private static final Set<String> UNSUPPORTED = Set.of("complexGateway", "adHocSubProcess", "choreographyTask");

    /** The longest timer that is kept as it is; a test with a longer one would wait for nothing else. */
    private static final String SHORT_TIMER = "PT(\\d|10)S|PT0?\\.\\d+S";

    private static final int LOOP_TURNS = 3;

    /** The length at which names of tasks are cut: the names of partners are made from them, and notes quote them. */
    private static final int LONGEST_NAME = 60;

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");

    /** The greatest number of parts that a note lists. */
    private static final int MOST_LISTED = 20;

    private final Element process;
    private final String file;
    private final MessageFlows flows;
    private final List<String> notes;
    private final RequestValues values = new RequestValues();
    private final Map<String, Partner> partners = new LinkedHashMap<>();
    private final Set<String> partnerNames = new HashSet<>();
    private final Map<String, List<String>> changes = new LinkedHashMap<>();
    private Set<String> ids = Set.of();
    private Optional<String> end = Optional.empty();

    ProcessCopy(Element process, String file, MessageFlows flows, List<String> notes) {
        this.process = process;
        this.file = file;
        this.flows = flows;
        this.notes = notes;
    }

    List<Partner> partners() {
        return List.copyOf(partners.values());
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
        answer(choices);
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
                found.add(each.getLocalName() + " \"" + label(each) + "\"");
            }
            unsupported(each, found);
        }
    }

    private static String label(Element element) {
        String name = element.getAttribute("name").strip().replaceAll("\\s+", " ");
        return name.isEmpty() ? element.getAttribute("id") : name;
    }

    private void changed(String what, Element where) {
        changes.computeIfAbsent(what, absent -> new ArrayList<>()).add("\"" + label(where) + "\"");
    }

    /**
     * Removes everything that is not part of the flow: lanes, data, notes, groups, and details that the engines do not
     * need.
     */
    private static void clean(Element scope) {
        Dom.keep(scope, each -> isFlow(each) || each.getLocalName().endsWith("LoopCharacteristics"));
        Dom.children(scope, "sequenceFlow")
                .forEach(flow ->
                        Dom.strip(flow, List.of("id", "name", "sourceRef", "targetRef"), child -> child.getLocalName()
                                .equals("conditionExpression")));
        Dom.children(scope).stream().filter(ProcessCopy::isScope).forEach(ProcessCopy::clean);
    }

    /** Returns whether an element is a node or a sequence flow. */
    static boolean isFlow(Element each) {
        String name = each.getLocalName();
        return name.equals("sequenceFlow") || isNode(name);
    }

    /** Returns whether that is a name of nodes, which sequence flows connect. */
    static boolean isNode(String name) {
        return name.endsWith("Event")
                || name.endsWith("ask")
                || name.endsWith("Gateway")
                || name.equals("callActivity")
                || name.equals("subProcess")
                || name.equals("transaction");
    }

    /** Returns whether an element has nodes of its own. */
    static boolean isScope(Element each) {
        return each.getLocalName().equals("subProcess") || each.getLocalName().equals("transaction");
    }

    private void scope(Element scope, boolean outermost) {
        starts(scope, outermost);
        untriggered(scope);
        unreachable(scope);
        for (Element each : Dom.children(scope)) {
            String name = each.getLocalName();
            if (CALLS.contains(name)
                    || (name.endsWith("ask") && flows.target(each).isPresent())) {
                call(each);
            } else if (isScope(each)) {
                subprocess(each);
            } else if (name.equals("endEvent")) {
                sent(scope, each);
                end(each, outermost);
            } else if (name.endsWith("Event")) {
                event(each);
            } else if (name.endsWith("ask")) {
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
                remove(scope, List.of(each));
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
        String name = partner(task);
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
        Boundaries boundaries = Boundaries.of(task, waits);
        Element made = kind.equals("serviceTask") ? task : Dom.rename(task, "serviceTask");
        repeated(made);
        Dom.strip(made, List.of("id", "name", "default"), child -> child.getLocalName()
                .equals("multiInstanceLoopCharacteristics"));
        boundaries.write(made);
        Dom.engine(made, "expression", "${" + name + ".call('call', id)}");
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
        task.setAttribute("id", free("sent"));
        task.setAttribute("name", label(end));
        Dom.engine(task, "expression", "${" + partner(task) + ".call('call', id)}");
        before(scope, end, task);
    }

    /** Lets all flows to a node lead to another one, and a flow from there to the node. */
    private void before(Element scope, Element node, Element first) {
        String id = node.getAttribute("id");
        Dom.children(scope, "sequenceFlow")
                .filter(flow -> flow.getAttribute("targetRef").equals(id))
                .forEach(flow -> flow.setAttribute("targetRef", first.getAttribute("id")));
        Element flow = Dom.append(scope, "sequenceFlow");
        flow.setAttribute("id", free("then"));
        flow.setAttribute("sourceRef", first.getAttribute("id"));
        flow.setAttribute("targetRef", id);
    }

    /** The asynchronous boundaries of a task, which divide an instance into transactions. */
    private record Boundaries(boolean before, boolean after, boolean exclusive) {

        static Boundaries of(Element task, boolean waits) {
            return new Boundaries(
                    waits || isTrue(task, "asyncBefore") || isTrue(task, "async"),
                    isTrue(task, "asyncAfter"),
                    Dom.foreign(task, "exclusive").filter("false"::equals).isEmpty());
        }

        private static boolean isTrue(Element task, String name) {
            return Dom.foreign(task, name).filter("true"::equals).isPresent();
        }

        void write(Element task) {
            if (before) {
                Dom.engine(task, "asyncBefore", "true");
            }
            if (after) {
                Dom.engine(task, "asyncAfter", "true");
            }
            if (!exclusive) {
                Dom.engine(task, "exclusive", "false");
            }
        }
    }

    /** Returns the name of the partner that a task calls: tasks of one name have one. */
    private String partner(Element task) {
        String wanted = label(task);
        Partner known = partners.get(wanted);
        if (known != null) {
            return known.name();
        }
        String plain = Normalizer.normalize(wanted, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        StringBuilder name = new StringBuilder();
        WORD.matcher(plain).results().map(MatchResult::group).forEach(word -> {
            String first = word.substring(0, 1);
            name.append(name.isEmpty() ? first.toLowerCase(Locale.ROOT) : first.toUpperCase(Locale.ROOT));
            name.append(word.substring(1));
        });
        if (name.isEmpty() || !Character.isLetter(name.charAt(0)) || !Condition.isFree(name.toString())) {
            name.insert(0, "partner");
        }
        if (name.length() > LONGEST_NAME) {
            name.setLength(LONGEST_NAME);
        }
        String free = name.toString();
        for (int n = 2; !partnerNames.add(free.toLowerCase(Locale.ROOT)); n++) {
            free = name.toString() + n;
        }
        partners.put(wanted, new Partner(free, wanted));
        return free;
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
        Boundaries boundaries = Boundaries.of(made, false);
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
        remove(scope, gone);
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
        Boundaries boundaries = Boundaries.of(made, false);
        Dom.strip(made, List.of("id", "name", "default"), child -> false);
        boundaries.write(made);
    }

    /** Removes nodes and the flows at them. */
    private static void remove(Element scope, Collection<Element> nodes) {
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

    /** Removes nodes that no flow reaches any more, and nodes that only these reach. */
    private static void unreachable(Element scope) {
        Map<String, List<String>> next = new HashMap<>();
        Set<String> entered = new HashSet<>();
        Dom.children(scope, "sequenceFlow").forEach(flow -> {
            next.computeIfAbsent(flow.getAttribute("sourceRef"), absent -> new ArrayList<>())
                    .add(flow.getAttribute("targetRef"));
            entered.add(flow.getAttribute("targetRef"));
        });
        boolean begins = Dom.children(scope, "startEvent").findAny().isPresent();
        Set<String> reached = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>();
        for (Element each : Dom.children(scope)) {
            String id = each.getAttribute("id");
            if (each.getLocalName().equals("startEvent")
                    || each.getLocalName().equals("boundaryEvent")
                    || (!begins && !entered.contains(id))) {
                open.add(id);
            }
        }
        while (!open.isEmpty()) {
            String id = open.remove();
            if (reached.add(id)) {
                open.addAll(next.getOrDefault(id, List.of()));
            }
        }
        remove(
                scope,
                Dom.children(scope).stream()
                        .filter(each -> isNode(each.getLocalName()) && !reached.contains(each.getAttribute("id")))
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

    /**
     * Adds an end event behind each last part of a path: without one, the path ends there (BPMN 2.0, 10.5.3). Subprocesses
     * get one behind gateways only, because engines demand that of them.
     */
    private void endPaths(Element scope) {
        Set<String> left = Dom.children(scope, "sequenceFlow")
                .map(flow -> flow.getAttribute("sourceRef"))
                .collect(Collectors.toSet());
        for (Element each : Dom.children(scope)) {
            if (isScope(each)) {
                endPaths(each);
            }
            if (isNode(each.getLocalName())
                    && (scope == process || each.getLocalName().endsWith("Gateway"))
                    && !NO_LAST_PARTS.contains(each.getLocalName())
                    && !each.getAttribute("triggeredByEvent").equals("true")
                    && !each.getAttribute("isForCompensation").equals("true")
                    && !left.contains(each.getAttribute("id"))) {
                String id = free("end");
                Dom.append(scope, "endEvent").setAttribute("id", id);
                Element flow = Dom.append(scope, "sequenceFlow");
                flow.setAttribute("id", free("ended"));
                flow.setAttribute("sourceRef", each.getAttribute("id"));
                flow.setAttribute("targetRef", id);
                changed("an end event is added behind it, since its path ends there", each);
            }
        }
    }

    /** Puts an answer to the client before each end of the outermost scope. */
    private void answer(GatewayChoices choices) throws UnsuitableProcessException {
        List<Element> ends = Dom.children(process, "endEvent").toList();
        if (Dom.children(process, "startEvent").findAny().isEmpty()) {
            throw new UnsuitableProcessException(
                    file + " has no start event, so no request starts an instance; add one");
        }
        if (ends.isEmpty()) {
            throw new UnsuitableProcessException(file + " has no end event that an instance reaches; add one");
        }
        for (Element each : ends) {
            String id = each.getAttribute("id");
            String answer = free("answer");
            for (Element flow : Dom.children(process, "sequenceFlow").toList()) {
                if (flow.getAttribute("targetRef").equals(id)) {
                    flow.setAttribute("targetRef", answer);
                }
            }
            Element task = Dom.append(process, "serviceTask");
            task.setAttribute("id", answer);
            task.setAttribute("name", "Answer the client");
            Dom.engine(task, "expression", "${client.answer(exchange, id, '" + id.replaceAll("[^\\w.-]", "_") + "')}");
            Element flow = Dom.append(process, "sequenceFlow");
            flow.setAttribute("id", free("answered"));
            flow.setAttribute("sourceRef", answer);
            flow.setAttribute("targetRef", id);
        }
        reached(choices, ends.stream().map(each -> each.getAttribute("id")).toList());
    }

    /** Reports where an instance ends, and refuses a process of which none ends. */
    private void reached(GatewayChoices choices, List<String> ends) throws UnsuitableProcessException {
        List<String> reached = ends.stream().filter(choices.ends()::containsKey).toList();
        String stuck = String.join(", ", choices.stuck());
        if (reached.isEmpty()) {
            throw new UnsuitableProcessException(file + " never answers a request: "
                    + (stuck.isEmpty()
                            ? "its path leads to no end event; let it lead to one"
                            : stuck + "; make it an exclusive gateway, or take all its flows"));
        }
        if (!stuck.isEmpty()) {
            notes.add("instances answer, but never end: " + stuck
                    + "; make it an exclusive gateway, or take all its flows");
        }
        int times = reached.stream().mapToInt(choices.ends()::get).sum();
        if (reached.size() == 1) {
            end = Optional.of(reached.get(0).replaceAll("[^\\w.-]", "_"));
        }
        if (times > 1) {
            notes.add(
                    (reached.size() == 1 ? "one end is reached " + times + " times" : "several ends are reached")
                            + " by one request (" + String.join(", ", reached)
                            + "): the first of them answers the client; join the branches before the end to answer when all are done");
        }
    }

    private String free(String wanted) {
        String free = wanted;
        for (int n = 2; !ids.add(free); n++) {
            free = wanted + n;
        }
        return free;
    }
}
