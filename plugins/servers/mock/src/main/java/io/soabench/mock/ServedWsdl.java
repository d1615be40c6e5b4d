package io.soabench.mock;

import com.fasterxml.aalto.UncheckedStreamException;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import com.fasterxml.aalto.stax.OutputFactoryImpl;
import io.soabench.plan.MockPlan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * The WSDL of a service and its imports, as the mock serves them. The port has its true address. References among the
 * documents lead to {@code <address>?wsdl=<path>} and {@code <address>?xsd=<path>}. Immutable, safe for use by many
 * threads.
 */
final class ServedWsdl {

    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

    private static final Set<String> SCHEMA_REFERENCES = Set.of("import", "include", "redefine");
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    private static final XMLInputFactory READERS = readers();
    private static final XMLOutputFactory WRITERS = new OutputFactoryImpl();

    private final MockPlan plan;
    /** The content by path, relative to the folder of the main document, with {@code /}. */
    private final Map<String, byte[]> documents;

    private final String main;

    /**
     * Creates the documents.
     *
     * @param documents content by path within the mock's folder
     */
    ServedWsdl(MockPlan plan, Map<String, byte[]> documents) {
        this.plan = plan;
        this.documents = new TreeMap<>();
        Path file = Path.of(plan.wsdl());
        Path folder = file.getParent() == null ? Path.of("") : file.getParent();
        documents.forEach((path, content) ->
                this.documents.put(folder.relativize(Path.of(path)).toString().replace('\\', '/'), content));
        main = file.getFileName().toString();
    }

    private static XMLInputFactory readers() {
        InputFactoryImpl factory = new InputFactoryImpl();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    /**
     * Returns a document as clients get it.
     *
     * @param path as in a reference of another document; empty for the main one
     * @param address the service's address, which the client can reach
     * @return empty when there is no such document
     * @throws XMLStreamException when it is not well-formed
     */
    Optional<byte[]> document(String path, String address) throws XMLStreamException {
        String name = path.isEmpty() ? main : path;
        byte[] content = documents.get(name);
        if (content == null) {
            return Optional.empty();
        }
        try {
            XMLStreamReader reader = READERS.createXMLStreamReader(new ByteArrayInputStream(content));
            ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 256);
            XMLStreamWriter writer = WRITERS.createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            new Copy(name, address, reader, writer).run();
            writer.close();
            reader.close();
            return Optional.of(out.toByteArray());
        } catch (UncheckedStreamException e) {
            throw new XMLStreamException(e.getMessage(), e);
        }
    }

    /** Reads every document once. */
    void check() throws XMLStreamException {
        for (String path : documents.keySet()) {
            try {
                document(path, "");
            } catch (XMLStreamException e) {
                throw new XMLStreamException(path + " is not well-formed XML: " + e.getMessage(), e);
            }
        }
    }

    /** A copy of one document, event by event. */
    private final class Copy {
        private final String base;
        private final String address;
        private final XMLStreamReader reader;
        private final XMLStreamWriter writer;
        /** The position of the reader: true within the WSDL service and port of the plan. */
        private boolean inService;

        private boolean inPort;

        Copy(String base, String address, XMLStreamReader reader, XMLStreamWriter writer) {
            this.base = base;
            this.address = address;
            this.reader = reader;
            this.writer = writer;
        }

        void run() throws XMLStreamException {
            writer.writeStartDocument("UTF-8", "1.0");
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> start();
                    case XMLStreamConstants.END_ELEMENT -> end();
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                        writer.writeCharacters(reader.getText());
                    case XMLStreamConstants.COMMENT -> writer.writeComment(reader.getText());
                    case XMLStreamConstants.DTD ->
                        throw new XMLStreamException("it has a document type declaration; remove it");
                    default -> {
                        // White space outside the root and processing instructions mean nothing to readers of WSDL.
                    }
                }
            }
            writer.writeEndDocument();
        }

        private void start() throws XMLStreamException {
            String namespace = text(reader.getNamespaceURI());
            String name = reader.getLocalName();
            writer.writeStartElement(text(reader.getPrefix()), name, namespace);
            for (int i = 0; i < reader.getNamespaceCount(); i++) {
                writer.writeNamespace(text(reader.getNamespacePrefix(i)), text(reader.getNamespaceURI(i)));
            }
            if (namespace.equals(WSDL)) {
                if (name.equals("service")) {
                    inService = plan.wsdlService().equals(reader.getAttributeValue(null, "name"));
                } else if (name.equals("port")) {
                    inPort = inService && plan.wsdlPort().equals(reader.getAttributeValue(null, "name"));
                }
            }
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                attribute(namespace, name, i);
            }
        }

        private void attribute(String namespace, String element, int i) throws XMLStreamException {
            String attributeNamespace = text(reader.getAttributeNamespace(i));
            String name = reader.getAttributeLocalName(i);
            String value = reader.getAttributeValue(i);
            if (attributeNamespace.isEmpty()) {
                writer.writeAttribute(name, replaced(namespace, element, name, value));
            } else {
                writer.writeAttribute(text(reader.getAttributePrefix(i)), attributeNamespace, name, value);
            }
        }

        private String replaced(String namespace, String element, String attribute, String value) {
            if (inPort && element.equals("address") && attribute.equals("location")) {
                return address;
            }
            if (namespace.equals(WSDL) && element.equals("import") && attribute.equals("location")) {
                return reference("wsdl", value);
            }
            if (namespace.equals(SCHEMA) && SCHEMA_REFERENCES.contains(element) && attribute.equals("schemaLocation")) {
                return reference("xsd", value);
            }
            return value;
        }

        private String reference(String kind, String location) {
            if (SCHEME.matcher(location).matches()) {
                return location;
            }
            try {
                String path = URI.create(base.replace(" ", "%20"))
                        .resolve(location.replace(" ", "%20"))
                        .getPath();
                return documents.containsKey(path) ? address + '?' + kind + '=' + path : location;
            } catch (IllegalArgumentException e) {
                return location;
            }
        }

        private void end() throws XMLStreamException {
            if (WSDL.equals(reader.getNamespaceURI())) {
                if (reader.getLocalName().equals("service")) {
                    inService = false;
                } else if (reader.getLocalName().equals("port")) {
                    inPort = false;
                }
            }
            writer.writeEndElement();
        }

        private static String text(String value) {
            return value == null ? "" : value;
        }
    }
}
