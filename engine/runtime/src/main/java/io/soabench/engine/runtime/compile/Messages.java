package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.BindingOperation;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.MessageBinding;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.runtime.kernel.FaultShape;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.schema.PartCheck;
import io.soabench.engine.runtime.schema.PartChecks;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The transport of operations, by the WSDL binding of their port type. SOAP bindings with an address come first.
 * Without any binding, messages with parts of types travel as rpc/literal, others as document/literal.
 */
final class Messages {
    /** The code of a binding without support in this engine. */
    static final String BINDING = PartPlaces.BINDING;

    private final WsdlDefinitions wsdl;
    private final Problems problems;
    private final PartChecks checks;

    Messages(WsdlDefinitions wsdl, Problems problems) {
        this.wsdl = wsdl;
        this.problems = problems;
        this.checks = new PartChecks(wsdl.schemas(), wsdl.schemaSources());
    }

    private Optional<Binding> binding(PortType portType) {
        Optional<Binding> served = wsdl.ports(portType.name()).stream()
                .flatMap(port -> port.port().binding().stream())
                .filter(binding -> binding.soap() != Soap.NONE)
                .findFirst();
        return served.isPresent()
                ? served
                : wsdl.bindings().stream()
                        .filter(binding -> binding.soap() != Soap.NONE
                                && binding.portType()
                                        .filter(type -> type.name().equals(portType.name()))
                                        .isPresent())
                        .findFirst();
    }

    private Optional<BindingOperation> binding(PortType portType, Operation operation) {
        return binding(portType).flatMap(binding -> binding.operation(operation.name()));
    }

    /** Checks the binding of a partner: SOAP, or none at all, which is taken for SOAP. */
    void checkPartner(PortType portType, Location place, String partnerLink) {
        List<Binding> bindings = wsdl.bindings().stream()
                .filter(binding -> binding.portType()
                        .filter(type -> type.name().equals(portType.name()))
                        .isPresent())
                .toList();
        if (bindings.stream().anyMatch(Binding::isHttp)
                && bindings.stream().allMatch(binding -> binding.soap() == Soap.NONE)) {
            problems.add(
                    BINDING,
                    place,
                    "port type '" + portType.name() + "' of the partner of '" + partnerLink
                            + "' has an HTTP binding only (WSDL 1.1, section 4), but partners are called by SOAP; add a"
                            + " SOAP binding");
        }
    }

    boolean isSoap12(PortType portType) {
        return binding(portType).filter(binding -> binding.soap() == Soap.V12).isPresent();
    }

    String soapAction(PortType portType, Operation operation) {
        return binding(portType, operation)
                .flatMap(BindingOperation::soapAction)
                .orElse("");
    }

    /** Returns the pattern of WS-Addressing 1.0 Metadata, section 4.4.4, without the name of the message. */
    static String actionBase(PortType portType, Operation operation) {
        String namespace = portType.name().getNamespaceURI();
        String delimiter = namespace.startsWith("urn:") ? ":" : "/";
        return namespace
                + (namespace.endsWith(delimiter) ? "" : delimiter)
                + portType.name().getLocalPart()
                + delimiter
                + operation.name();
    }

    /**
     * Returns the actions with which a request may come: those that the documents give, and those by default (WS-Addressing 1.0
     * Metadata, section 4.4). Empty when neither the port type nor a binding gives any, since another document may do so.
     */
    List<String> requestActions(PortType portType, Operation operation) {
        List<BindingOperation> bound = wsdl.bindings().stream()
                .filter(binding -> binding.soap() != Soap.NONE
                        && binding.portType()
                                .filter(type -> type.name().equals(portType.name()))
                                .isPresent())
                .flatMap(binding -> binding.operation(operation.name()).stream())
                .toList();
        if (bound.isEmpty() && operation.inputActions().isEmpty()) {
            return List.of();
        }
        Set<String> actions = new LinkedHashSet<>(operation.inputActions());
        bound.stream()
                .flatMap(each -> each.soapAction().stream())
                .filter(action -> !action.isEmpty())
                .forEach(actions::add);
        actions.add(defaultAction(portType, operation, Optional.empty()));
        actions.add(defaultAction(portType, operation, operation.inputName()));
        return List.copyOf(actions);
    }

    /** Returns the action of WS-Addressing of a request that is sent: that of SOAP, else that of the port type, else the default. */
    String sentAction(PortType portType, Operation operation) {
        String soapAction = soapAction(portType, operation);
        return soapAction.isEmpty()
                ? operation.inputActions().stream()
                        .findFirst()
                        .orElseGet(() -> defaultAction(portType, operation, operation.inputName()))
                : soapAction;
    }

