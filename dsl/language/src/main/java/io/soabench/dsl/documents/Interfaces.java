package io.soabench.dsl.documents;

import com.google.inject.Inject;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.BindingOperation;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.MessageBinding;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.contracts.wsdl.WsdlDocument;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EObject;

/**
 * The interfaces of services and processes, found in their WSDL documents. Look-ups in documents with problems
 * return empty results.
 */
public final class Interfaces {

    private final ModelDocuments files;

    @Inject
    Interfaces(ModelDocuments files) {
        this.files = files;
    }

    /**
     * Returns the SOAP ports of the WSDL document that a name in a model stands for, where their port type is
     * known. Ports of the imports count only if the document has none. Where both versions of SOAP exist, only
     * ports of SOAP 1.1 are returned.
     */
    public List<Port> soapPorts(EObject place, String name) {
        List<Port> ports = allSoapPorts(place, name);
        List<Port> first = ports.stream().filter(Interfaces::isSoap11).toList();
        return first.isEmpty() ? ports : first;
    }

    /** Returns the same ports, those of both versions of SOAP. */
    public List<Port> allSoapPorts(EObject place, String name) {
        Optional<WsdlDefinitions> wsdl = files.wsdl(place, name);
        List<Port> all = wsdl.stream()
                .flatMap(definitions -> definitions.services().stream())
                .flatMap(service -> service.ports().stream())
                .filter(port -> port.binding()
                        .filter(binding -> binding.soap() != Soap.NONE)
                        .flatMap(Binding::portType)
                        .isPresent())
                .toList();
        String document = files.file(place, name).map(Path::toString).orElse("");
        List<Port> own = all.stream()
                .filter(port -> port.location().file().equals(document))
                .toList();
        return own.isEmpty() ? all : own;
    }

    private static boolean isSoap11(Port port) {
        return port.binding().filter(binding -> binding.soap() == Soap.V11).isPresent();
    }

    /** Returns the port of a service type: the one it names, else the only one. */
    public Optional<Port> port(ServiceType type) {
        return type.getPort() == null
                ? port(soapPorts(type, type.getWsdl()), null)
                : port(allSoapPorts(type, type.getWsdl()), type.getPort());
    }

    /** Returns the ports of a black box that clients may call: the one it names, else all. */
    private List<Port> ports(BlackBoxProcess process) {
        return process.getPort() == null
                ? soapPorts(process, process.getWsdl())
                : allSoapPorts(process, process.getWsdl()).stream()
                        .filter(port -> port.name().equals(process.getPort()))
                        .toList();
    }

    /** Returns the port of a process whose contract is a WSDL document: the one it names, else the only one. */
    public Optional<Port> port(WhiteBoxProcess process) {
        return port(soapPorts(process, process.getContract()), process.getPort());
    }

    private static Optional<Port> port(List<Port> ports, String named) {
        if (named != null) {
            return ports.stream().filter(port -> port.name().equals(named)).findFirst();
        }
        return ports.size() == 1 ? Optional.of(ports.get(0)) : Optional.empty();
    }

    /** Returns the port type of a service type. */
    public Optional<PortType> portType(ServiceType type) {
        return port(type).flatMap(Port::binding).flatMap(Binding::portType);
    }

    /** Returns the operations that clients can call. */
    public List<Operation> operations(Invocable target) {
        if (target instanceof WhiteBoxProcess process && process.getContract() != null) {
            return port(process).flatMap(Port::binding).flatMap(Binding::portType).stream()
                    .flatMap(portType -> portType.operations().stream())
                    .toList();
        }
        if (target instanceof WhiteBoxProcess process) {
            return files.process(process)
                    .filter(definition -> definition.isValid())
                    .map(definition -> definition.model().starts().stream()
                            .map(BoundReceipt::operation)
                            .distinct()
                            .toList())
                    .orElse(List.of());
        }
        if (target instanceof BlackBoxProcess process) {
            return ports(process).stream()
                    .flatMap(port -> port.binding().flatMap(Binding::portType).stream())
                    .flatMap(portType -> portType.operations().stream())
                    .distinct()
                    .toList();
        }
        if (target instanceof Service service && known(service.getType())) {
            return portType(service.getType()).map(PortType::operations).orElse(List.of());
        }
        return List.of();
    }

    private static boolean known(ServiceType type) {
        return type != null && !type.eIsProxy();
    }

    /** Returns the operation that clients call: the one that is named, else the only one. */
    public Optional<Operation> operation(Invocable target) {
        List<Operation> operations = operations(target);
        String named = target instanceof Process process
                ? process.getOperation()
                : target instanceof Service service ? service.getOperation() : null;
        if (named != null) {
            return operations.stream()
                    .filter(operation -> operation.name().equals(named))
                    .findFirst();
        }
        return operations.size() == 1 ? Optional.of(operations.get(0)) : Optional.empty();
    }

    /** Returns the element in the body of a request that clients send; empty where several or none may stand there. */
    public Optional<QName> requestElement(Invocable target) {
        return operation(target)
                .flatMap(operation -> bodyElement(
                        target, operation, operation.input(), BindingOperation::input, operation.writtenName()));
    }

    /** Returns the element in the body of an answer to clients; empty where several or none may stand there. */
    public Optional<QName> answerElement(Invocable target) {
        return operation(target)
                .flatMap(operation -> bodyElement(
                        target,
                        operation,
                        operation.output(),
                        BindingOperation::output,
                        operation.writtenName() + "Response"));
    }

    /** Returns whether the body of a request that clients send has a wrapper, which no schema describes. */
    public boolean isRpc(Invocable target) {
        return operation(target)
                .filter(operation -> style(target, operation) == Style.RPC)
                .isPresent();
    }

