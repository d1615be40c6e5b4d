package io.soabench.ode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The ports and bindings of all WSDL documents of a process. */
final class WsdlPorts {

    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SOAP = "http://schemas.xmlsoap.org/wsdl/soap/";

    /** The root elements by path of the document. */
    private final Map<String, Element> definitions = new LinkedHashMap<>();

    private WsdlPorts() {}

    /**
     * Reads the WSDL documents among those of a process.
     *
     * @param documents files by path
     */
    static WsdlPorts read(Map<String, Path> documents) throws IOException {
        WsdlPorts ports = new WsdlPorts();
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            if (!document.getKey().endsWith(".bpel")) {
                try (InputStream in = Files.newInputStream(document.getValue())) {
                    Element root =
                            SafeXml.read(in, document.getValue().toString()).getDocumentElement();
                    if (is(root, WSDL, "definitions")) {
                        ports.definitions.put(document.getKey(), root);
                    }
                }
            }
        }
        return ports;
    }

    /**
     * Returns a port of a service.
     *
     * @param process for messages
     * @throws IOException when there is none, or ODE cannot speak its protocol
     */
    WsdlPort port(String namespace, String service, String port, String process) throws IOException {
        for (Element root : in(namespace)) {
            for (Element element : named(children(root, WSDL, "service"), service)) {
                for (Element found : named(children(element, WSDL, "port"), port)) {
                    return bound(found, process);
                }
            }
        }
        throw new IOException("process " + process + " uses port " + port + " of service " + service + " in namespace "
                + namespace + ", which none of its WSDL documents defines");
    }

    private WsdlPort bound(Element port, String process) throws IOException {
        String name = port.getAttribute("binding");
        String namespace = namespace(port, name);
        String local = name.substring(name.indexOf(':') + 1);
        for (Map.Entry<String, Element> document : definitions.entrySet()) {
            if (!document.getValue().getAttribute("targetNamespace").equals(namespace)) {
                continue;
            }
            for (Element binding : named(children(document.getValue(), WSDL, "binding"), local)) {
                if (children(binding, SOAP, "binding").isEmpty()) {
                    throw new IOException("process " + process + " uses the binding " + local + " of "
                            + document.getKey() + ", which is not one for SOAP 1.1; ODE needs such a binding");
                }
                return new WsdlPort(
                        namespace, local, document.getKey(), namespace(binding, binding.getAttribute("type")));
            }
        }
        throw new IOException("process " + process + " uses port " + port.getAttribute("name") + " with the binding "
                + name + ", which none of its WSDL documents defines");
    }

    /** Returns the namespace of a qualified name in an attribute of an element; empty when it is in none. */
    private static String namespace(Element place, String name) {
        int colon = name.indexOf(':');
        String namespace = place.lookupNamespaceURI(colon < 0 ? null : name.substring(0, colon));
        return namespace == null ? "" : namespace;
    }

    private List<Element> in(String namespace) {
        return definitions.values().stream()
                .filter(root -> root.getAttribute("targetNamespace").equals(namespace))
                .toList();
    }

    private static List<Element> named(List<Element> elements, String name) {
        return elements.stream()
                .filter(e -> e.getAttribute("name").equals(name))
                .toList();
    }

    /** Returns the child elements of that name. */
    static List<Element> children(Element parent, String namespace, String name) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && is(element, namespace, name)) {
                children.add(element);
            }
        }
        return children;
    }

    private static boolean is(Element element, String namespace, String name) {
        String of = element.getNamespaceURI();
        return namespace.equals(of == null ? XMLConstants.NULL_NS_URI : of) && name.equals(element.getLocalName());
    }
}
