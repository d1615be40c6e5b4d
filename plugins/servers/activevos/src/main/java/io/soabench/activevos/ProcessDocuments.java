package io.soabench.activevos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** The parsed WSDL and schema documents of a process. */
final class ProcessDocuments {

    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SOAP = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

    /** The root elements by path. */
    private final Map<String, Element> wsdls = new TreeMap<>();

    private final Map<String, Element> schemas = new TreeMap<>();

    private ProcessDocuments() {}

    /**
     * Reads those documents of a process that are WSDL or XML Schema.
     *
     * @throws IOException when one is not well-formed; the message is for the user
     */
    static ProcessDocuments read(Map<String, Path> files) throws IOException {
        ProcessDocuments documents = new ProcessDocuments();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            Element root = parse(file.getKey(), file.getValue()).getDocumentElement();
            if (is(root, WSDL, "definitions")) {
                documents.wsdls.put(file.getKey(), root);
            } else if (is(root, SCHEMA, "schema")) {
                documents.schemas.put(file.getKey(), root);
            }
        }
        return documents;
    }

    private static Document parse(String path, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // Without it, errors would also be printed.
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(in);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the Java platform's XML parser lacks a feature", e);
        } catch (SAXException e) {
            throw new IOException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the target namespace by path of the WSDL documents, sorted. */
    Map<String, String> wsdls() {
        return namespaces(wsdls);
    }

    /** Returns the target namespace by path of the schemas, sorted. */
    Map<String, String> schemas() {
        return namespaces(schemas);
    }

    private static Map<String, String> namespaces(Map<String, Element> roots) {
        Map<String, String> namespaces = new TreeMap<>();
        roots.forEach((path, root) -> namespaces.put(path, root.getAttribute("targetNamespace")));
        return namespaces;
    }

    /**
     * Returns whether a port's binding has the style rpc.
     *
     * @param process for messages
     * @throws IOException when there is no such port, or its binding is not one for SOAP 1.1
     */
    boolean rpc(String namespace, String service, String port, String process) throws IOException {
        for (Element root : in(namespace)) {
            for (Element element : named(children(root, WSDL, "service"), service)) {
                for (Element found : named(children(element, WSDL, "port"), port)) {
                    return style(found, process).equals("rpc");
                }
            }
        }
        throw new IOException("process " + process + " uses port " + port + " of service " + service + " in namespace "
                + namespace + ", which none of its WSDL documents defines");
    }

    private String style(Element port, String process) throws IOException {
        String name = port.getAttribute("binding");
        int colon = name.indexOf(':');
        String namespace = port.lookupNamespaceURI(colon < 0 ? null : name.substring(0, colon));
        for (Element root : in(namespace)) {
            for (Element binding : named(children(root, WSDL, "binding"), name.substring(colon + 1))) {
                List<Element> soap = children(binding, SOAP, "binding");
                if (!soap.isEmpty()) {
                    return soap.get(0).getAttribute("style");
                }
            }
        }
        throw new IOException("process " + process + " uses port " + port.getAttribute("name") + " with the binding "
                + name + ", for which none of its WSDL documents has a binding for SOAP 1.1; add one");
    }

    private List<Element> in(String namespace) {
        return wsdls.values().stream()
                .filter(root -> root.getAttribute("targetNamespace").equals(namespace))
                .toList();
    }

    private static List<Element> named(List<Element> elements, String name) {
        return elements.stream()
                .filter(e -> e.getAttribute("name").equals(name))
                .toList();
    }

    private static List<Element> children(Element parent, String namespace, String name) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && is(element, namespace, name)) {
                children.add(element);
            }
        }
        return children;
    }

    private static boolean is(Element element, String namespace, String name) {
        return namespace.equals(element.getNamespaceURI()) && name.equals(element.getLocalName());
    }
}
