package io.soabench.generators.soap;

import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.tree.XmlTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.w3c.dom.ls.LSInput;

/**
 * Validates elements with the platform's own validator, against the schemas of a WSDL document that are taken out of it
 * without the help of the code under test.
 */
final class SchemaProof {

    private static final String XS = XMLConstants.W3C_XML_SCHEMA_NS_URI;

    /** Inline schemas by namespace. */
    private final Map<String, String> inline = new TreeMap<>();

    private final Set<String> namespaces = new HashSet<>();
    private final Map<String, URI> external = new TreeMap<>();

    SchemaProof(Path wsdl) throws Exception {
        Deque<Path> open = new ArrayDeque<>(Set.of(wsdl));
        while (!open.isEmpty()) {
            Path file = open.pop();
            Document document = parse(file);
            NodeList imports = document.getElementsByTagNameNS("http://schemas.xmlsoap.org/wsdl/", "import");
            for (int i = 0; i < imports.getLength(); i++) {
                open.push(file.resolveSibling(((Element) imports.item(i)).getAttribute("location")));
            }
            NodeList schemas = document.getElementsByTagNameNS(XS, "schema");
            for (int i = 0; i < schemas.getLength(); i++) {
                add((Element) schemas.item(i), file.toUri());
            }
        }
    }

    private static Document parse(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(file.toFile());
    }

    private void add(Element schema, URI base) throws Exception {
        for (Node at = schema.getParentNode(); at instanceof Element outer; at = at.getParentNode()) {
            NamedNodeMap attributes = outer.getAttributes();
            for (int i = 0; i < attributes.getLength(); i++) {
                Node attribute = attributes.item(i);
                if (attribute.getNodeName().startsWith("xmlns:") && !schema.hasAttribute(attribute.getNodeName())) {
                    schema.setAttributeNS(
                            XMLConstants.XMLNS_ATTRIBUTE_NS_URI, attribute.getNodeName(), attribute.getNodeValue());
                }
            }
        }
        String namespace = schema.getAttribute("targetNamespace");
        NodeList imports = schema.getElementsByTagNameNS(XS, "import");
        for (int i = 0; i < imports.getLength(); i++) {
            Element each = (Element) imports.item(i);
            if (each.hasAttribute("schemaLocation")) {
                external.put(each.getAttribute("namespace"), base.resolve(each.getAttribute("schemaLocation")));
            }
        }
        if (namespace.isEmpty()) {
            return;
        }
        StringWriter text = new StringWriter();
        TransformerFactory.newInstance().newTransformer().transform(new DOMSource(schema), new StreamResult(text));
        inline.put(namespace, text.toString());
    }

    /** Throws the validator's complaint when the element is not valid; an element of rpc style is given its type. */
    void check(XmlTree element, Optional<QName> type) throws Exception {
        namespaces.clear();
        namespaces.addAll(inline.keySet());
        namespaces.addAll(external.keySet());
        StringBuilder master = new StringBuilder("<xs:schema xmlns:xs=\"" + XS + "\"");
        type.ifPresent(name -> master.append(" xmlns:p=\"" + name.getNamespaceURI() + "\""));
        master.append('>');
        namespaces.forEach(namespace -> master.append("<xs:import namespace=\"" + namespace + "\" schemaLocation=\""
                + (external.containsKey(namespace) ? external.get(namespace) : "inline:" + namespace) + "\"/>"));
        type.ifPresent(name -> master.append(
                "<xs:element name=\"" + element.name().getLocalPart() + "\" type=\"p:" + name.getLocalPart() + "\"/>"));
        master.append("</xs:schema>");
        SchemaFactory factory = SchemaFactory.newInstance(XS);
        factory.setResourceResolver((kind, namespace, publicId, systemId, base) -> input(namespace, systemId, base));
        factory.newSchema(new StreamSource(new StringReader(master.toString()), "master:"))
                .newValidator()
                .validate(new StreamSource(new StringReader(XmlText.document(element))));
    }

    private LSInput input(String namespace, String systemId, String base) {
        if ((systemId == null || systemId.startsWith("inline:")) && inline.containsKey(namespace)) {
            return new Input("inline:" + namespace, inline.get(namespace));
        }
        if (systemId == null) {
            return null;
        }
        try {
            URI file = base == null || !base.startsWith("file:")
                    ? URI.create(systemId)
                    : URI.create(base).resolve(systemId);
            return new Input(file.toString(), Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static final class Input implements LSInput {
        private final String systemId;
        private final String text;

        Input(String systemId, String text) {
            this.systemId = systemId;
            this.text = text;
        }

        @Override
        public Reader getCharacterStream() {
            return new StringReader(text);
        }

        @Override
        public void setCharacterStream(Reader stream) {}

        @Override
        public InputStream getByteStream() {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void setByteStream(InputStream stream) {}

        @Override
        public String getStringData() {
            return text;
        }

        @Override
        public void setStringData(String data) {}

        @Override
        public String getSystemId() {
            return systemId;
        }

        @Override
        public void setSystemId(String id) {}

        @Override
        public String getPublicId() {
            return null;
        }

        @Override
        public void setPublicId(String id) {}

        @Override
        public String getBaseURI() {
            return systemId;
        }

        @Override
        public void setBaseURI(String uri) {}

        @Override
        public String getEncoding() {
            return "UTF-8";
        }

        @Override
        public void setEncoding(String encoding) {}

        @Override
        public boolean getCertifiedText() {
            return false;
        }

        @Override
        public void setCertifiedText(boolean certified) {}
    }
}
