package io.soabench.generators.reading;

import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.contracts.wsdl.WsdlDefinitions.ServicePort;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ProvidedOperation;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.CallTree;
import io.soabench.plan.PartnerPlan;
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
 * A reader of the processes that clients call, with their documents. It adds a problem for each part of one that cannot be read. For one
 * model, in one thread.
 */
final class ProcessReader {

    private final Map<Service, MockedService> services;
    private final ModelFiles files;
    private final ProblemCollector problems;

    /** @param services to which partner links are bound; those that could not be read are missing */
    ProcessReader(Map<Service, MockedService> services, ModelFiles files, ProblemCollector problems) {
        this.services = services;
        this.files = files;
        this.problems = problems;
    }

    /** Reads the documents of a process; empty after problems were added. */
    Optional<TestedProcess> read(Process model) {
        if (model instanceof WhiteBoxProcess white) {
            return white.getContract() == null ? statedByBpel(white) : statedByWsdl(white);
        }
        return blackBox((BlackBoxProcess) model);
    }

    /** Returns a service that clients call directly, at its first instance. */
    Optional<TestedProcess> direct(MockedService service) {
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

    private Optional<TestedProcess> statedByBpel(WhiteBoxProcess model) {
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
        Optional<ProvidedOperation> provided = provided(model, process, what);
        List<PartnerPlan> partners = partners(model, process, what);
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
        return prescribed(model, ProcessContract.of(definition, bpel.get(), clients.name()))
                .map(contract -> new TestedProcess(
                        model,
                        "",
                        operation.get(),
                        messages,
                        uiidPath(model, definition.wsdl(), what),
                        Optional.of(contract),
                        partners,
                        clients.name(),
                        new ClientAnswer.Finding(model, definition.wsdl(), messages, problems)
                                .of(clients, operation.get()),
                        ""));
    }

    /** Reads a process whose contract is a WSDL document. */
    private Optional<TestedProcess> statedByWsdl(WhiteBoxProcess model) {
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
        Optional<SoapOperation> operation = port.flatMap(each -> operation(model, each, what));
        Map<String, MockedService> bound = new LinkedHashMap<>();
        List<PartnerPlan> partners = bindings(model, "process \"" + model.getName() + "\"");
        model.getPartners().forEach(binding -> Optional.ofNullable(services.get(binding.getService()))
                .ifPresent(service -> bound.put(binding.getPartnerLink(), service)));
        if (operation.isEmpty() || bound.size() < partners.size()) {
            return Optional.empty();
        }
        CallTree calls = PrescribedTrees.of(model, bound, files, problems).orElse(null);
        DefaultMessages messages = files.messages(wsdl);
        return prescribed(model, ProcessContract.of(model.getName(), wsdl, operation.get(), bound, calls))
                .map(contract -> new TestedProcess(
                        model,
                        "",
                        operation.get(),
                        messages,
                        uiidPath(model, wsdl, "process \"" + model.getName() + "\""),
                        Optional.of(contract),
                        partners,
                        ProcessContract.CLIENTS,
                        new ClientAnswer.Finding(model, wsdl, messages, problems)
                                .of(port.get().port(), operation.get()),
                        ""));
    }

    /** Returns the contract with the numbers of calls that the model states; empty when they contradict a file. */
    private Optional<ProcessContract> prescribed(WhiteBoxProcess model, ProcessContract contract) {
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
    private Optional<SoapOperation> operation(Process model, ServicePort port, String what) {
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

    private Optional<ProvidedOperation> provided(WhiteBoxProcess model, ProcessModel process, String where) {
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

    private List<PartnerPlan> partners(WhiteBoxProcess model, ProcessModel process, String where) {
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
        List<PartnerPlan> partners = bindings(model, where);
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

    private List<PartnerPlan> bindings(WhiteBoxProcess model, String where) {
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

    private Optional<TestedProcess> blackBox(BlackBoxProcess model) {
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
        Optional<SoapOperation> operation = port.flatMap(each -> operation(model, each, what));
        if (operation.isEmpty()) {
            return Optional.empty();
        }
        DefaultMessages messages = files.messages(wsdl);
        return Optional.of(new TestedProcess(
                model,
                endpoint,
                operation.get(),
                messages,
                uiidPath(model, wsdl, "process \"" + model.getName() + "\""),
                Optional.empty(),
                List.of(),
                "",
                new ClientAnswer.Finding(model, wsdl, messages, problems)
                        .of(port.get().port(), operation.get()),
                trust(model)));
    }

    private String trust(BlackBoxProcess model) {
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

    private List<String> uiidPath(Process model, WsdlDefinitions wsdl, String where) {
        return model.getUiidPath() == null || model.getUiidPath().isBlank()
                ? List.of()
                : new WsdlPaths(wsdl)
                        .steps(model.getUiidPath(), model, Literals.PROCESS__UIID_PATH, where + ", uiid", problems);
    }
}
