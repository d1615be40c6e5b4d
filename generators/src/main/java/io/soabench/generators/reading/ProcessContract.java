package io.soabench.generators.reading;

import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.contracts.wsdl.WsdlDefinitions.ServicePort;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.profile.CallCount;
import io.soabench.engine.bpel.profile.InvocationProfile;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.plan.CallTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The contract of a process that engines run: its documents, the links to clients and partners, and the prescribed
 * calls. A BPEL file states it, or a WSDL document with the partners that the model binds.
 *
 * @param name of the process; the name in the BPEL file where there is one
 * @param bpel the BPEL file; empty where a WSDL document states the contract
 * @param wsdl of the process, with its schemas
 * @param links to clients and partners, in document order
 * @param most greatest number of calls of one instance, by link; links whose number depends on data are missing
 * @param calls in the order in which they are prescribed; {@code null} where no file prescribes an order
 * @param handlesFaults whether partners declare faults, and the BPEL file handles all of them
 */
public record ProcessContract(
        QName name,
        Optional<Path> bpel,
        WsdlDefinitions wsdl,
        List<Link> links,
        Map<String, Long> most,
        CallTree calls,
        boolean handlesFaults) {

    /** The link to the clients of a process whose contract is a WSDL document. */
    public static final String CLIENTS = "client";

    /**
     * A link between the process and its clients, or one of its partners.
     *
     * @param own port type that the process offers by it
     * @param called port type that the process calls by it
     * @param port at which the process offers it, where it is known which
     */
    public record Link(String name, Optional<PortType> own, Optional<PortType> called, Optional<ServicePort> port) {}

    /**
     * Returns the contract that a BPEL file states.
     *
     * @param clients the partner link by which clients call the process
     */
    public static ProcessContract of(ProcessDefinition definition, Path bpel, String clients) {
        InvocationProfile profile = InvocationProfile.of(definition.model());
        Map<String, Long> most = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (CallCount count : profile.counts()) {
            count.most()
                    .ifPresentOrElse(
                            number -> most.merge(count.partnerLink(), number, Long::sum),
                            () -> unknown.add(count.partnerLink()));
        }
        most.keySet().removeAll(unknown);
        List<Link> links = definition.model().partnerLinks().stream()
                .map(link -> new Link(
                        link.name(),
                        link.myPortType(),
                        link.partnerPortType(),
                        link.myPortType().flatMap(type -> definition.wsdl().ports(type.name()).stream()
                                .findFirst())))
                .toList();
        return new ProcessContract(
                definition.model().name(),
                Optional.of(bpel),
                definition.wsdl(),
                links,
                most,
                CallTrees.of(profile, clients, InvocationProfile.afterReply(definition.model(), clients)),
                InvocationProfile.handlesFaults(definition.model()));
    }

    /**
     * Returns the contract that a WSDL document states.
     *
     * @param operation that clients call
     * @param partners by link: the service that is bound to it
     * @param calls {@code null} where no file prescribes an order
     */
    public static ProcessContract of(
            String process,
            WsdlDefinitions wsdl,
            SoapOperation operation,
            Map<String, MockedService> partners,
            CallTree calls) {
        List<Link> links = new ArrayList<>();
        links.add(new Link(
                CLIENTS,
                portType(operation.port()),
                Optional.empty(),
                Optional.of(new ServicePort(operation.service(), operation.port()))));
        partners.forEach((link, service) -> links.add(
                new Link(link, Optional.empty(), portType(service.port().port()), Optional.empty())));
        ProcessContract stated = new ProcessContract(
                new QName(operation.service().name().getNamespaceURI(), process),
                Optional.empty(),
                wsdl,
                links,
                Map.of(),
                null,
                false);
        return calls == null ? stated : stated.calling(calls);
    }

    private static Optional<PortType> portType(Port port) {
        return port.binding().flatMap(binding -> binding.portType());
    }

    /** Returns a link by its name. */
    public Optional<Link> link(String wanted) {
        return links.stream().filter(each -> each.name().equals(wanted)).findFirst();
    }

    /** Returns the contract with these calls, and with the numbers that follow from them. */
    public ProcessContract calling(CallTree tree) {
        Map<String, Long> counted = new LinkedHashMap<>(most);
        links.forEach(link -> CallCounts.count(tree, link.name())
                .filter(number -> link.called().isPresent())
                .ifPresent(number -> counted.put(link.name(), (long) number)));
        return new ProcessContract(name, bpel, wsdl, links, counted, tree, handlesFaults);
    }
}