    private Optional<QName> bodyElement(
            Invocable target,
            Operation operation,
            Optional<Message> message,
            Function<BindingOperation, Optional<MessageBinding>> layout,
            String wrapper) {
        Optional<MessageBinding> bound = binding(target, operation)
                .flatMap(binding -> binding.operation(operation.name()))
                .flatMap(layout);
        if (message.isPresent() && style(target, operation) == Style.RPC) {
            return Optional.of(
                    new QName(bound.flatMap(MessageBinding::namespace).orElse(""), wrapper));
        }
        List<Part> parts = message.stream()
                .flatMap(each -> each.parts().stream().filter(part -> bound.map(given -> isInBody(given, each, part))
                        .orElse(true)))
                .toList();
        return parts.size() == 1 ? parts.get(0).element() : Optional.empty();
    }

    private static boolean isInBody(MessageBinding bound, Message message, Part part) {
        return bound.bodyParts().map(listed -> listed.contains(part.name())).orElseGet(() -> bound.headers().stream()
                .noneMatch(header ->
                        header.message().equals(message.name()) && header.part().equals(part.name())));
    }

    private Style style(Invocable target, Operation operation) {
        Optional<Binding> binding = binding(target, operation);
        return binding.flatMap(each -> each.operation(operation.name()))
                .map(BindingOperation::style)
                .or(() -> binding.map(Binding::style))
                .orElse(Style.DOCUMENT);
    }

    private Optional<Binding> binding(Invocable target, Operation operation) {
        Stream<Port> ports = Stream.empty();
        if (target instanceof WhiteBoxProcess process && process.getContract() != null) {
            ports = port(process).stream();
        } else if (target instanceof WhiteBoxProcess process) {
            ports = clients(process).stream()
                    .flatMap(link -> link.myPortType().stream())
                    .filter(portType -> portType.operations().contains(operation))
                    .flatMap(portType -> files.process(process).stream()
                            .flatMap(definition -> definition.wsdl().ports(portType.name()).stream()))
                    .map(WsdlDefinitions.ServicePort::port);
        } else if (target instanceof BlackBoxProcess process) {
            ports = ports(process).stream();
        } else if (target instanceof Service service && known(service.getType())) {
            ports = port(service.getType()).stream();
        }
        return ports.flatMap(port -> port.binding().stream())
                .filter(binding -> binding.soap() != Soap.NONE
                        && binding.portType()
                                .filter(portType -> portType.operations().contains(operation))
                                .isPresent())
                .findFirst();
    }

    /**
     * Returns the operation by which a process calls its clients back; empty when it does not, or there is none of
     * that name.
     */
    public Optional<Operation> callback(Process process) {
        if (process.getCallback() == null) {
            return Optional.empty();
        }
        List<Operation> offered = process instanceof WhiteBoxProcess white && white.getContract() == null
                ? clients(white).stream()
                        .flatMap(link -> link.partnerPortType().stream())
                        .flatMap(portType -> portType.operations().stream())
                        .toList()
                : offered(process);
        return offered.stream()
                .filter(operation ->
                        operation.name().equals(process.getCallback().getOperation()))
                .findFirst();
    }

    private List<Operation> offered(Process process) {
        return process instanceof WhiteBoxProcess white
                ? soapPorts(white, white.getContract()).stream()
                        .flatMap(port -> port.binding().flatMap(Binding::portType).stream())
                        .flatMap(portType -> portType.operations().stream())
                        .toList()
                : process instanceof BlackBoxProcess box
                        ? soapPorts(box, box.getWsdl()).stream()
                                .flatMap(port -> port.binding().flatMap(Binding::portType).stream())
                                .flatMap(portType -> portType.operations().stream())
                                .toList()
                        : operations(process);
    }

    /** Returns the partner links by which clients can call a process. */
    public List<PartnerLink> clients(WhiteBoxProcess process) {
        return files.process(process)
                .filter(definition -> definition.isValid())
                .map(definition -> definition.model().starts().stream()
                        .map(BoundReceipt::partnerLink)
                        .distinct()
                        .toList())
                .orElse(List.of());
    }

    /** Returns the definitions in which the interface of a service or process is described. */
    public Optional<WsdlDefinitions> definitions(Invocable target) {
        if (target instanceof WhiteBoxProcess process && process.getContract() != null) {
            return files.wsdl(process, process.getContract());
        }
        if (target instanceof WhiteBoxProcess process) {
            return files.process(process).map(definition -> definition.wsdl());
        }
        if (target instanceof BlackBoxProcess process) {
            return files.wsdl(process, process.getWsdl());
        }
        return target instanceof Service service && known(service.getType())
                ? files.wsdl(service.getType(), service.getType().getWsdl())
                : Optional.empty();
    }

    /** Returns the prefixes of a set of documents; the first document that declares a prefix wins. */
    public static Map<String, String> prefixes(WsdlDefinitions wsdl) {
        Map<String, String> prefixes = new LinkedHashMap<>();
        for (WsdlDocument document : wsdl.documents()) {
            document.namespaces().forEach(prefixes::putIfAbsent);
        }
        return prefixes;
    }

    /** Returns the element that is the content of an operation's request in document style; empty in other styles. */
    public static Optional<QName> inputElement(Operation operation) {
        return element(operation.input());
    }

    /** Returns the element that is the content of an operation's answer in document style; empty in other styles. */
    public static Optional<QName> outputElement(Operation operation) {
        return element(operation.output());
    }

    private static Optional<QName> element(Optional<Message> of) {
        return of.filter(message -> message.parts().size() == 1)
                .map(message -> message.parts().get(0))
                .flatMap(Part::element);
    }
}
