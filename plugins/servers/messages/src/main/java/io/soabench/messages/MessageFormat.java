package io.soabench.messages;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import io.soabench.front.SoapMessage;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.MessageTemplate.Value;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A writer and a reader of the messages of one kind: values to an envelope and back. It costs one pass over the bytes, without a tree and without
 * XPath. Immutable.
 */
public final class MessageFormat {

    private static final XMLInputFactory PARSERS = parsers();
    private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soap:Envelope xmlns:soap=\""
            + SoapMessage.NAMESPACE + "\"><soap:Body>";
    private static final String TAIL = "</soap:Body></soap:Envelope>";
    private static final int BODY_DEPTH = 2;

    private final MessageTemplate message;
    private final Map<String, Integer> places = new HashMap<>();
    private final boolean attributes;

    /** Creates the format of a kind of message. */
    MessageFormat(MessageTemplate message) {
        this.message = message;
        boolean any = false;
        for (int place = 0; place < message.values().size(); place++) {
            String path = message.values().get(place).path();
            places.putIfAbsent(path, place);
            any |= path.contains("@");
        }
        this.attributes = any;
    }

    private static XMLInputFactory parsers() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        // Otherwise, a mistake in a text would be thrown as a RuntimeException where the text is asked for.
        factory.setProperty(WstxInputFactory.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, 200);
        return factory;
    }

    /** Returns the kind of message that this is the format of. */
    public MessageTemplate message() {
        return message;
    }

    /**
     * Writes an envelope.
     *
     * @param values in document order
     * @throws IllegalArgumentException when their number is another one
     */
    public byte[] write(List<?> values) {
        if (values.size() != message.values().size()) {
            throw new IllegalArgumentException("message " + message.element() + " has "
                    + message.values().size() + " values (" + names() + "), and the process gives " + values.size());
        }
        StringBuilder text = new StringBuilder(HEAD);
        for (int i = 0; i < values.size(); i++) {
            text.append(message.text().get(i));
            Object value = values.get(i);
            text.append(value == null ? "" : SoapMessage.escaped(lexical(value)));
        }
        text.append(message.text().get(values.size())).append(TAIL);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String names() {
        return String.join(", ", message.values().stream().map(Value::path).toList());
    }

    private static String lexical(Object value) {
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    /** Returns whether an element is the one of this message. */
    boolean matches(String namespace, String element) {
        return message.element().equals(element) && message.namespace().equals(namespace == null ? "" : namespace);
    }

    /**
     * Reads the values of a message whose reader stands at the message's element.
     *
     * @return in document order; {@code null} for a value that the message does not have. Of a repeated element the first counts.
     * @throws XMLStreamException when the text is not well-formed
     * @throws IllegalArgumentException when a value is not of its type
     */
    Object[] read(XMLStreamReader in) throws XMLStreamException {
        Object[] found = new Object[message.values().size()];
        Deque<String> path = new ArrayDeque<>();
        String current = "";
        if (attributes) {
            attributes(in, current, found);
        }
        String text = null;
        if (places.containsKey("")) {
            text = "";
        }
        int depth = 1;
        while (depth > 0) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    path.push(current);
                    current = current.isEmpty() ? in.getLocalName() : current + '/' + in.getLocalName();
                    text = "";
                    if (attributes) {
                        attributes(in, current, found);
                    }
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (text != null) {
                        text = text.isEmpty() ? in.getText() : text + in.getText();
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    if (text != null) {
                        set(found, current, text);
                    }
                    text = null;
                    if (depth > 0) {
                        current = path.pop();
                    }
                }
                default -> {
                    // Comments and processing instructions carry no value.
                }
            }
        }
        return found;
    }

    private void attributes(XMLStreamReader in, String current, Object[] found) {
        for (int i = 0; i < in.getAttributeCount(); i++) {
            String name = '@' + in.getAttributeLocalName(i);
            set(found, current.isEmpty() ? name : current + '/' + name, in.getAttributeValue(i));
        }
    }

    private void set(Object[] found, String path, String text) {
        Integer place = places.get(path);
        if (place != null && found[place] == null) {
            found[place] = value(message.values().get(place), text);
        }
    }

    private Object value(Value value, String text) {
        if (value.type() == MessageTemplate.Type.TEXT) {
            return text;
        }
        String stripped = text.strip();
        try {
            return switch (value.type()) {
                case INTEGER -> Long.valueOf(stripped.startsWith("+") ? stripped.substring(1) : stripped);
                case DECIMAL -> new BigDecimal(stripped);
                case DOUBLE -> number(stripped);
                case BOOLEAN -> truth(stripped);
                case TEXT -> text;
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + stripped + "\" at " + value.path() + " of message " + message.element() + " is no "
                            + value.type().name().toLowerCase(Locale.ROOT),
                    e);
        }
    }

    private static Double number(String text) {
        return switch (text) {
            case "INF", "+INF" -> Double.POSITIVE_INFINITY;
            case "-INF" -> Double.NEGATIVE_INFINITY;
            default -> Double.valueOf(text);
        };
    }

    private static Boolean truth(String text) {
        return switch (text) {
            case "true", "1" -> Boolean.TRUE;
            case "false", "0" -> Boolean.FALSE;
            default -> throw new NumberFormatException(text);
        };
    }

    /**
     * Opens an envelope and moves to the first element in its body.
     *
     * @throws XMLStreamException when the text is not a SOAP 1.1 envelope with an element in its body
     */
    static XMLStreamReader body(byte[] envelope) throws XMLStreamException {
        XMLStreamReader in = PARSERS.createXMLStreamReader(new ByteArrayInputStream(envelope));
        int depth = 0;
        boolean inBody = false;
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    if (depth == 1 && !isSoap(in, "Envelope")) {
                        throw new XMLStreamException(
                                "the message is no SOAP 1.1 envelope but <" + in.getLocalName() + ">");
                    }
                    if (inBody) {
                        return in;
                    }
                    inBody = depth == BODY_DEPTH && isSoap(in, "Body");
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    if (inBody) {
                        throw new XMLStreamException("the SOAP body is empty");
                    }
                }
                default -> {
                    // Nothing else matters before the body.
                }
            }
        }
        throw new XMLStreamException("the envelope has no SOAP body");
    }

    /** Returns whether a reader stands at a certain element of SOAP 1.1. */
    static boolean isSoap(XMLStreamReader in, String name) {
        return in.getLocalName().equals(name) && SoapMessage.NAMESPACE.equals(in.getNamespaceURI());
    }

    @Override
    public String toString() {
        return message.element() + Arrays.toString(message.values().toArray());
    }
}
