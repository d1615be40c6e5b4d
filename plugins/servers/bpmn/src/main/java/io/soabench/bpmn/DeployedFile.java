package io.soabench.bpmn;

import io.soabench.front.FrontRefused;
import io.soabench.plugin.ContractDescriptor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The process file of a package as an engine gets it. Engines deploy all processes of a file, and some validate those that are not
 * executable, too. So the others of a file with several are left out, with the pools and the diagram that name them.
 */
public final class DeployedFile {

    private static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";
    private static final String DIAGRAMS = "http://www.omg.org/spec/BPMN/20100524/DI";

    private DeployedFile() {}

    /**
     * Returns the content of a file: that of the package, or with one of its processes.
     *
     * @param folder of the package
     * @throws FrontRefused when the file has several processes and cannot be read
     */
    public static byte[] content(Path folder, ContractDescriptor source) throws FrontRefused {
        try {
            byte[] file = Files.readAllBytes(folder.resolve(source.process()));
            return source.definition() == null ? file : only(source.definition(), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SAXException e) {
            throw new FrontRefused("the front cannot read " + source.process() + ": " + FrontRefused.reason(e), e);
        }
    }

    /** Returns a file with one of its processes. */
    static byte[] only(String definition, byte[] file) throws SAXException, IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder reader = factory.newDocumentBuilder();
            // What is wrong is thrown, and not printed.
            reader.setErrorHandler(new DefaultHandler());
            Document document = reader.parse(new ByteArrayInputStream(file));
            for (Element each : children(document.getDocumentElement())) {
                if (isOther(each, definition)) {
                    each.getParentNode().removeChild(each);
                }
            }
            TransformerFactory writers = TransformerFactory.newDefaultInstance();
            writers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            writers.newTransformer().transform(new DOMSource(document), new StreamResult(out));
            return out.toByteArray();
        } catch (ParserConfigurationException | TransformerException e) {
            throw new IllegalStateException("a document that was read can be written", e);
        }
    }

    private static boolean isOther(Element element, String definition) {
        String name = element.getLocalName();
        return BPMN.equals(element.getNamespaceURI())
                ? name.equals("collaboration")
                        || (name.equals("process")
                                && !element.getAttribute("id").strip().equals(definition))
                : DIAGRAMS.equals(element.getNamespaceURI());
    }

    private static List<Element> children(Element in) {
        List<Element> found = new ArrayList<>();
        for (Node node = in.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }
}
