package io.soabench.start;

import io.soabench.contracts.tree.Content;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.tree.XmlTree;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Texts of XML for human readers. */
final class IndentedXml {

    private IndentedXml() {}

    /** Returns a text inside an element or a quoted attribute. */
    static String escaped(String text) {
        return XmlText.escaped(text);
    }

    /** Returns a path of a file as a relative URI, inside a quoted attribute. */
    static String location(String path) {
        try {
            return escaped(new URI(null, null, path, null).toASCIIString());
        } catch (URISyntaxException e) {
            return escaped(path);
        }
    }

    /** Returns an element over several lines, ended by a line end. White space is added only between elements. */
    static String indented(XmlTree element) {
        String text = XmlText.element(element);
        if (element.elements().isEmpty() || isMixed(element)) {
            return text + "\n";
        }
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            Transformer transformer = factory.newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            transformer.setOutputProperty(OutputKeys.INDENT, "yes");
            transformer.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "2");
            StringWriter out = new StringWriter();
            transformer.transform(new StreamSource(new StringReader(text)), new StreamResult(out));
            return out.toString().strip().replace("\r\n", "\n") + "\n";
        } catch (TransformerException e) {
            // The text stays as it is; it is well-formed without indentation.
            return text + "\n";
        }
    }

    private static boolean isMixed(XmlTree element) {
        List<Content> content = element.content();
        boolean elements = content.stream().anyMatch(XmlTree.class::isInstance);
        boolean text = content.stream().anyMatch(each -> !(each instanceof XmlTree));
        return (elements && text) || element.elements().stream().anyMatch(IndentedXml::isMixed);
    }
}
