package io.soabench.languages.bpmn;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlReading;
import io.soabench.languages.DefinedProcess;
import io.soabench.languages.MessageContract;
import io.soabench.languages.PartnerCall;
import io.soabench.languages.ProcessFile;
import io.soabench.plan.CallTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A BPMN file of which engines run one process.
 *
 * @param file as it was named
 * @param processes that the file defines, in document order
 * @param processId of the process that engines run; empty where a problem has the reason
 * @param process that engines run; empty where a problem has the reason
 * @param calls of partners and of the client in service tasks and other expressions, in document order
 * @param problems for which no engine can run it; sorted
 */
public record BpmnDocument(
        String file,
        List<DefinedProcess> processes,
        String processId,
        Optional<XmlElement> process,
        List<BpmnCall> calls,
        List<Problem> problems)
        implements ProcessFile {

    /** Namespace of BPMN 2.0. */
    public static final String NAMESPACE = "http://www.omg.org/spec/BPMN/20100524/MODEL";

    static final String SYNTAX = "BPMN-PROCESS";

    /** Namespaces of the attributes with which engines run service tasks. */
    private static final Set<String> ENGINES = Set.of(
            "http://camunda.org/schema/1.0/bpmn",
            "http://flowable.org/bpmn",
            "http://activiti.org/bpmn",
            "http://operaton.org/schema/1.0/bpmn");

    /** Attributes that name a class of one engine or a bean that no engine of a testbed has. */
    private static final Set<String> ENGINE_ATTRIBUTES = Set.of("class", "delegateExpression", "type", "topic");

    private static final Set<String> TASKS = Set.of("serviceTask", "sendTask", "businessRuleTask");

    /** Copies the lists. */
    public BpmnDocument {
        processes = List.copyOf(processes);
        calls = List.copyOf(calls);
        problems = List.copyOf(problems);
    }

    /**
     * Reads a file.
     *
     * @param wanted id of the process that engines run; empty where the file has one executable process
     * @throws IOException when it cannot be read at all
     */
    public static BpmnDocument load(Path file, Optional<String> wanted) throws IOException {
        return of(file.toString(), Files.readAllBytes(file), wanted);
    }

    /**
     * Reads a text.
     *
     * @param wanted id of the process that engines run; empty where the file has one executable process
     */
    public static BpmnDocument of(String file, byte[] content, Optional<String> wanted) {
        Problems problems = new Problems();
        Optional<ProcessChoice> choice = XmlReading.read(file, content, problems)
                .filter(root -> isBpmn(root, problems))
                .map(ProcessChoice::new);
        List<BpmnCall> calls = new ArrayList<>();
        Optional<XmlElement> process = choice.flatMap(each -> each.find(wanted, problems));
        process.ifPresent(each -> UnservedParts.check(each, problems));
        process.ifPresent(each -> inside(each).forEach(element -> read(element, calls, problems)));
        String id = process.flatMap(each -> each.attribute("id")).orElse("").strip();
        return new BpmnDocument(
                file, choice.map(ProcessChoice::processes).orElse(List.of()), id, process, calls, problems.list());
    }

    /**
     * Returns the calls of partners that the process prescribes, as a tree.
     *
     * @param oneWay selects the calls that wait for no answer
     * @return empty where the calls depend on more than sequence flows, gateways, loops and multi-instance activities
     */
    public Optional<CallTree> callTree(Predicate<BpmnCall> oneWay) {
        return process.flatMap(each -> BpmnCallTree.of(each, calls, oneWay));
    }

    @Override
    public Optional<Problem> choiceProblem() {
        return problems.stream()
                .filter(each -> each.code().equals(ProcessChoice.CODE))
                .findFirst();
    }

    @Override
    public Optional<String> chosen() {
        return processes.size() > 1 && process.isPresent() ? Optional.of(processId) : Optional.empty();
    }

    @Override
    public List<PartnerCall> partnerCalls() {
        return calls.stream()
                .filter(call -> !call.answers())
                .map(BpmnCall::ofPartner)
                .toList();
    }

    @Override
    public Optional<CallTree> prescribedCalls(Predicate<PartnerCall> oneWay) {
        return callTree(call -> oneWay.test(call.ofPartner()));
    }

    @Override
    public List<Problem> problems(MessageContract contract) {
        return BpmnContract.of(contract).problems(this);
    }

    @Override
    public String contractCode() {
        return BpmnContract.CODE;
    }

    private static boolean isBpmn(XmlElement root, Problems problems) {
        if (root.is(NAMESPACE, "definitions")) {
            return true;
        }
        problems.add(
                SYNTAX,
                root.location(),
                "the root is <" + root.localName() + ">, not <definitions> of BPMN 2.0 (" + NAMESPACE
                        + "); name a BPMN file");
        return false;
    }

    private static Stream<XmlElement> inside(XmlElement element) {
        return element.elements().flatMap(child -> Stream.concat(Stream.of(child), inside(child)));
    }

    private static void read(XmlElement element, List<BpmnCall> calls, Problems problems) {
        boolean expression = false;
        for (var attribute : element.attributes().entrySet()) {
            boolean engines = ENGINES.contains(attribute.getKey().getNamespaceURI());
            String name = attribute.getKey().getLocalPart();
            boolean completes = name.equals("topic") && hasType(element);
            if (engines && ENGINE_ATTRIBUTES.contains(name) && TASKS.contains(element.localName()) && !completes) {
                problems.add(
                        "BPMN-TASK",
                        place(element, attribute.getKey().getLocalPart()),
                        "service task \"" + id(element) + "\" is executed by " + name + "=\"" + attribute.getValue()
                                + "\", which engines of a testbed do not have; call a partner by"
                                + " expression=\"${partner.call('operation', value)}\"");
                expression = true;
            }
            if (attribute.getValue().contains("${") || attribute.getValue().contains("#{")) {
                expression |= engines && name.equals("expression");
                calls.addAll(BpmnCall.in(attribute.getValue(), id(element), place(element, name)));
            }
        }
        if (element.namespace().equals(NAMESPACE) && TASKS.contains(element.localName()) && !expression) {
            problems.add(
                    "BPMN-TASK",
                    element.location(),
                    "service task \"" + id(element) + "\" has no expression; add"
                            + " camunda:expression=\"${partner.call('operation', value)}\"");
        }
        if (element.is(NAMESPACE, "scriptTask")
                && element.attribute("scriptFormat").isEmpty()) {
            problems.add(
                    "BPMN-TASK",
                    element.location(),
                    "script task \"" + id(element) + "\" has no scriptFormat; name the language of its script");
        }
    }

    private static boolean hasType(XmlElement element) {
        return element.attributes().keySet().stream()
                .anyMatch(name -> name.getLocalPart().equals("type"));
    }

    private static Location place(XmlElement element, String attribute) {
        return element.location().attribute(attribute);
    }

    private static String id(XmlElement element) {
        return element.attribute("id").orElse(element.localName());
    }
}
