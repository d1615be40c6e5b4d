package io.soabench.contracts.source;

import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A reader of documents into {@link XmlElement}s. A document type declaration is refused, no external entity is ever
 * opened. Thread-safe.
 */
public final class XmlReading {
    private static final int MAX_DEPTH = 500;
    private static final XMLInputFactory FACTORY = factory();

    private XmlReading() {}

    private static XMLInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        // Otherwise, a mistake in a text would be thrown as a RuntimeException where the text is asked for.
        factory.setProperty(WstxInputFactory.P_LAZY_PARSING, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("external entities are not allowed");
        });
        return factory;
    }

    /**
     * Reads one document.
     *
     * @param file the name used in places
     * @return the root element, or empty after a problem {@code XML-SYNTAX} or {@code XML-DOCTYPE} has been added
     */
    public static Optional<XmlElement> read(String file, byte[] content, Problems problems) {
        try {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(file, new ByteArrayInputStream(content));
            try {
                return new DocumentBuild(
                                file, reader, new AttributePlaces(file, content, reader.getEncoding()), problems)
                        .build();
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            problems.add(
                    "XML-SYNTAX", place(file, e.getLocation()), "not well-formed XML: " + firstLine(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Location place(String file, javax.xml.stream.Location location) {
        return location == null || location.getLineNumber() < 1
                ? Location.of(file)
                : new Location(file, location.getLineNumber(), Math.max(1, location.getColumnNumber()));
    }

    private static String firstLine(String message) {
        String text = message == null ? "" : message;
        int marker = text.indexOf("Message: ");
        return text.substring(marker < 0 ? 0 : marker + "Message: ".length())
                .lines()
                .findFirst()
                .orElse("unreadable");
    }

    /** An element whose end tag has not been read yet. */
    private record Open(
            QName name,
            Map<QName, String> attributes,
            Map<String, String> namespaces,
            List<XmlNode> children,
            Location location) {}

    private static final class DocumentBuild {
        private final String file;
        private final XMLStreamReader reader;
        private final AttributePlaces places;
        private final Problems problems;
        private final Deque<Open> open = new ArrayDeque<>();
        private XmlElement root;

        DocumentBuild(String file, XMLStreamReader reader, AttributePlaces places, Problems problems) {
            this.file = file;
            this.reader = reader;
            this.places = places;
            this.problems = problems;
        }

        Optional<XmlElement> build() throws XMLStreamException {
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.DTD -> {
                        problems.add(
                                "XML-DOCTYPE",
                                here(),
                                "a document type declaration is not allowed; remove '<!DOCTYPE …>'");
                        return Optional.empty();
                    }
                    case XMLStreamConstants.START_ELEMENT -> {
                        if (open.size() >= MAX_DEPTH) {
                            problems.add(
                                    "XML-DEPTH",
                                    here(),
                                    "more than " + MAX_DEPTH + " nested elements; divide what they say");
                            return Optional.empty();
                        }
                        start();
                    }
                    case XMLStreamConstants.END_ELEMENT -> end();
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> text();
                    default -> {
                        // comments and processing instructions carry nothing
                    }
                }
            }
            return Optional.ofNullable(root);
        }

        private Location here() {
            return place(file, reader.getLocation());
        }

        private Location startTag() {
            Location place = here();
            String name = reader.getPrefix() == null || reader.getPrefix().isEmpty()
                    ? reader.getLocalName()
                    : reader.getPrefix() + ":" + reader.getLocalName();
            return new Location(
                    file,
                    place.line(),
                    place.column(),
                    places.of(name, reader.getLocation().getCharacterOffset()));
        }

        private void start() {
            Map<QName, String> attributes = new LinkedHashMap<>();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                attributes.put(reader.getAttributeName(i), reader.getAttributeValue(i));
            }
            open.push(new Open(reader.getName(), attributes, namespaces(), new ArrayList<>(), startTag()));
        }

        private Map<String, String> namespaces() {
            Map<String, String> outer = open.isEmpty() ? Map.of() : open.peek().namespaces();
            if (reader.getNamespaceCount() == 0) {
                return outer;
            }
            Map<String, String> inner = new LinkedHashMap<>(outer);
            for (int i = 0; i < reader.getNamespaceCount(); i++) {
                String prefix = reader.getNamespacePrefix(i) == null ? "" : reader.getNamespacePrefix(i);
                String uri = reader.getNamespaceURI(i);
                if (uri == null || uri.isEmpty()) {
                    inner.remove(prefix);
                } else {
                    inner.put(prefix, uri);
                }
            }
            return Collections.unmodifiableMap(inner);
        }

        private void text() {
            if (open.isEmpty()) {
                return;
            }
            List<XmlNode> siblings = open.peek().children();
            int last = siblings.size() - 1;
            if (last >= 0 && siblings.get(last) instanceof XmlText before) {
                siblings.set(last, new XmlText(before.text() + reader.getText(), before.location()));
            } else {
                siblings.add(new XmlText(reader.getText(), here()));
            }
        }

        private void end() {
            Open done = open.pop();
            XmlElement element =
                    new XmlElement(done.name(), done.attributes(), done.namespaces(), done.children(), done.location());
            if (open.isEmpty()) {
                root = element;
            } else {
                open.peek().children().add(element);
            }
        }
    }
}
