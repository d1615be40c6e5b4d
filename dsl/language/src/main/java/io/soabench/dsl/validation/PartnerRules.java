package io.soabench.dsl.validation;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.languages.PartnerCall;
import io.soabench.model.ServiceQuality;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.xtext.validation.Check;

/**
 * Rules for partner links. Each one that the process calls is bound once, to an instance of a service with the
 * right port type.
 */
public final class PartnerRules extends Rules {

    /** Checks that each called partner link is bound. */
    @Check
    public void bound(WhiteBoxProcess process) {
        Set<String> bound = process.getPartners().stream()
                .map(PartnerBinding::getPartnerLink)
                .collect(Collectors.toCollection(HashSet::new));
        if (process.getCallback() != null) {
            // It is the clients who are called by that.
            interfaces().clients(process).forEach(link -> bound.add(link.name()));
        }
        called(process).stream().filter(link -> !bound.contains(link.name())).forEach(link -> {
            String place = Path.of(link.location().file()).getFileName() + ":"
                    + link.location().line();
            error(
                    IssueCode.PARTNER_UNBOUND,
                    "process \"" + process.getName() + "\" "
                            + (process.getContract() == null ? "has a partner link \"" : "calls a partner \"")
                            + link.name() + "\" (" + place
                            + ") that no service is bound to; add: partner " + link.name() + " -> <service>",
                    process,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        });
    }

    /** Checks that each bound name is a partner link that the process calls, and is bound once. */
    @Check
    public void declared(WhiteBoxProcess process) {
        List<Link> declared = process.getContract() == null ? declared(files().process(process)) : inFiles(process);
        Set<String> seen = new HashSet<>();
        for (PartnerBinding binding : process.getPartners()) {
            String name = binding.getPartnerLink();
            if (!seen.add(name)) {
                error(
                        IssueCode.PARTNER_BOUND_TWICE,
                        "process \"" + process.getName() + "\" binds partner link \"" + name
                                + "\" more than once; remove one of the bindings",
                        binding,
                        TestbedPackage.Literals.PARTNER_BINDING__PARTNER_LINK);
            } else if (!declared.isEmpty()
                    && declared.stream().noneMatch(link -> link.name().equals(name))) {
                error(
                        IssueCode.PARTNER_UNKNOWN,
                        "process \"" + process.getName() + "\" has no partner link \"" + name + "\"; "
                                + (process.getContract() == null
                                        ? '"' + process.getBpel() + "\" declares: "
                                        : "its files call: ")
                                + declared.stream().map(Link::name).distinct().collect(Collectors.joining(", ")),
                        binding,
                        TestbedPackage.Literals.PARTNER_BINDING__PARTNER_LINK);
            }
        }
    }

    /** Checks that a number of calls is positive. */
    @Check
    public void calls(PartnerBinding binding) {
        atLeastOne(
                binding.getCalls(),
                "the number of calls of \"" + binding.getPartnerLink() + "\"",
                binding,
                TestbedPackage.Literals.PARTNER_BINDING__CALLS);
    }

    /** Checks that a service offers the port type that the process calls. */
    @Check
    public void type(PartnerBinding binding) {
        Service service = binding.getService();
        if (!known(service)
                || !known(service.getType())
                || !(binding.eContainer() instanceof WhiteBoxProcess process)) {
            return;
        }
        Optional<PortType> offered = interfaces().portType(service.getType());
        Optional<PortType> called = files().process(process)
                .filter(ProcessDefinition::isValid)
                .flatMap(definition -> definition.model().partnerLink(binding.getPartnerLink()))
                .flatMap(PartnerLink::partnerPortType);
        if (offered.isPresent()
                && called.isPresent()
                && !offered.get().name().equals(called.get().name())) {
            error(
                    IssueCode.PARTNER_TYPE_MISMATCH,
                    "partner link \"" + binding.getPartnerLink() + "\" of process \"" + process.getName()
                            + "\" calls port type "
                            + called.get().name() + ", but service \"" + service.getName() + "\" offers "
                            + offered.get().name() + "; bind it to a service of another type",
                    binding,
                    TestbedPackage.Literals.PARTNER_BINDING__SERVICE);
        }
    }

    /** Checks that the called instance is unambiguous. */
    @Check
    public void instance(PartnerBinding binding) {
        if (!known(binding.getService())) {
            return;
        }
        int instances = ServiceQuality.instances(binding.getService());
        String name = binding.getService().getName();
        Integer instance = binding.getInstance();
        if (instance == null && instances > 1) {
            error(
                    IssueCode.INSTANCE_AMBIGUOUS,
                    "service \"" + name + "\" has " + instances + " instances; choose one of: "
                            + choices(name, instances),
                    binding,
                    TestbedPackage.Literals.PARTNER_BINDING__SERVICE);
        } else if (instance != null && (instance < 1 || instance > instances)) {
            error(
                    IssueCode.INSTANCE_UNKNOWN,
                    "service \"" + name + "\" has no instance " + instance + "; choose one of: "
                            + choices(name, instances),
                    binding,
                    TestbedPackage.Literals.PARTNER_BINDING__INSTANCE);
        }
    }

    /** Returns the notations of a service's instances. */
    static String choices(String service, int instances) {
        if (instances > 4) {
            return service + "[1] to " + service + "[" + instances + "]";
        }
        return IntStream.rangeClosed(1, Math.max(1, instances))
                .mapToObj(i -> service + "[" + i + "]")
                .collect(Collectors.joining(", "));
    }

    private record Link(String name, Location location) {}

    private List<Link> called(WhiteBoxProcess process) {
        if (process.getContract() != null) {
            return inFiles(process);
        }
        Optional<ProcessDefinition> definition = files().process(process);
        if (definition.isPresent() && definition.get().isValid()) {
            ProcessModel model = definition.get().model();
            return model.consumed().stream()
                    .map(consumed -> new Link(
                            consumed.partnerLink().name(),
                            consumed.partnerLink().location()))
                    .distinct()
                    .toList();
        }
        return definition.flatMap(ProcessDefinition::source).stream()
                .flatMap(source -> source.body().partnerLinks().stream())
                .filter(link -> link.partnerRole().isPresent() && link.myRole().isEmpty())
                .map(link -> new Link(link.name(), link.location()))
                .toList();
    }

    /** Returns the partners that the files of a process call whose contract is a WSDL document. */
    private List<Link> inFiles(WhiteBoxProcess process) {
        return process.getRealisations().stream()
                .flatMap(each -> files().file(each).stream())
                .flatMap(file -> file.partnerCalls().stream())
                .collect(Collectors.toMap(
                        PartnerCall::partner,
                        call -> new Link(call.partner(), call.location()),
                        (first, later) -> first,
                        LinkedHashMap::new))
                .values()
                .stream()
                .toList();
    }

    private static List<Link> declared(Optional<ProcessDefinition> definition) {
        if (definition.isPresent() && definition.get().isValid()) {
            return definition.get().model().partnerLinks().stream()
                    .map(link -> new Link(link.name(), link.location()))
                    .toList();
        }
        return definition.flatMap(ProcessDefinition::source).stream()
                .flatMap(source -> source.body().partnerLinks().stream())
                .map(link -> new Link(link.name(), link.location()))
                .toList();
    }
}