    private static String defaultAction(PortType portType, Operation operation, Optional<String> inputName) {
        String base = actionBase(portType, operation);
        String prefix = base.substring(0, base.length() - operation.name().length());
        return prefix + inputName.orElse(operation.name() + (operation.isRequestResponse() ? "Request" : ""));
    }

    MessageShape input(PortType portType, Operation operation) {
        Optional<BindingOperation> bound = binding(portType, operation);
        return shape(
                portType,
                operation,
                operation.input().orElseThrow(),
                bound,
                bound.flatMap(BindingOperation::input),
                operation.name());
    }

    /** Returns the form of the answer; null for one-way operations. */
    MessageShape output(PortType portType, Operation operation) {
        if (!operation.isRequestResponse()) {
            return null;
        }
        Optional<BindingOperation> bound = binding(portType, operation);
        return shape(
                portType,
                operation,
                operation.output().orElseThrow(),
                bound,
                bound.flatMap(BindingOperation::output),
                operation.name() + "Response");
    }

    List<FaultShape> faults(PortType portType, Operation operation) {
        binding(portType, operation)
                .ifPresent(bound -> bound.faults().forEach(fault -> PartPlaces.checkLiteral(fault, problems)));
        operation.faults().stream()
                .filter(fault -> fault.message()
                        .filter(message -> message.parts().size() > 1)
                        .isPresent())
                .forEach(fault -> problems.add(
                        Leniency.DOCUMENT_PARTS,
                        BINDING,
                        fault.location(),
                        "the message of fault '" + fault.name() + "' of operation '" + operation.name() + "' has "
                                + fault.message().get().parts().size()
                                + " parts, of which a SOAP fault takes one (WSDL 1.1, section 3.6); put them into one"
                                + " element"));
        return operation.faults().stream()
                .filter(fault -> fault.message().isPresent())
                .map(fault -> new FaultShape(
                        new QualifiedName(portType.name().getNamespaceURI(), fault.name()),
                        new MessageShape(
                                SlotLayout.name(fault.message().get().name()),
                                null,
                                parts(fault.message().get(), part -> MessageShape.Place.BODY))))
                .toList();
    }

    private MessageShape shape(
            PortType portType,
            Operation operation,
            Message message,
            Optional<BindingOperation> bound,
            Optional<MessageBinding> binding,
            String wrapper) {
        Location place = binding.map(MessageBinding::location)
                .or(() -> bound.map(BindingOperation::location))
                .orElse(operation.location());
        PartPlaces places = new PartPlaces(message, binding, place, problems);
        List<Part> inBody = message.parts().stream()
                .filter(part -> places.of(part) == MessageShape.Place.BODY)
                .toList();
        boolean typed = inBody.stream().anyMatch(part -> part.type().isPresent());
        boolean rpc = bound.map(BindingOperation::style)
                .map(style -> style == Style.RPC)
                .orElse(typed);
        String name = message.name().getLocalPart();
        if (!rpc && inBody.size() > 1) {
            problems.add(
                    Leniency.DOCUMENT_PARTS,
                    BINDING,
                    place,
                    "message '" + name + "' has " + inBody.size() + " parts in document style; a SOAP body takes one:"
                            + " name it in the attribute 'parts' of 'soap:body', or use rpc or one part");
        }
        if (!rpc && typed) {
            problems.add(
                    Leniency.DOCUMENT_PARTS,
                    BINDING,
                    place,
                    "message '" + name
                            + "' has a part of a type in document style; give the part an element or use rpc");
        }
        String namespace = binding.flatMap(MessageBinding::namespace)
                .orElse(portType.name().getNamespaceURI());
        return new MessageShape(
                SlotLayout.name(message.name()),
                rpc ? new QualifiedName(namespace, wrapper) : null,
                parts(message, places::of));
    }

    private List<MessageShape.Part> parts(Message message, Function<Part, MessageShape.Place> places) {
        return message.parts().stream()
                .map(part -> new MessageShape.Part(
                        part.name(),
                        part.element().map(SlotLayout::name).orElse(null),
                        check(part),
                        places.apply(part)))
                .toList();
    }

    private PartCheck check(Part part) {
        return part.element()
                .map(checks::element)
                .or(() -> part.type().map(checks::type))
                .orElse(PartCheck.ANYTHING);
    }
}
