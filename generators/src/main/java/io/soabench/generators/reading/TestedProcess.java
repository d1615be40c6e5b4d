package io.soabench.generators.reading;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.contracts.wsdl.WsdlDefinitions.ServicePort;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ProvidedOperation;
import io.soabench.generators.mocks.BehaviourTraces;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.RequestHeader;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.CallTree;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.RequestForm;
import io.soabench.plan.ServerTrust;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The target of clients, with its documents read: a process, or a service that is called directly.
 *
 * @param endpoint of a black-box process; otherwise empty
 * @param uiidPath path of the UIID in requests, expanded names; empty for requests without one
 * @param contract of a process that engines run
 * @param partners in the order of the model
 * @param clientLink the link by which clients call a process that engines run, otherwise empty
 * @param callback how it answers its clients later, if it does
 * @param trust the certificates by which the server of a black-box process is trusted; empty: as usual
 */
public record TestedProcess(
        Invocable model,
        String endpoint,
        SoapOperation operation,
        DefaultMessages messages,
        List<String> uiidPath,
        Optional<ProcessContract> contract,
        List<PartnerPlan> partners,
        String clientLink,
        Optional<ClientAnswer> callback,
        String trust) {

    public String name() {
        return model.getName();
    }

    /** Returns whether the process handles each fault that its partners declare, in the only language in which it is written. */
    public boolean handlesFaults() {
        return model instanceof WhiteBoxProcess white
                && white.getRealisations().isEmpty()
                && contract.filter(ProcessContract::handlesFaults).isPresent();
    }

    /** Returns the prescribed calls of a process that engines run; {@code null} where they are unknown. */
    public CallTree calls() {
        return contract.map(ProcessContract::calls).orElse(null);
    }

    /** Reads the documents of a process; empty after problems were added. */
    public static Optional<TestedProcess> read(
            Process model, Map<Service, MockedService> services, ModelFiles files, ProblemCollector problems) {
        if (model instanceof WhiteBoxProcess white) {
            return white.getContract() == null
                    ? statedByBpel(white, services, files, problems)
                    : statedByWsdl(white, services, files, problems);
        }
        return blackBox((BlackBoxProcess) model, files, problems);
    }

    /** Returns a service that clients call directly, at its first instance. */
    public static Optional<TestedProcess> direct(MockedService service, ProblemCollector problems) {
        String named = service.model().getOperation();
        List<SoapOperation> operations = service.operations().stream()
                .filter(each -> named == null || each.name().equals(named))
                .toList();
        if (operations.size() != 1) {
            problems.add(
                    operations.isEmpty() ? IssueCode.OPERATION_UNKNOWN : IssueCode.OPERATION_AMBIGUOUS,
                    service.model(),
                    operations.isEmpty() ? Literals.SERVICE__OPERATION : Literals.NAMED_ELEMENT__NAME,
                    "service \"" + service.name() + "\" is called by clients, but has "
                            + (operations.isEmpty() ? "no operation \"" + named + "\"" : "several operations")
                            + "; add one of: operation \""
                            + service.operations().stream()
                                    .map(SoapOperation::name)
                                    .collect(Collectors.joining("\", operation \""))
                            + "\"");
            return Optional.empty();
        }
        List<String> path = service.folder().uiid().id();
        return Optional.of(new TestedProcess(
                service.model(),
                "",
                operations.get(0),
                service.messages(),
                path,
                Optional.empty(),
                List.of(),
                "",
                Optional.empty(),
                ""));
    }

    private static Optional<TestedProcess> statedByBpel(
            WhiteBoxProcess model, Map<Service, MockedService> services, ModelFiles files, ProblemCollector problems) {
        String what = "process \"" + model.getName() + "\"";
        Optional<Path> bpel =
                files.find(model, Literals.WHITE_BOX_PROCESS__BPEL, model.getBpel(), "the BPEL file of " + what);
        List<Path> wsdls = new ArrayList<>();
        model.getWsdls().forEach(wsdl -> files.find(model, Literals.WHITE_BOX_PROCESS__WSDLS, wsdl, "a WSDL of " + what)
                .ifPresent(wsdls::add));
        if (bpel.isEmpty() || wsdls.size() < model.getWsdls().size()) {
            return Optional.empty();
        }
        ProcessDefinition definition = files.process(model, bpel.get(), wsdls);
        if (!definition.isValid()) {
            problems.add(definition.problems());
            return Optional.empty();
        }
        ProcessModel process = definition.model();
        Optional<ProvidedOperation> provided = provided(model, process, what, problems);
        List<PartnerPlan> partners = partners(model, process, services, what, problems);
        if (provided.isEmpty()) {
            return Optional.empty();
        }
        Optional<SoapOperation> operation = provided.get().partnerLink().myPortType().stream()
                .flatMap(portType ->
                        SoapOperation.of(
                                definition.wsdl(),
                                portType.name(),
                                provided.get().operation().name())
                                .stream())
                .map(SoapOperation::bySoap11)
                .findFirst();
        if (operation.isEmpty()) {
            problems.add(
                    IssueCode.WSDL_NO_SERVICE,
                    model,
                    Literals.WHITE_BOX_PROCESS__BPEL,
                    what + ": no service in its WSDL documents has a port for the partner link \""
                            + provided.get().partnerLink().name() + "\"; add a service and a binding");
            return Optional.empty();
        }
        PartnerLink clients = provided.get().partnerLink();
        DefaultMessages messages = files.messages(definition.wsdl());
        return prescribed(model, ProcessContract.of(definition, bpel.get(), clients.name()), problems)
                .map(contract -> new TestedProcess(
                        model,
                        "",
                        operation.get(),
                        messages,
                        uiidPath(model, definition.wsdl(), what, problems),
                        Optional.of(contract),
                        partners,
                        clients.name(),
                        new ClientAnswer.Finding(model, definition.wsdl(), messages, problems)
                                .of(clients, operation.get()),
                        ""));
    }

    /** Reads a process whose contract is a WSDL document. */
    private static Optional<TestedProcess> statedByWsdl(
            WhiteBoxProcess model, Map<Service, MockedService> services, ModelFiles files, ProblemCollector problems) {
        String what = "the contract of process \"" + model.getName() + "\"";
        Optional<Path> file = files.find(model, Literals.WHITE_BOX_PROCESS__CONTRACT, model.getContract(), what);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        WsdlDefinitions wsdl = files.wsdl(file.get());
        if (!wsdl.problems().isEmpty()) {
            problems.add(wsdl.problems());
            return Optional.empty();
        }
        Optional<ServicePort> port = MockedService.port(
                wsdl,
                file.get(),
                List.of(Soap.V11),
                model,
                Literals.WHITE_BOX_PROCESS__CONTRACT,
                model.getPort(),
                what,
                problems);
        Optional<SoapOperation> operation = port.flatMap(each -> operation(model, each, what, problems));
        Map<String, MockedService> bound = new LinkedHashMap<>();
        List<PartnerPlan> partners = bindings(model, services, "process \"" + model.getName() + "\"", problems);
        model.getPartners().forEach(binding -> Optional.ofNullable(services.get(binding.getService()))
                .ifPresent(service -> bound.put(binding.getPartnerLink(), service)));
        if (operation.isEmpty() || bound.size() < partners.size()) {
            return Optional.empty();
        }
        CallTree calls = PrescribedTrees.of(model, bound, files, problems).orElse(null);
        DefaultMessages messages = files.messages(wsdl);
        return prescribed(model, ProcessContract.of(model.getName(), wsdl, operation.get(), bound, calls), problems)
                .map(contract -> new TestedProcess(
                        model,
                        "",
                        operation.get(),
                        messages,
                        uiidPath(model, wsdl, "process \"" + model.getName() + "\"", problems),
                        Optional.of(contract),
                        partners,
                        ProcessContract.CLIENTS,
                        new ClientAnswer.Finding(model, wsdl, messages, problems)
                                .of(port.get().port(), operation.get()),
                        ""));
    }

    /** Returns the contract with the numbers of calls that the model states; empty when they contradict a file. */
    private static Optional<ProcessContract> prescribed(
            WhiteBoxProcess model, ProcessContract contract, ProblemCollector problems) {
        ProcessContract result = contract;
        boolean agreed = true;
        for (PartnerBinding binding : model.getPartners()) {
            if (binding.getCalls() == null) {
                continue;
            }
            String link = binding.getPartnerLink();
            Optional<CallTree> tree = Optional.ofNullable(result.calls())
                    .flatMap(calls -> CallCounts.resolved(calls, link, binding.getCalls()));
            if (tree.isPresent()) {
                result = result.calling(tree.get());
                continue;
            }
            agreed = false;
            Optional<Integer> known =
                    Optional.ofNullable(result.calls()).flatMap(calls -> CallCounts.count(calls, link));
            problems.add(
                    IssueCode.CALLS_DIFFER,
                    binding,
                    Literals.PARTNER_BINDING__CALLS,
                    "process \"" + model.getName() + "\" "
                            + known.map(number -> "calls \"" + link + "\" " + number + " times, not "
                                            + binding.getCalls() + " times; correct the number")
                                    .orElse("does not call \"" + link
                                            + "\" in one loop that could make " + binding.getCalls()
                                            + " calls; leave out: calls"));
        }
        return agreed ? Optional.of(result) : Optional.empty();
    }

    /** Returns the operation that the model names, else the only one of the port; empty after a problem was added. */
    private static Optional<SoapOperation> operation(
            Process model, ServicePort port, String what, ProblemCollector problems) {
        List<SoapOperation> operations = SoapOperation.of(port.service(), port.port()).stream()
                .filter(each -> model.getOperation() == null
                        || model.getOperation().isEmpty()
                        || each.name().equals(model.getOperation()))
                .toList();
        if (operations.size() == 1) {
            return Optional.of(operations.get(0));
        }
        problems.add(
                operations.isEmpty() ? IssueCode.OPERATION_UNKNOWN : IssueCode.OPERATION_AMBIGUOUS,
                model,
                Literals.PROCESS__OPERATION,
                what + " has "
                        + (operations.isEmpty()
                                ? "no operation " + Objects.requireNonNullElse(model.getOperation(), "")
                                : "several operations, "
                                        + operations.stream()
                                                .map(SoapOperation::name)
                                                .toList())
                        + "; name one with: operation");
        return Optional.empty();
    }

    private static Optional<ProvidedOperation> provided(
            WhiteBoxProcess model, ProcessModel process, String where, ProblemCollector problems) {
        String wanted = model.getOperation();
        List<ProvidedOperation> starts = process.provided().stream()
                .filter(ProvidedOperation::createsInstance)
                .filter(each -> wanted == null
                        || wanted.isEmpty()
                        || each.operation().name().equals(wanted))
                .toList();
        List<String> names =
                starts.stream().map(each -> each.operation().name()).distinct().toList();
        if (names.size() == 1) {
            // Several partner links may take it: the first in the process is at its main address, with each engine.
            return Optional.of(starts.get(0));
        }
        problems.add(
                starts.isEmpty() ? IssueCode.OPERATION_UNKNOWN : IssueCode.OPERATION_AMBIGUOUS,
                model,
                Literals.PROCESS__OPERATION,
                starts.isEmpty()
                        ? where + (wanted == null ? " has no operation" : " has no operation \"" + wanted + "\"")
                                + " that starts an instance; name one that does"
                        : where + " is started by several operations, " + names + "; name one with: operation");
        return Optional.empty();
    }

    private static List<PartnerPlan> partners(
            WhiteBoxProcess model,
            ProcessModel process,
            Map<Service, MockedService> services,
            String where,
            ProblemCollector problems) {
        for (PartnerBinding binding : model.getPartners()) {
            if (process.partnerLink(binding.getPartnerLink()).isEmpty()) {
                problems.add(
                        IssueCode.PARTNER_UNKNOWN,
                        binding,
                        Literals.PARTNER_BINDING__PARTNER_LINK,
                        where + " has no partner link \"" + binding.getPartnerLink() + "\"; it has "
                                + process.partnerLinks().stream()
                                        .map(PartnerLink::name)
                                        .toList());
            }
        }
        List<PartnerPlan> partners = bindings(model, services, where, problems);
        for (PartnerLink link : process.partnerLinks()) {
            if (link.partnerPortType().isPresent()
                    && link.myRole().isEmpty()
                    && partners.stream().noneMatch(each -> each.link().equals(link.name()))) {
                problems.add(
                        IssueCode.PARTNER_UNBOUND,
                        model,
                        Literals.NAMED_ELEMENT__NAME,
                        where + " has a partner link \"" + link.name() + "\" (" + link.location()
                                + ") that no service is bound to; add: partner " + link.name() + " -> <service>");
            }
        }
        return partners;
    }

    private static List<PartnerPlan> bindings(
            WhiteBoxProcess model, Map<Service, MockedService> services, String where, ProblemCollector problems) {
        Map<String, PartnerPlan> partners = new LinkedHashMap<>();
        for (PartnerBinding binding : model.getPartners()) {
            int instance = binding.getInstance() == null ? 1 : binding.getInstance();
            MockedService service = services.get(binding.getService());
            if (service != null && (instance < 1 || instance > service.instances())) {
                problems.add(
                        IssueCode.INSTANCE_UNKNOWN,
                        binding,
                        Literals.PARTNER_BINDING__INSTANCE,
                        where + ": service \"" + service.name() + "\" has no instance " + instance + "; it has "
                                + service.instances());
            }
            partners.put(
                    binding.getPartnerLink(),
                    new PartnerPlan(
                            binding.getPartnerLink(), binding.getService().getName(), instance));
        }
        return List.copyOf(partners.values());
    }

    private static Optional<TestedProcess> blackBox(
            BlackBoxProcess model, ModelFiles files, ProblemCollector problems) {
        String what = "the WSDL of process \"" + model.getName() + "\"";
        Optional<Path> file = files.find(model, Literals.BLACK_BOX_PROCESS__WSDL, model.getWsdl(), what);
        String endpoint = model.getEndpoint() == null ? "" : model.getEndpoint();
        // The part before an @ may be a secret, which must be in no message and no plan.
        if (!endpoint.matches("https?://[^\\s/?#@]+([/?][^\\s]*)?")) {
            problems.add(
                    IssueCode.ENDPOINT_INVALID,
                    model,
                    Literals.BLACK_BOX_PROCESS__ENDPOINT,
                    "the address \"" + endpoint.replaceFirst("//[^/]*@", "//") + "\" of process \"" + model.getName()
                            + "\" is not one like http://host:port/path; correct it");
            return Optional.empty();
        }
        if (file.isEmpty()) {
            return Optional.empty();
        }
        WsdlDefinitions wsdl = files.wsdl(file.get());
        if (!wsdl.problems().isEmpty()) {
            problems.add(wsdl.problems());
            return Optional.empty();
        }
        Optional<ServicePort> port = MockedService.port(
                wsdl,
                file.get(),
                MockedService.VERSIONS,
                model,
                Literals.BLACK_BOX_PROCESS__WSDL,
                portName(model, wsdl),
                what,
                problems);
        Optional<SoapOperation> operation = port.flatMap(each -> operation(model, each, what, problems));
        if (operation.isEmpty()) {
            return Optional.empty();
        }
        DefaultMessages messages = files.messages(wsdl);
        return Optional.of(new TestedProcess(
                model,
                endpoint,
                operation.get(),
                messages,
                uiidPath(model, wsdl, "process \"" + model.getName() + "\"", problems),
                Optional.empty(),
                List.of(),
                "",
                new ClientAnswer.Finding(model, wsdl, messages, problems)
                        .of(port.get().port(), operation.get()),
                trust(model, files, problems)));
    }

    private static String trust(BlackBoxProcess model, ModelFiles files, ProblemCollector problems) {
        if (model.getTrust() == null) {
            return "";
        }
        Optional<Path> file = files.find(
                model,
                Literals.BLACK_BOX_PROCESS__TRUST,
                model.getTrust(),
                "the file of certificates of process \"" + model.getName() + "\"");
        if (file.isEmpty()) {
            return "";
        }
        String pem = ServerTrust.pem(file.get());
        ServerTrust.problem(model.getEndpoint(), pem)
                .ifPresent(problem -> problems.add(
                        IssueCode.ENDPOINT_INVALID,
                        model,
                        Literals.BLACK_BOX_PROCESS__TRUST,
                        "trust \"" + model.getTrust() + "\" of process \"" + model.getName() + "\" " + problem));
        return pem;
    }

    /** Returns the name of the port that clients call. With a port for callbacks beside it, the operation decides; else any port will do. */
    private static String portName(BlackBoxProcess model, WsdlDefinitions wsdl) {
        if (model.getPort() != null) {
            return model.getPort();
        }
        if (model.getCallback() == null || model.getOperation() == null) {
            return null;
        }
        return wsdl.services().stream()
                .flatMap(service -> service.ports().stream()
                        .filter(port -> SoapOperation.of(service, port).stream()
                                .anyMatch(operation -> operation.name().equals(model.getOperation())))
                        .map(Port::name))
                .findFirst()
                .orElse(null);
    }

    private static List<String> uiidPath(Process model, WsdlDefinitions wsdl, String where, ProblemCollector problems) {
        return model.getUiidPath() == null || model.getUiidPath().isBlank()
                ? List.of()
                : new WsdlPaths(wsdl)
                        .steps(model.getUiidPath(), model, Literals.PROCESS__UIID_PATH, where + ", uiid", problems);
    }

    /** Returns whether requests name the address for their answers by WS-Addressing. */
    public boolean addressed() {
        return callback.isPresent() && callback.get().plan().addressed();
    }

    /** Returns the expanded name of the body element in the answer to a request; empty when any will do. */
    public String answerElement() {
        if (callback.isPresent()) {
            return callback.get().element(messages);
        }
        try {
            return messages.answerElement(operation);
        } catch (NoInstanceException e) {
            // A process computes its own answer; that no default exists does not matter.
            return "";
        }
    }

    /**
     * Returns an envelope as clients send it: with the placeholder of the UIID, and where it is answered.
     *
     * @throws BadRequestDataException when the UIID has no place in it
     */
    public String request(String envelope) throws BadRequestDataException {
        String placed = RequestText.withPlaceholder(envelope, uiidPath);
        return addressed() ? RequestText.withReplyTo(placed, ClientAnswer.action(operation)) : placed;
    }

    /** Returns the form in which clients send requests. */
    public RequestForm form() {
        return new RequestForm(
                operation.soap(),
                model instanceof BlackBoxProcess box
                        ? box.getHeaders().stream().map(TestedProcess::header).toList()
                        : List.of(),
                trust);
    }

    private static HeaderPlan header(RequestHeader model) {
        return new HeaderPlan(
                model.getHeader(),
                model.getText(),
                model.getVariable(),
                model.getFile(),
                model.getScheme(),
                model.getUser());
    }

    /** Returns how many calls of a service instance one request causes; at least 1. */
    public int steps(String service, int instance) {
        if (contract.isEmpty()) {
            return model.getName().equals(service) && model instanceof Service ? 1 : BehaviourTraces.UNKNOWN_STEPS;
        }
        long steps = 0;
        for (PartnerPlan partner : partners) {
            if (partner.service().equals(service) && partner.instance() == instance) {
                Long most = contract.get().most().get(partner.link());
                if (most == null) {
                    return BehaviourTraces.UNKNOWN_STEPS;
                }
                steps += most;
            }
        }
        return (int) Math.max(1, Math.min(steps, Integer.MAX_VALUE));
    }

    /** Returns whether one of its partner links is bound to a service instance. */
    public boolean calls(String service, int instance) {
        return partners.stream()
                        .anyMatch(partner -> partner.service().equals(service) && partner.instance() == instance)
                || (model instanceof Service && model.getName().equals(service) && instance == 1);
    }
}
