package io.soabench.ode;

import java.io.IOException;
import java.io.InputStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A reader of XML with the parser of the Java platform, even if other parsers are on the class path. It reads nothing
 * outside the document.
 */
final class SafeXml {

    private SafeXml() {}

    /**
     * Reads a document.
     *
     * @param name for messages
     * @throws IOException when it is not well-formed or has a document type declaration
     */
    static Document read(InputStream in, String name) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // Without it, errors would also be printed.
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(new InputSource(in));
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the Java platform's XML parser lacks a feature", e);
        } catch (SAXException e) {
            throw new IOException(name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the text as content of an attribute in double quotes or of an element. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
