package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A reader of the bindings and services of one document. */
final class BindingReading {
    private final WsdlTables tables;
    private final UniqueDefinitions unique;
    private final Problems problems;
    private final String targetNamespace;

    BindingReading(WsdlTables tables, UniqueDefinitions unique, Problems problems, String targetNamespace) {
        this.tables = tables;
        this.unique = unique;
        this.problems = problems;
        this.targetNamespace = targetNamespace;
    }

    void binding(XmlElement element) {
        Attributes attributes = new Attributes(element, problems);
        QName name = new QName(targetNamespace, attributes.required("name"));
        Optional<PortType> portType = attributes.lookUp("type", "port type", tables.portTypes);
        Soap soap = soap(element);
        Optional<XmlElement> extension = soapElement(element, soap, "binding");
        Style style = extension.flatMap(this::style).orElse(Style.DOCUMENT);
        List<BindingOperation> operations = new ArrayList<>();
        element.elements(Wsdl.NAMESPACE, "operation").forEach(operation -> {
            BindingOperation read = distinguished(operation(operation, soap, style), operation, portType);
            portType.filter(type -> type.operation(read.name()).isEmpty())
                    .ifPresent(type -> problems.add(
                            "WSDL-MISSING",
                            operation.location(),
                            "port type '" + type.name() + "' has no operation '" + read.name() + "'"));
            operations.add(read);
        });
        Binding binding = new Binding(
                name,
                portType,
                soap,
                style,
                extension.flatMap(e -> e.attribute("transport")),
                element.element(Wsdl.HTTP, "binding").isPresent(),
                operations,
                element.location());
        unique.add("binding", name, element, tables.bindings, binding);
    }

    private static Soap soap(XmlElement binding) {
        if (binding.element(Wsdl.SOAP11, "binding").isPresent()) {
            return Soap.V11;
        }
        return binding.element(Wsdl.SOAP12, "binding").isPresent() ? Soap.V12 : Soap.NONE;
    }

    private static Optional<XmlElement> soapElement(XmlElement parent, Soap soap, String localName) {
        return switch (soap) {
            case V11 -> parent.element(Wsdl.SOAP11, localName);
            case V12 -> parent.element(Wsdl.SOAP12, localName);
            case NONE -> Optional.empty();
        };
    }

    private Optional<Style> style(XmlElement element) {
        Optional<String> text = element.attribute("style");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return switch (text.get()) {
            case "document" -> Optional.of(Style.DOCUMENT);
            case "rpc" -> Optional.of(Style.RPC);
            default -> {
                problems.add(
                        "WSDL-VALUE",
                        element.location(),
                        "'" + text.get() + "' in attribute 'style' is neither 'document' nor 'rpc'");
                yield Optional.empty();
            }
        };
    }

    /** Returns the name of the input of an operation; empty where the document gives none. */
    static Optional<String> inputName(XmlElement operation) {
        return operation.element(Wsdl.NAMESPACE, "input").flatMap(input -> input.attribute("name"));
    }

    /** Returns the binding of an overloaded operation under the name that the operation has in its port type. */
    private static BindingOperation distinguished(
            BindingOperation read, XmlElement element, Optional<PortType> portType) {
        return inputName(element)
                .map(input -> read.name() + Operation.COLON + input)
                .filter(name -> portType.flatMap(type -> type.operation(name)).isPresent())
                .map(read::named)
                .orElse(read);
    }

    private BindingOperation operation(XmlElement element, Soap soap, Style outer) {
        Optional<XmlElement> extension = soapElement(element, soap, "operation");
        List<MessageBinding> faults = element.elements(Wsdl.NAMESPACE, "fault")
                .map(fault -> message(fault, soap, "fault"))
                .toList();
        return new BindingOperation(
                new Attributes(element, problems).required("name"),
                extension.flatMap(this::style).orElse(outer),
                extension.flatMap(e -> e.attribute("soapAction")),
                element.element(Wsdl.NAMESPACE, "input").map(input -> message(input, soap, "body")),
                element.element(Wsdl.NAMESPACE, "output").map(output -> message(output, soap, "body")),
                faults,
                element.location());
    }

    private MessageBinding message(XmlElement element, Soap soap, String bodyName) {
        Optional<XmlElement> body = soapElement(element, soap, bodyName);
        List<HeaderBinding> headers = new ArrayList<>();
        String soapNamespace = soap == Soap.V12 ? Wsdl.SOAP12 : Wsdl.SOAP11;
        element.elements(soapNamespace, "header").forEach(header -> {
            Attributes attributes = new Attributes(header, problems);
            attributes
                    .lookUp("message", "message", tables.messages)
                    .ifPresent(message -> headers.add(new HeaderBinding(
                            message.name(), attributes.required("part"), literal(header), header.location())));
        });
        return new MessageBinding(
                element.attribute("name"),
                body.map(BindingReading::literal).orElse(true),
                body.flatMap(e -> e.attribute("namespace")),
                body.flatMap(e -> e.attribute("parts"))
                        .map(text -> List.of(text.strip().split("\\s+")).stream()
                                .filter(part -> !part.isEmpty())
                                .toList()),
                headers,
                element.location());
    }

    private static boolean literal(XmlElement element) {
        return !element.attribute("use").orElse("literal").equals("encoded");
    }

    void service(XmlElement element) {
        QName name = new QName(targetNamespace, new Attributes(element, problems).required("name"));
        List<Port> ports = new ArrayList<>();
        element.elements(Wsdl.NAMESPACE, "port").forEach(port -> {
            Attributes attributes = new Attributes(port, problems);
            Optional<String> address = port.elements()
                    .filter(child -> child.localName().equals("address"))
                    .filter(child ->
                            List.of(Wsdl.SOAP11, Wsdl.SOAP12, Wsdl.HTTP).contains(child.namespace()))
                    .findFirst()
                    .flatMap(child -> child.attribute("location"));
            ports.add(new Port(
                    attributes.required("name"),
                    attributes.lookUp("binding", "binding", tables.bindings),
                    address,
                    port.location()));
        });
        unique.add("service", name, element, tables.services, new Service(name, ports, element.location()));
    }
}
