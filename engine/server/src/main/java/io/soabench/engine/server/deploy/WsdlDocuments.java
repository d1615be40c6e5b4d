package io.soabench.engine.server.deploy;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.EntryNames;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlNode;
import io.soabench.contracts.source.XmlReading;
import io.soabench.contracts.source.XmlWriting;
import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;

/**
 * The documents that a service returns for {@code ?wsdl} and for the references in that document. Used by one thread.
 *
 * <p>The documents are the WSDL files of the archive with the real address of the service. A port type without a SOAP
 * port gets a binding and a service. References to other files of the archive become references to {@code ?resource=…}.
 * Files are read as XML in any encoding, and written in UTF-8.
 */
final class WsdlDocuments {
    private static final String SOAP = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String SOAP_12 = "http://schemas.xmlsoap.org/wsdl/soap12/";
    private static final String HTTP = "http://schemas.xmlsoap.org/wsdl/http/";
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";
    private static final String LOCATION = "location";
    private static final Set<String> REFERRING = Set.of("import", "include", "redefine");

    // The prefixes of the elements that are added to a document: of WSDL, SOAP and the port type.
    private static final String WSDL_PREFIX = "w";
    private static final String SOAP_PREFIX = "sb";
    private static final String PORT_TYPE_PREFIX = "pt";

    private final Map<String, byte[]> entries;
    private final EntryNames names;
    private final ProcessDefinition definition;
    private final PortType portType;
    private final List<ServiceOperation> operations;
    private final String url;
    /** The entries that the returned documents refer to by {@code ?resource=…}. */
    private final Set<String> referred = new TreeSet<>();

    /**
     * Makes the documents of one service.
     *
     * @param entries the files of the archive
     * @param definition the process
     * @param portType the port type of the service
     * @param operations the operations of the service
     * @param url the address of the service
     */
    WsdlDocuments(
            Map<String, byte[]> entries,
            ProcessDefinition definition,
            PortType portType,
            List<ServiceOperation> operations,
            String url) {
        this.entries = entries;
        this.names = new EntryNames(entries.keySet());
        this.definition = definition;
        this.portType = portType;
        this.operations = operations;
        this.url = url;
    }

    /**
     * Returns the documents by the query of their URL: {@code wsdl}, and {@code resource=} with the name of the file.
     */
    Map<String, byte[]> documents() {
        Map<String, byte[]> documents = new HashMap<>();
        documents.put("wsdl", serviceDescription());
        for (String name : entries.keySet()) {
            if (isNamedAsDocument(name)) {
                referred.add(name);
            }
        }
        // Each document may add files to those that are referred to.
        Set<String> done = new HashSet<>();
        while (done.size() < referred.size()) {
            for (String name : List.copyOf(referred)) {
                if (done.add(name)) {
                    documents.put(resourceQuery(name), document(name, root -> root));
                }
            }
        }
        return documents;
    }

    /**
     * Returns the document with a SOAP port for the port type. If there is none, returns the document with the port
     * type, and adds a port.
     */
    private byte[] serviceDescription() {
        Optional<String> served = definition.wsdl().ports(portType.name()).stream()
                .filter(port -> port.port()
                        .binding()
                        .map(Binding::soap)
                        .filter(soap -> soap != Soap.NONE)
                        .isPresent())
                .filter(port -> port.port().address().isPresent())
                .map(WsdlDefinitions.ServicePort::service)
                .map(service -> entry(service.location().file()))
                .findFirst();
        return served.isPresent()
                ? document(served.get(), root -> root)
                : document(entry(portType.location().file()), this::withPort);
    }

    /** Returns the entry of a file in a location, whose path may have more steps than the name of the entry. */
    private String entry(String file) {
        return entries.containsKey(file) ? file : Documents.name(Path.of(file));
    }

    private static String resourceQuery(String name) {
        return "resource=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /**
     * Returns an entry with the addresses and references of this service; unchanged if it is no XML.
     *
     * @param change a change of the root element before that
     */
    private byte[] document(String name, UnaryOperator<XmlElement> change) {
        byte[] content = entries.getOrDefault(name, new byte[0]);
        return XmlReading.read(name, content, new Problems())
                .map(change)
                .map(root -> readdressed(name, root))
                .map(root -> ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + XmlWriting.text(root))
                        .getBytes(StandardCharsets.UTF_8))
                .orElse(content);
    }

    /** Returns an element of an entry with the addresses and references of this service, and notes the references. */
    private XmlElement readdressed(String name, XmlElement element) {
        Map<QName, String> attributes = new LinkedHashMap<>(element.attributes());
        if (isAddress(element)) {
            attributes.put(new QName(LOCATION), url);
        } else if (isReference(element)) {
            String attribute = element.namespace().equals(WSDL) ? LOCATION : "schemaLocation";
            element.attribute(attribute)
                    .map(reference -> names.referred(name, reference))
                    .filter(found -> found.size() == 1 && isDocument(found.get(0)))
                    .ifPresent(found -> {
                        attributes.put(new QName(attribute), url + "?" + resourceQuery(found.get(0)));
                        referred.add(found.get(0));
                    });
        }
        List<XmlNode> children = new ArrayList<>();
        for (XmlNode child : element.children()) {
            children.add(child instanceof XmlElement inner ? readdressed(name, inner) : child);
        }
        return new XmlElement(element.name(), attributes, element.namespaces(), children, element.location());
    }

