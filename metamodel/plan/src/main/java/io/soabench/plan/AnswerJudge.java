package io.soabench.plan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A judge of answers to functional checks and to the load: an engine that answers fast and wrongly must not be compared.
 *
 * <p>The bodies of two SOAP envelopes are equal when they have the same elements, attributes and texts. Prefixes, comments, processing
 * instructions, {@code xsi:type}, white space around texts and the lexical form of a decimal number ({@code 5}, {@code 5.0}) make no
 * difference. In the right answer, {@link AnswerFormula#ANY} stands for any text, in an element or attribute. Without state; safe for use by
 * many threads.
 */
public final class AnswerJudge {

    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final int LONGEST = 200;
    private static final int OK = 200;

    private AnswerJudge() {}

    /**
     * Returns the defect of an answer, as the end of a sentence that begins with the name of the process.
     *
     * @param status HTTP status
     * @param body the body of the answer
     * @param element expanded name {@code {namespace}local} that the body's element must have, or empty when any will do
     * @param expected the right envelope, or empty when only the element is known
     * @return empty when the answer is right
     * @throws IllegalArgumentException when the expected envelope cannot be read
     */
    public static Optional<String> problem(int status, byte[] body, String element, Optional<String> expected) {
        if (body.length == 0) {
            return Optional.of("answered with status " + status + " and without a message");
        }
        List<Element> content;
        try {
            content = content(body);
        } catch (SAXException | IOException e) {
            return Optional.of("answered with status " + status + " and "
                    + AnswerForm.unreadable(body, body.length).orElse("no SOAP message: " + e.getMessage()));
        }
        if (content.size() == 1 && isFault(content.get(0))) {
            return Optional.of("answered with a fault: " + text(content.get(0)));
        }
        if (status != OK) {
            return Optional.of("answered with status " + status);
        }
        if (expected.isPresent()) {
            return Optional.ofNullable(children("the body", right(expected.get()), content));
        }
        String found = content.isEmpty() ? "nothing" : name(content.get(0));
        return element.isEmpty() || found.equals(element)
                ? Optional.empty()
                : Optional.of("answered with " + found + " instead of " + element);
    }

    /** Returns the defect of an answer with status 200, as above. */
    public static Optional<String> problem(String envelope, String expected) {
        return problem(OK, envelope.getBytes(StandardCharsets.UTF_8), "", Optional.of(expected));
    }

    /** Returns whether the bodies of two envelopes are equal, as those of a right answer and of an answer are. */
    public static boolean equalBodies(String one, String other) {
        return children("the body", right(one), right(other)) == null;
    }

    /**
     * Returns the defect of a value in an answer that {@link #problem} has accepted.
     *
     * @param path expanded names of elements, from the body's element on; the first element there counts
     * @param expected the value that it must hold
     */
    public static Optional<String> wrongValue(byte[] body, List<String> path, String expected) {
        List<Element> found;
        try {
            found = content(body);
        } catch (SAXException | IOException e) {
            return Optional.of("answered with no SOAP message: " + e.getMessage());
        }
        StringBuilder where = new StringBuilder("the body");
        List<Element> named = List.of();
        for (String step : path) {
            named = found.stream().filter(each -> name(each).equals(step)).toList();
            if (named.isEmpty()) {
                return Optional.of("answered without " + step + " in " + where + ", which must be \""
                        + shortened(expected) + "\"");
            }
            where.append('/').append(named.get(0).getLocalName());
            found = named.stream().flatMap(each -> elements(each).stream()).toList();
        }
        String text = named.isEmpty() ? "" : ownText(named.get(0));
        return equal(expected.strip(), text)
                ? Optional.empty()
                : Optional.of("answered \"" + shortened(text) + "\" at " + where + " instead of \""
                        + shortened(expected.strip()) + "\"");
    }

    private static List<Element> right(String envelope) {
        try {
            return content(envelope.getBytes(StandardCharsets.UTF_8));
        } catch (SAXException | IOException e) {
            throw new IllegalArgumentException("the right answer cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Element> content(byte[] envelope) throws SAXException, IOException {
        Element root = parser().parse(new ByteArrayInputStream(envelope)).getDocumentElement();
        if (!root.getLocalName().equals("Envelope") || !isSoap(root)) {
            throw new SAXException("the root element is " + name(root));
        }
        for (Element child : elements(root)) {
            if (child.getLocalName().equals("Body") && isSoap(child)) {
                return elements(child);
            }
        }
        throw new SAXException("the envelope has no body");
    }

    private static DocumentBuilder parser() {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        try {
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            DocumentBuilder parser = factory.newDocumentBuilder();
            parser.setErrorHandler(new DefaultHandler());
            return parser;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's XML parser lacks a standard feature", e);
        }
    }

    private static boolean isSoap(Element element) {
        return SOAP_11.equals(element.getNamespaceURI()) || SOAP_12.equals(element.getNamespaceURI());
    }

    private static boolean isFault(Element element) {
        return isSoap(element) && element.getLocalName().equals("Fault");
    }

    private static List<Element> elements(Node parent) {
        List<Element> elements = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }

    private static String name(Element element) {
        return element.getNamespaceURI() == null
                ? element.getLocalName()
                : "{" + element.getNamespaceURI() + "}" + element.getLocalName();
    }

    // ---- comparison; null = equal

    private static String children(String where, List<Element> right, List<Element> found) {
        for (int i = 0; i < Math.max(right.size(), found.size()); i++) {
            if (i >= right.size()) {
                return "answered with " + name(found.get(i)) + " in " + where + ", which is too much";
            }
            if (i >= found.size()) {
                return "answered without " + name(right.get(i)) + " in " + where;
            }
            String difference = element(where, right.get(i), found.get(i));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static String element(String where, Element right, Element found) {
        if (!name(right).equals(name(found))) {
            return "answered with " + name(found) + " in " + where + " instead of " + name(right);
        }
        String here = where + "/" + right.getLocalName();
        if (!alike(attributes(right), attributes(found))) {
            return "answered with the attributes " + attributes(found) + " at " + here + " instead of "
                    + attributes(right);
        }
        if (!matches(ownText(right), ownText(found))) {
            return "answered \"" + shortened(ownText(found)) + "\" at " + here + " instead of \""
                    + shortened(ownText(right)) + "\"";
        }
        return children(here, elements(right), elements(found));
    }

    private static Map<String, String> attributes(Element element) {
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            Attr attribute = (Attr) element.getAttributes().item(i);
            String namespace = attribute.getNamespaceURI();
            boolean type = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(namespace)
                    && attribute.getLocalName().equals("type");
            if (!type && !XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(namespace)) {
                attributes.put(
                        (namespace == null ? "" : "{" + namespace + "}") + attribute.getLocalName(),
                        attribute.getValue());
            }
        }
        return attributes;
    }

    private static String ownText(Element element) {
        StringBuilder text = new StringBuilder();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeType() == Node.TEXT_NODE || node.getNodeType() == Node.CDATA_SECTION_NODE) {
                text.append(node.getNodeValue());
            }
        }
        return text.toString().strip();
    }

    private static boolean alike(Map<String, String> right, Map<String, String> found) {
        return right.keySet().equals(found.keySet())
                && right.entrySet().stream()
                        .allMatch(each -> each.getValue().equals(found.get(each.getKey()))
                                || isAny(each.getValue(), found.get(each.getKey())));
    }

    private static boolean matches(String right, String found) {
        return equal(right, found) || isAny(right, found);
    }

    /** Returns whether a text has the fixed parts of the expected text, between its places for any text. */
    private static boolean isAny(String right, String found) {
        if (!right.contains(AnswerFormula.ANY)) {
            return false;
        }
        String pattern = Arrays.stream(right.split(Pattern.quote(AnswerFormula.ANY), -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(found).matches();
    }

    private static boolean equal(String right, String found) {
        if (right.equals(found)) {
            return true;
        }
        try {
            return new BigDecimal(right).compareTo(new BigDecimal(found)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Returns all texts inside an element, with blanks between them. */
    private static String text(Element element) {
        StringBuilder texts = new StringBuilder();
        collect(element, texts);
        return shortened(texts.toString().replaceAll("\\s+", " ").strip());
    }

    private static void collect(Node parent, StringBuilder texts) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeType() == Node.TEXT_NODE || node.getNodeType() == Node.CDATA_SECTION_NODE) {
                texts.append(node.getNodeValue());
            } else if (node instanceof Element) {
                collect(node, texts.append(' '));
                texts.append(' ');
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
