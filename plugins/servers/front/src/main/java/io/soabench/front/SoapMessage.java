package io.soabench.front;

import io.soabench.front.SoapFault.Code;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Readers and writers of SOAP 1.1 envelopes, as text and as documents. Document type declarations are refused, nothing outside is read. */
public final class SoapMessage {

    /** Namespace of SOAP 1.1. */
    public static final String NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/";

    private static final DocumentBuilderFactory PARSERS = parsers();
    private static final TransformerFactory WRITERS = writers();

    private static final ErrorHandler STRICT = new ErrorHandler() {
        @Override
        public void warning(SAXParseException e) {
            // A warning does not make the document another one.
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    };

    private SoapMessage() {}

    private static DocumentBuilderFactory parsers() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setXIncludeAware(false);
            factory.setExpandEntityReferences(false);
            return factory;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the XML parser of this Java cannot be told to refuse declarations", e);
        }
    }

    private static TransformerFactory writers() {
        TransformerFactory factory = TransformerFactory.newDefaultInstance();
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        return factory;
    }

    /**
     * Returns the first element in the body of an envelope.
     *
     * @throws SoapFault when it is not a SOAP 1.1 message, or has no such element
     */
    public static Element bodyElement(byte[] envelope) throws SoapFault {
        Element root;
        try {
            DocumentBuilder parser = PARSERS.newDocumentBuilder();
            parser.setErrorHandler(STRICT);
            root = parser.parse(new ByteArrayInputStream(envelope)).getDocumentElement();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("an XML parser that was made before cannot be made again", e);
        } catch (SAXException | IOException e) {
            throw new SoapFault(Code.CLIENT, "the message is not well-formed XML: " + e.getMessage());
        }
        if (!"Envelope".equals(root.getLocalName())) {
            throw new SoapFault(Code.CLIENT, "the message is no SOAP envelope but <" + root.getNodeName() + ">");
        }
        if (!NAMESPACE.equals(root.getNamespaceURI())) {
            throw new SoapFault(Code.VERSION, "the envelope is not one of SOAP 1.1");
        }
        for (Element child : elements(root)) {
            if ("Body".equals(child.getLocalName()) && NAMESPACE.equals(child.getNamespaceURI())) {
                List<Element> content = elements(child);
                if (content.isEmpty()) {
                    throw new SoapFault(Code.CLIENT, "the SOAP body is empty");
                }
                return content.get(0);
            }
        }
        throw new SoapFault(Code.CLIENT, "the envelope has no SOAP body");
    }

    /** Returns the child elements. */
    public static List<Element> elements(Node parent) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    /** Returns an element as text that needs no namespace from outside. */
    public static String text(Element element) {
        StringWriter out = new StringWriter();
        try {
            Transformer writer = WRITERS.newTransformer();
            writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            writer.transform(new DOMSource(element), new StreamResult(out));
        } catch (TransformerException e) {
            throw new IllegalStateException("an element cannot be written: " + e.getMessage(), e);
        }
        return out.toString();
    }

    /**
     * Returns an envelope around a body.
     *
     * @param body serialized, well-formed with all its namespaces
     */
    public static byte[] envelope(String body) {
        return ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soap:Envelope xmlns:soap=\"" + NAMESPACE
                        + "\"><soap:Body>" + body + "</soap:Body></soap:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a text as content of an element; a character that XML 1.0 cannot hold becomes a question mark. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isXml(c) ? c : '?');
            }
        });
        return escaped.toString();
    }

    /** Returns whether XML allows a character (XML 1.0, section 2.2). */
    private static boolean isXml(int c) {
        if (c < ' ') {
            return c == '\t' || c == '\n' || c == '\r';
        }
        return c < Character.MIN_SURROGATE || (c > Character.MAX_SURROGATE && c != 0xFFFE && c != 0xFFFF);
    }
}
