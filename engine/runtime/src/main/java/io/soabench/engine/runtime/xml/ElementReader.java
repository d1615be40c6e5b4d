package io.soabench.engine.runtime.xml;

import com.fasterxml.aalto.in.ByteSourceBootstrapper;
import com.fasterxml.aalto.in.ReaderConfig;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import com.fasterxml.aalto.stax.StreamReaderImpl;
import java.util.Arrays;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * A reader of documents into {@link Element} trees, in time linear in their size.
 *
 * <p>Refuses document types, and with them every entity but the five of XML. Refuses documents beyond its {@link XmlLimits}. The document is in UTF-8, ISO-8859-1 or US-ASCII. Belongs to one thread: it keeps its stacks between
 * documents. Processing instructions and comments are skipped.
 *
 * <p>The parser learns the names it reads, so that the next document needs no new strings for them, and never forgets one. Hence each reader has a parser of its own. Refused documents and documents with many names teach it nothing. A parser that knows more than {@value #KNOWN_NAMES} names is replaced.
 */
public final class ElementReader {
    /** The size below which a document is too small for a check. */
    static final int SMALL_BYTES = 4 * 1024;

    /** The largest number of names that a parser knows after a document. */
    static final int KNOWN_NAMES = 2_000;

    /** The number of names above which a document's parser is not used again. */
    private static final int MANY_NAMES = 200;

    /** The item stack is not kept longer than this. */
    private static final int KEPT_ITEMS = 1_024;

    private static final String UTF_8 = "UTF-8";
    private static final Set<String> ENCODINGS = Set.of(UTF_8, "ISO-8859-1", "US-ASCII");

    private final XmlLimits limits;
    private MarkupCheck survey;
    private InputFactoryImpl parsers = factory();
    private Object[] items = new Object[64];
    private int itemCount;
    private int elementCount;
    private int declarationCount;

    /** Creates a reader with the given limits. */
    public ElementReader(XmlLimits limits) {
        this.limits = limits;
    }

    private static InputFactoryImpl factory() {
        InputFactoryImpl factory = new InputFactoryImpl();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(XMLInputFactory2.P_INTERN_NAMES, true);
        factory.setProperty(XMLInputFactory2.P_INTERN_NS_URIS, true);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        return factory;
    }

    private static ReaderConfig configuration(InputFactoryImpl factory) {
        return factory.getNonSharedConfig(null, null, null, false, false);
    }

    /** Returns the number of names that the parser knows. */
    int knownNames() {
        ReaderConfig configuration = configuration(parsers);
        configuration.setActualEncoding(UTF_8);
        return configuration.getBBSymbols().size();
    }

    /** Returns the counts of the last document that was checked. */
    MarkupCheck survey() {
        return survey;
    }

    /**
     * Returns the root element of a document.
     *
     * @throws RefusedXmlException when the bytes are not acceptable XML
     */
    public Element read(byte[] bytes, int offset, int length) throws RefusedXmlException {
        itemCount = 0;
        elementCount = 0;
        declarationCount = 0;
        boolean hasManyNames = false;
        if (length > SMALL_BYTES) {
            if (survey == null) {
                survey = new MarkupCheck(limits);
            }
            survey.check(bytes, offset, length);
            hasManyNames = survey.names() > MANY_NAMES;
        }
        ReaderConfig configuration = configuration(hasManyNames ? factory() : parsers);
        try {
            // Not closed when it is refused: closing gives its names to the other documents'
            // parsers.
            XMLStreamReader2 stream = open(configuration, bytes, offset, length);
            Element root = document(stream);
            stream.close();
            if (configuration.getBBSymbols().size() > KNOWN_NAMES) {
                parsers = factory();
            }
            return root;
        } catch (XMLStreamException e) {
            throw new RefusedXmlException("The document is not well-formed XML: " + firstLine(e) + ".");
        } finally {
            if (items.length > KEPT_ITEMS) {
                items = new Object[KEPT_ITEMS];
            } else {
                Arrays.fill(items, null);
            }
        }
    }

    private static XMLStreamReader2 open(ReaderConfig configuration, byte[] bytes, int offset, int length)
            throws XMLStreamException, RefusedXmlException {
        XMLStreamReader2 stream =
                StreamReaderImpl.construct(ByteSourceBootstrapper.construct(configuration, bytes, offset, length));
        if (!ENCODINGS.contains(configuration.getActualEncoding())) {
            throw new RefusedXmlException("The document is in the encoding " + configuration.getActualEncoding()
                    + ", which is not read here; use UTF-8.");
        }
        return stream;
    }

    /** Returns the root element of a document held in an array of its own. */
    public Element read(byte[] bytes) throws RefusedXmlException {
        return read(bytes, 0, bytes.length);
    }

    /**
     * Moves the parser to the next event. The parser lets some documents through to a mistake of its own, as elements
     * with the prefix {@code xmlns}.
     */
    private static int next(XMLStreamReader2 stream) throws XMLStreamException, RefusedXmlException {
        try {
            return stream.next();
        } catch (RuntimeException e) {
            throw new RefusedXmlException("The document is not well-formed XML: " + e.getMessage() + ".");
        }
    }

    private Element document(XMLStreamReader2 stream) throws XMLStreamException, RefusedXmlException {
        Element root = null;
        while (stream.hasNext()) {
            switch (next(stream)) {
                case XMLStreamConstants.START_ELEMENT -> root = element(stream, 1);
                case XMLStreamConstants.DTD ->
                    throw new RefusedXmlException("The document has a document type, which messages must not have.");
                default -> {
                    // Comments, processing instructions and white space around the root carry no data.
                }
            }
        }
        if (root == null) {
            throw new RefusedXmlException("The document has no root element.");
        }
        return root;
    }

    private Element element(XMLStreamReader2 stream, int depth) throws XMLStreamException, RefusedXmlException {
        if (depth > limits.depth()) {
            throw new RefusedXmlException("The document nests more than " + limits.depth() + " elements.");
        }
        if (++elementCount > limits.elements()) {
            throw new RefusedXmlException("The document has more than " + limits.elements() + " elements.");
        }
        String prefix = orEmpty(stream.getPrefix());
        String namespace = orEmpty(stream.getNamespaceURI());
        String name = stream.getLocalName();
        Namespace[] declarations = declarations(stream);
        Attribute[] attributes = attributes(stream);
        if (declarations != null) {
            declarationCount += declarations.length;
            if (declarationCount > limits.declarations()) {
                throw new RefusedXmlException(
                        "An element and those around it declare more than " + limits.declarations() + " namespaces.");
            }
        }
        int first = itemCount;
        boolean afterText = false;
        while (true) {
            switch (next(stream)) {
                case XMLStreamConstants.START_ELEMENT -> {
                    endText(afterText);
                    push(element(stream, depth + 1));
                    afterText = false;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    endText(afterText);
                    if (declarations != null) {
                        declarationCount -= declarations.length;
                    }
                    return Element.of(prefix, namespace, name, attributes, declarations, pop(first));
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    afterText = text(stream.getText(), afterText);
                }
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new RefusedXmlException(
                            "The document refers to the undeclared entity '" + stream.getLocalName() + "'.");
                default -> {
                    // Comments and processing instructions carry no data.
                }
            }
        }
    }

    private boolean text(String text, boolean afterText) {
        if (text.isEmpty()) {
            return afterText;
        }
        if (afterText) {
            // Pieces are joined once, at their end: a comment between every two characters must not cost their square.
            Object before = items[itemCount - 1];
            StringBuilder pieces = before instanceof StringBuilder joined ? joined : new StringBuilder((String) before);
            items[itemCount - 1] = pieces.append(text);
        } else {
            push(text);
        }
        return true;
    }

    private void endText(boolean afterText) {
        if (afterText && items[itemCount - 1] instanceof StringBuilder pieces) {
            items[itemCount - 1] = pieces.toString();
        }
    }

    private Namespace[] declarations(XMLStreamReader2 stream) throws RefusedXmlException {
        int count = stream.getNamespaceCount();
        if (count == 0) {
            return null;
        }
        checkCount(count, "namespace declarations");
        Namespace[] declarations = new Namespace[count];
        for (int i = 0; i < count; i++) {
            String prefix = orEmpty(stream.getNamespacePrefix(i));
            String namespace = orEmpty(stream.getNamespaceURI(i));
            if (namespace.isEmpty() && !prefix.isEmpty()) {
                throw new RefusedXmlException("The document takes the namespace of prefix '" + prefix
                        + "' away, which Namespaces in XML 1.0 does not allow.");
            }
            declarations[i] = new Namespace(prefix, namespace);
        }
        return declarations;
    }

    private Attribute[] attributes(XMLStreamReader2 stream) throws RefusedXmlException {
        int count = stream.getAttributeCount();
        if (count == 0) {
            return null;
        }
        checkCount(count, "attributes");
        Attribute[] attributes = new Attribute[count];
        for (int i = 0; i < count; i++) {
            attributes[i] = new Attribute(
                    orEmpty(stream.getAttributePrefix(i)),
                    orEmpty(stream.getAttributeNamespace(i)),
                    stream.getAttributeLocalName(i),
                    stream.getAttributeValue(i));
        }
        return attributes;
    }

    private void checkCount(int count, String what) throws RefusedXmlException {
        if (count > limits.attributes()) {
            throw new RefusedXmlException("An element has more than " + limits.attributes() + " " + what + ".");
        }
    }

    private void push(Object item) {
        if (itemCount == items.length) {
            items = Arrays.copyOf(items, itemCount * 2);
        }
        items[itemCount++] = item;
    }

    private Object[] pop(int first) {
        if (first == itemCount) {
            return null;
        }
        Object[] content = Arrays.copyOfRange(items, first, itemCount);
        itemCount = first;
        return content;
    }

    private static String orEmpty(String value) {
        return value == null ? "" : value;
    }

    private static String firstLine(XMLStreamException e) {
        String message = e.getMessage() == null ? "no reason given" : e.getMessage();
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        if (e.getLocation() != null && e.getLocation().getLineNumber() > 0) {
            line += " (line " + e.getLocation().getLineNumber() + ", column "
                    + e.getLocation().getColumnNumber() + ")";
        }
        return line;
    }
}
