package io.soabench.start.bpmn;

import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlReading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A copy of a BPMN file that engines run without anything else of its author: tasks call mocked partners, the instance answers
 * its client where it ends, and gateways decide by values of the request.
 *
 * @param id of the process
 * @param name of the process for people; its id where it has none
 * @param text of the copy
 * @param partners that the copy calls
 * @param values of the request by name: text, a truth value or a {@link java.math.BigDecimal}
 * @param end id of the end event that a request with these values reaches; empty where several may be reached
 */
public record BpmnCopy(
        String id, String name, String text, List<Partner> partners, Map<String, Object> values, Optional<String> end) {

    /** The namespace of BPMN 2.0 files. */
    public static final String NAMESPACE = Dom.BPMN;

    /** The forms of {@code true} in XML Schema. */
    private static final Set<String> EXECUTABLE = Set.of("true", "1");

    /**
     * A mocked partner of the copy.
     *
     * @param name by which the copy calls it
     * @param task name of the tasks that call it
     */
    public record Partner(String name, String task) {}

    /**
     * Makes the copies of the processes of a file that can be meant: the executable ones, or all where none is.
     *
     * @param content of an XML document
     * @param file name of the file, for sentences
     * @param wanted id of the only process that is copied; empty for all that can be meant
     * @param notes gets a sentence for each thing that a copy does otherwise, and for each process that is left out
     * @return at least one copy, in the order of the file
     * @throws UnsuitableProcessException when there is no process to copy, or each has a part that cannot be replaced
     */
    public static List<BpmnCopy> of(byte[] content, String file, Optional<String> wanted, List<String> notes)
            throws UnsuitableProcessException {
        Element root = root(content, file);
        List<Element> all = Dom.children(root, "process").toList();
        List<Element> meant = meant(all, file, wanted);
        all.stream()
                .filter(each -> !meant.contains(each) && isFilled(each))
                .map(each -> each.getAttribute("id"))
                .forEach(id -> notes.add("process \"" + id + "\" is left out, since "
                        + (wanted.isPresent()
                                ? "-Dprocess names another one"
                                : "it is not executable; -Dprocess=" + id + " takes it alone")));
        if (meant.size() == 1) {
            return List.of(copy(root, meant.get(0), file, notes));
        }
        List<BpmnCopy> copies = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (Element each : meant) {
            String name = "process \"" + each.getAttribute("id") + "\"";
            List<String> own = new ArrayList<>();
            try {
                // A copy changes its document, so each begins with another one.
                Element fresh = root(content, file);
                Element process = Dom.children(fresh, "process").toList().get(all.indexOf(each));
                copies.add(copy(fresh, process, name + " of " + file, own));
                own.forEach(note -> notes.add(name + ": " + note));
            } catch (UnsuitableProcessException e) {
                refused.add(e.getMessage());
            }
        }
        if (copies.isEmpty()) {
            throw new UnsuitableProcessException(String.join("; ", refused));
        }
        refused.forEach(reason -> notes.add("left out: " + reason));
        return List.copyOf(copies);
    }

    private static Element root(byte[] content, String file) throws UnsuitableProcessException {
        Element root = parsed(content, file).getDocumentElement();
        if (!Dom.BPMN.equals(root.getNamespaceURI()) || !root.getLocalName().equals("definitions")) {
            throw new UnsuitableProcessException(file + " is no BPMN 2.0 file but begins with <" + root.getNodeName()
                    + ">; name the file that begins with <definitions> of " + Dom.BPMN);
        }
        return root;
    }

    private static BpmnCopy copy(Element root, Element process, String file, List<String> notes)
            throws UnsuitableProcessException {
        MessageFlows flows = MessageFlows.of(root, process);
        Dom.strip(
                root,
                List.of("targetNamespace"),
                each -> each == process || each.getLocalName().equals("error"));
        if (root.getAttribute("targetNamespace").isEmpty()) {
            root.setAttribute("targetNamespace", "urn:soabench:bpmn");
        }
        root.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:camunda", Dom.CAMUNDA);
        Dom.children(root, "error")
                .filter(each -> each.getAttribute("errorCode").isBlank())
                .forEach(each -> each.setAttribute("errorCode", each.getAttribute("id")));
        ProcessCopy copy = new ProcessCopy(process, file, flows, notes);
        copy.rewrite();
        String name = process.getAttribute("name");
        return new BpmnCopy(
                process.getAttribute("id"),
                name.isBlank() ? process.getAttribute("id") : name,
                written(root.getOwnerDocument()),
                copy.partners(),
                copy.values(),
                copy.end());
    }

    private static Document parsed(byte[] content, String file) throws UnsuitableProcessException {
        // This reader states places, and bounds the depth of a document.
        Problems problems = new Problems();
        if (XmlReading.read(file, content, problems).isEmpty()) {
            Problem first = problems.list().get(0);
            throw new UnsuitableProcessException(file + " cannot be read as XML: "
                    + (first.code().equals("XML-DOCTYPE")
                            ? "it has a DOCTYPE; remove that"
                            : first.message() + (first.line() > 0 ? " in line " + first.line() : "")
                                    + "; correct it first"));
        }
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setIgnoringComments(true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(new InputSource(new ByteArrayInputStream(content)));
        } catch (SAXException | IOException e) {
            throw new UnsuitableProcessException(
                    file + " cannot be read as XML: " + e.getMessage() + "; correct it first", e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Element> meant(List<Element> all, String file, Optional<String> wanted)
            throws UnsuitableProcessException {
        if (wanted.isPresent()) {
            String id = wanted.get().strip();
            return List.of(all.stream()
                    .filter(each -> each.getAttribute("id").equals(id))
                    .findFirst()
                    .orElseThrow(() -> new UnsuitableProcessException(file + " has no process \"" + id + "\""
                            + (all.isEmpty()
                                    ? "; name a BPMN file that has one"
                                    : "; its processes are " + ids(all)))));
        }
        List<Element> executable = all.stream()
                .filter(each -> EXECUTABLE.contains(each.getAttribute("isExecutable")))
                .toList();
        List<Element> named = executable.isEmpty() ? all : executable;
        List<Element> filled = named.stream().filter(BpmnCopy::isFilled).toList();
        if (named.isEmpty()) {
            throw new UnsuitableProcessException(file + " has no process; name a BPMN file that has one");
        }
        return filled.isEmpty() ? named : filled;
    }

    /** Returns whether a process has a flow: tools write an empty one for a pool that is a black box. */
    private static boolean isFilled(Element process) {
        return Dom.children(process, "startEvent").findAny().isPresent();
    }

    private static String ids(List<Element> processes) {
        return processes.stream().map(each -> each.getAttribute("id")).collect(Collectors.joining(", "));
    }

    private static String written(Document document) {
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            Transformer transformer = factory.newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            transformer.setOutputProperty(OutputKeys.INDENT, "yes");
            transformer.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "2");
            StringWriter out = new StringWriter();
            transformer.transform(new DOMSource(document), new StreamResult(out));
            return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    + out.toString().strip().replace("\r\n", "\n") + "\n";
        } catch (TransformerException e) {
            throw new IllegalStateException("a document that was read can be written", e);
        }
    }
}
