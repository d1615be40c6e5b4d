package io.soabench.start;

import io.soabench.contracts.wsdl.Fault;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.PortType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * A WSDL document with SOAP 1.1 bindings and services for port types of other documents. The use is literal. The
 * style is document where each message has one element, else rpc (WS-I Basic Profile 1.1, section 4.4).
 */
final class SoapBindingDocument {

    private final String name;
    private final Path file;
    private final Map<String, String> prefixes = new LinkedHashMap<>();
    /** Namespaces by location. */
    private final Map<String, String> imports = new LinkedHashMap<>();

    private final List<Entry> entries = new ArrayList<>();

    /**
     * A port.
     *
     * @param type its port type
     * @param operations the operations of that type that it offers
     * @param own whether the document declares a new port type with just these operations
     */
    private record Entry(PortType type, List<Operation> operations, boolean own) {}

    /**
     * Creates an empty document.
     *
     * @param name of its services, and the end of its namespace
     * @param file where it will be; imports are relative to it
     */
    SoapBindingDocument(String name, Path file) {
        this.name = name;
        this.file = file;
    }

    /** Imports one more document, because other documents need its definitions without importing it. */
    SoapBindingDocument importing(String namespace, String document) {
        imports.put(file.getParent().relativize(Path.of(document)).toString().replace('\\', '/'), namespace);
        return this;
    }

    /** Returns its name, and that of its file without ending. */
    String name() {
        return name;
    }

    /** Offers a port type. */
    SoapBindingDocument with(PortType type) {
        use(type.name(), type.location().file());
        entries.add(new Entry(type, type.operations(), false));
        return this;
    }

    /** Offers one operation of a port type only. */
    SoapBindingDocument with(PortType type, Operation operation) {
        Stream.concat(
                        Stream.concat(operation.input().stream(), operation.output().stream()),
                        operation.faults().stream().flatMap(fault -> fault.message().stream()))
                .forEach(message -> use(message.name(), message.location().file()));
        entries.add(new Entry(type, List.of(operation), true));
        return this;
    }

    private void use(QName component, String document) {
        importing(component.getNamespaceURI(), document);
        prefixes.computeIfAbsent(component.getNamespaceURI(), absent -> "p" + (prefixes.size() + 1));
    }

    /** Returns the name of the port of the n-th port type, from 0. */
    String port(int n) {
        return portName(entries.get(n));
    }

    private static String portName(Entry entry) {
        return entry.type().name().getLocalPart() + "Port";
    }

    /** Returns the document. */
    String text() {
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<!-- Added by soabench:init: how the port types of the imported documents are reached by SOAP, which no document says. -->\n"
                + "<definitions name=\"" + IndentedXml.escaped(name) + "\" targetNamespace=\"" + namespace() + "\"\n"
                + "    xmlns=\"http://schemas.xmlsoap.org/wsdl/\"\n"
                + "    xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\"\n"
                + "    xmlns:tns=\"" + namespace() + "\"");
        prefixes.forEach((namespace, prefix) -> out.append("\n    xmlns:")
                .append(prefix)
                .append("=\"")
                .append(IndentedXml.escaped(namespace))
                .append('"'));
        out.append(">\n");
        imports.forEach((location, namespace) -> out.append("  <import namespace=\"")
                .append(IndentedXml.escaped(namespace))
                .append("\" location=\"")
                .append(IndentedXml.location(location))
                .append("\"/>\n"));
        entries.stream().filter(Entry::own).forEach(entry -> portType(entry, out));
        entries.forEach(entry -> binding(entry, out));
        entries.forEach(entry -> service(entry, out));
        return out.append("</definitions>\n").toString();
    }

    private String namespace() {
        return "urn:soabench:init:" + name;
    }

    private void portType(Entry entry, StringBuilder out) {
        out.append("  <portType name=\"")
                .append(entry.type().name().getLocalPart())
                .append("\">\n");
        for (Operation operation : entry.operations()) {
            out.append("    <operation name=\"").append(operation.name()).append("\">\n");
            operation.input().ifPresent(message -> out.append("      <input message=\"")
                    .append(qualified(message.name()))
                    .append("\"/>\n"));
            operation.output().ifPresent(message -> out.append("      <output message=\"")
                    .append(qualified(message.name()))
                    .append("\"/>\n"));
            for (Fault fault : operation.faults()) {
                fault.message().ifPresent(message -> out.append("      <fault name=\"")
                        .append(fault.name())
                        .append("\" message=\"")
                        .append(qualified(message.name()))
                        .append("\"/>\n"));
            }
            out.append("    </operation>\n");
        }
        out.append("  </portType>\n");
    }

    private String qualified(QName component) {
        return prefixes.get(component.getNamespaceURI()) + ":" + component.getLocalPart();
    }

    private void binding(Entry entry, StringBuilder out) {
        boolean document = entry.operations().stream().allMatch(SoapBindingDocument::isDocument);
        String local = entry.type().name().getLocalPart();
        out.append("  <binding name=\"")
                .append(local)
                .append("Soap\" type=\"")
                .append(entry.own() ? "tns:" + local : qualified(entry.type().name()))
                .append("\">\n    <soap:binding style=\"")
                .append(document ? "document" : "rpc")
                .append("\" transport=\"http://schemas.xmlsoap.org/soap/http\"/>\n");
        String body = document
                ? "<soap:body use=\"literal\"/>"
                : "<soap:body use=\"literal\" namespace=\""
                        + IndentedXml.escaped(entry.type().name().getNamespaceURI()) + "\"/>";
        for (Operation operation : entry.operations()) {
            out.append("    <operation name=\"")
                    .append(operation.name())
                    .append("\">\n      <soap:operation soapAction=\"\"/>\n      <input>")
                    .append(body)
                    .append("</input>\n");
            if (operation.isRequestResponse()) {
                out.append("      <output>").append(body).append("</output>\n");
            }
            for (Fault fault : operation.faults()) {
                out.append("      <fault name=\"")
                        .append(fault.name())
                        .append("\"><soap:fault name=\"")
                        .append(fault.name())
                        .append("\" use=\"literal\"/></fault>\n");
            }
            out.append("    </operation>\n");
        }
        out.append("  </binding>\n");
    }

    private static boolean isDocument(Operation operation) {
        return Stream.concat(operation.input().stream(), operation.output().stream())
                .map(Message::parts)
                .allMatch(parts ->
                        parts.size() <= 1 && parts.stream().map(Part::element).allMatch(Optional::isPresent));
    }

    private void service(Entry entry, StringBuilder out) {
        String local = entry.type().name().getLocalPart();
        out.append("  <service name=\"")
                .append(local)
                .append("Service\">\n    <port name=\"")
                .append(portName(entry))
                .append("\" binding=\"tns:")
                .append(local)
                .append("Soap\"><soap:address location=\"http://127.0.0.1:8080/")
                .append(IndentedXml.location(local))
                .append("\"/></port>\n  </service>\n");
    }
}