    private static boolean isNamedAsDocument(String name) {
        return name.endsWith(".wsdl") || name.endsWith(".xsd");
    }

    /** Returns true if an entry is a document of the contract, unlike the process and its descriptor. */
    private boolean isDocument(String name) {
        return isNamedAsDocument(name)
                || XmlReading.read(name, entries.getOrDefault(name, new byte[0]), new Problems())
                        .filter(root -> root.namespace().equals(WSDL)
                                || root.namespace().equals(SCHEMA))
                        .isPresent();
    }

    private static boolean isAddress(XmlElement element) {
        return element.localName().equals("address")
                && List.of(SOAP, SOAP_12, HTTP).contains(element.namespace());
    }

    private static boolean isReference(XmlElement element) {
        return REFERRING.contains(element.localName())
                && (element.namespace().equals(WSDL) || element.namespace().equals(SCHEMA));
    }

    // ---- a port for a port type that has none

    /** Returns the definitions with a binding of the port type, and a service with a port for it. */
    private XmlElement withPort(XmlElement definitions) {
        List<XmlNode> children = new ArrayList<>(definitions.children());
        String namespace = definitions.attribute("targetNamespace").orElse("");
        String name = freeName(definitions);
        children.add(binding(name, definitions.location()));
        children.add(service(name, namespace, definitions.location()));
        return new XmlElement(
                definitions.name(),
                definitions.attributes(),
                definitions.namespaces(),
                children,
                definitions.location());
    }

    /** Returns the beginning of names for a binding and a service that the document does not have yet. */
    private String freeName(XmlElement definitions) {
        List<String> taken = definitions
                .elements()
                .filter(child -> child.namespace().equals(WSDL))
                .flatMap(child -> child.attribute("name").stream())
                .toList();
        String name = portType.name().getLocalPart();
        while (taken.contains(name + "SoapBinding") || taken.contains(name + "Service")) {
            name += "_";
        }
        return name;
    }

    private XmlElement element(
            String namespace, String name, Map<String, String> attributes, List<XmlNode> children, Location place) {
        Map<QName, String> named = new LinkedHashMap<>();
        new TreeMap<>(attributes).forEach((key, value) -> named.put(new QName(key), value));
        String prefix = namespace.equals(WSDL) ? WSDL_PREFIX : SOAP_PREFIX;
        Map<String, String> namespaces = Map.of(
                WSDL_PREFIX,
                WSDL,
                SOAP_PREFIX,
                SOAP,
                PORT_TYPE_PREFIX,
                portType.name().getNamespaceURI());
        return new XmlElement(new QName(namespace, name, prefix), named, namespaces, children, place);
    }

    private XmlElement binding(String name, Location place) {
        List<XmlNode> children = new ArrayList<>();
        children.add(element(
                SOAP, "binding", Map.of("transport", "http://schemas.xmlsoap.org/soap/http"), List.of(), place));
        portType.operations().forEach(operation -> children.add(operation(operation, place)));
        return element(
                WSDL,
                "binding",
                Map.of(
                        "name",
                        name + "SoapBinding",
                        "type",
                        PORT_TYPE_PREFIX + ":" + portType.name().getLocalPart()),
                children,
                place);
    }

    private XmlElement service(String name, String namespace, Location place) {
        XmlElement address = element(SOAP, "address", Map.of(LOCATION, url), List.of(), place);
        XmlElement port = element(
                WSDL,
                "port",
                Map.of(
                        "name",
                        name + "Port",
                        "binding",
                        (namespace.isEmpty() ? "" : PORT_TYPE_PREFIX + ":") + name + "SoapBinding"),
                List.of(address),
                place);
        return element(WSDL, "service", Map.of("name", name + "Service"), List.of(port), place);
    }

    /**
     * Returns the operation of a binding. Its style is the one in which the process reads the message: rpc if the parts
     * have a wrapper, otherwise document. It is document, too, for an operation that the process does not have.
     */
    private XmlElement operation(Operation operation, Location place) {
        MessageShape input = operations.stream()
                .filter(candidate -> candidate.name().equals(operation.name()))
                .map(ServiceOperation::input)
                .findFirst()
                .orElse(null);
        boolean rpc = input != null && input.wrapper() != null;
        Map<String, String> bodyAttributes =
                rpc ? Map.of("use", "literal", "namespace", input.wrapper().namespace()) : Map.of("use", "literal");
        List<XmlNode> children = new ArrayList<>();
        children.add(element(
                SOAP, "operation", Map.of("soapAction", "", "style", rpc ? "rpc" : "document"), List.of(), place));
        XmlElement body = element(SOAP, "body", bodyAttributes, List.of(), place);
        children.add(element(WSDL, "input", Map.of(), List.of(body), place));
        if (operation.isRequestResponse()) {
            children.add(element(WSDL, "output", Map.of(), List.of(body), place));
            operation.faults().forEach(fault -> {
                XmlElement literal =
                        element(SOAP, "fault", Map.of("use", "literal", "name", fault.name()), List.of(), place);
                children.add(element(WSDL, "fault", Map.of("name", fault.name()), List.of(literal), place));
            });
        }
        return element(WSDL, "operation", Map.of("name", operation.name()), children, place);
    }
}
