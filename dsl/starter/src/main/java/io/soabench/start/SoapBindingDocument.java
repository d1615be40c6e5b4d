package io.soabench.start;

import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.BindingOperation;
import io.soabench.contracts.wsdl.Fault;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.MessageBinding;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * A WSDL document with SOAP 1.1 bindings and services for port types of other documents. The use is literal. Actions,
 * styles, wrappers and headers are those of another binding of the port type, if there is one. Else the style is
 * document where each message has one element, else rpc (WS-I Basic Profile 1.1, section 4.4).
 */
final class SoapBindingDocument {

    /** The prefix of WSDL where the default namespace is not free. */
    private static final String WSDL_PREFIX = "w";

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
     * @param given another binding of the port type, if there is one
     */
    private record Entry(PortType type, Optional<Binding> given) {

        Optional<BindingOperation> operation(Operation operation) {
            return given.flatMap(binding -> binding.operation(operation.name()));
        }
    }

    /**
     * Creates an empty document.
     *
     * @param name of its services, and the end of its namespace
     * @param file future place of the document; imports are relative to it
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

    /** Returns the name of the document, which is also the name of its file without ending. */
    String name() {
        return name;
    }

    /**
     * Offers a port type.
     *
     * @param given another binding of the port type, if there is one
     * @param wsdl in which the messages of headers are found
     */
    SoapBindingDocument with(PortType type, Optional<Binding> given, WsdlDefinitions wsdl) {
        use(type.name(), type.location().file());
        given.stream()
                .flatMap(binding -> binding.operations().stream())
                .flatMap(operation -> Stream.concat(operation.input().stream(), operation.output().stream()))
                .flatMap(message -> message.headers().stream())
                .flatMap(header -> wsdl.message(header.message()).stream())
                .forEach(message -> use(message.name(), message.location().file()));
        entries.add(new Entry(type, given));
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
                + "<!-- Added by soabench:init: how the port types of the imported documents are reached by SOAP 1.1"
                + (entries.stream().anyMatch(entry -> entry.given().isPresent()) ? "" : ", which no document says")
                + ". -->\n"
                + "<" + wsdlPrefix() + "definitions name=\"" + IndentedXml.escaped(name) + "\" targetNamespace=\""
                + namespace()
                + "\"\n"
                + "    xmlns" + (wsdlPrefix().isEmpty() ? "" : ":" + WSDL_PREFIX)
                + "=\"http://schemas.xmlsoap.org/wsdl/\"\n"
                + "    xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\"\n"
                + "    xmlns:tns=\"" + namespace() + "\"");
        prefixes.forEach((namespace, prefix) -> {
            if (!namespace.isEmpty()) {
                out.append("\n    xmlns:")
                        .append(prefix)
                        .append("=\"")
                        .append(IndentedXml.escaped(namespace))
                        .append('"');
            }
        });
        out.append(">\n");
        imports.forEach((location, namespace) -> out.append("  <")
                .append(wsdlPrefix())
                .append("import")
                .append(namespace.isEmpty() ? "" : " namespace=\"" + IndentedXml.escaped(namespace) + '"')
                .append(" location=\"")
                .append(IndentedXml.location(location))
                .append("\"/>\n"));
        entries.forEach(entry -> binding(entry, out));
        entries.forEach(entry -> service(entry, out));
        return out.append("</").append(wsdlPrefix()).append("definitions>\n").toString();
    }

    private String namespace() {
        return "urn:soabench:init:" + name;
    }

    /** Returns the prefix of WSDL with its colon; empty where the default namespace is free for WSDL. */
    private String wsdlPrefix() {
        return prefixes.containsKey("") ? WSDL_PREFIX + ":" : "";
    }

    private String qualified(QName component) {
        String namespace = component.getNamespaceURI();
        return (namespace.isEmpty() ? "" : prefixes.get(namespace) + ":") + component.getLocalPart();
    }

    private void binding(Entry entry, StringBuilder out) {
        boolean document = entry.type().operations().stream().allMatch(SoapBindingDocument::isDocument);
        Style otherwise = entry.given().map(Binding::style).orElse(document ? Style.DOCUMENT : Style.RPC);
        String local = entry.type().name().getLocalPart();
        out.append("  <")
                .append(wsdlPrefix())
                .append("binding name=\"")
                .append(local)
                .append("Soap\" type=\"")
                .append(qualified(entry.type().name()))
                .append("\">\n    <soap:binding style=\"")
                .append(word(otherwise))
                .append("\" transport=\"http://schemas.xmlsoap.org/soap/http\"/>\n");
        for (Operation operation : entry.type().operations()) {
            Optional<BindingOperation> given = entry.operation(operation);
            Style style = given.map(BindingOperation::style).orElse(otherwise);
            out.append("    <")
                    .append(wsdlPrefix())
                    .append("operation name=\"")
                    .append(operation.name())
                    .append("\">\n      <soap:operation soapAction=\"")
                    .append(IndentedXml.escaped(
                            given.flatMap(BindingOperation::soapAction).orElse("")))
                    .append(style == otherwise ? "\"/>\n" : "\" style=\"" + word(style) + "\"/>\n");
            message("input", given.flatMap(BindingOperation::input), style, entry.type(), out);
            if (operation.isRequestResponse()) {
                message("output", given.flatMap(BindingOperation::output), style, entry.type(), out);
            }
            for (Fault fault : operation.faults()) {
                out.append("      <")
                        .append(wsdlPrefix())
                        .append("fault name=\"")
                        .append(fault.name())
                        .append("\"><soap:fault name=\"")
                        .append(fault.name())
                        .append("\" use=\"literal\"/></")
                        .append(wsdlPrefix())
                        .append("fault>\n");
            }
            out.append("    </").append(wsdlPrefix()).append("operation>\n");
        }
        out.append("  </").append(wsdlPrefix()).append("binding>\n");
    }

    private static String word(Style style) {
        return style.name().toLowerCase(Locale.ROOT);
    }

    private void message(
            String element, Optional<MessageBinding> given, Style style, PortType type, StringBuilder out) {
        out.append("      <").append(wsdlPrefix()).append(element).append('>');
        given.stream().flatMap(each -> each.headers().stream()).forEach(header -> out.append("<soap:header message=\"")
                .append(qualified(header.message()))
                .append("\" part=\"")
                .append(header.part())
                .append("\" use=\"literal\"/>"));
        out.append("<soap:body use=\"literal\"");
        given.flatMap(MessageBinding::bodyParts)
                .ifPresent(parts ->
                        out.append(" parts=\"").append(String.join(" ", parts)).append('"'));
        if (style == Style.RPC) {
            out.append(" namespace=\"")
                    .append(IndentedXml.escaped(given.flatMap(MessageBinding::namespace)
                            .orElse(type.name().getNamespaceURI())))
                    .append('"');
        }
        out.append("/></").append(wsdlPrefix()).append(element).append(">\n");
    }

    private static boolean isDocument(Operation operation) {
        return Stream.concat(operation.input().stream(), operation.output().stream())
                .map(Message::parts)
                .allMatch(parts ->
                        parts.size() <= 1 && parts.stream().map(Part::element).allMatch(Optional::isPresent));
    }

    private void service(Entry entry, StringBuilder out) {
        String local = entry.type().name().getLocalPart();
        out.append("  <")
                .append(wsdlPrefix())
                .append("service name=\"")
                .append(local)
                .append("Service\">\n    <")
                .append(wsdlPrefix())
                .append("port name=\"")
                .append(portName(entry))
                .append("\" binding=\"tns:")
                .append(local)
                .append("Soap\"><soap:address location=\"http://127.0.0.1:8080/")
                .append(IndentedXml.location(local))
                .append("\"/></")
                .append(wsdlPrefix())
                .append("port>\n  </")
                .append(wsdlPrefix())
                .append("service>\n");
    }
}
