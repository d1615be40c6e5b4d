package io.soabench.mock;

import com.fasterxml.aalto.UncheckedStreamException;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import io.soabench.mock.RequestScan.Defect;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;

/**
 * A scanner that finds the body's element, the identifier and the step of a request message in one pass. The pass ends
 * as soon as all are found, so mistakes in the rest of a message stay unnoticed. It refuses document type declarations
 * (SOAP 1.1, section 3), hence no entity is ever resolved. Immutable, safe for use by many threads.
 */
final class RequestScanner {

    /** The longest identifier; a longer text counts as missing. */
    static final int LONGEST_UIID = 200;

    private static final XMLInputFactory FACTORY = factory();

    private final ElementPath id;
    private final ElementPath step;
    private final String namespace;

    /**
     * Creates a scanner of messages of a version of SOAP.
     *
     * @param source place of the identifier
     */
    RequestScanner(UiidSource source, SoapVersion soap) {
        namespace = soap.namespace();
        boolean inMessage = source.kind() == UiidSource.Kind.MESSAGE;
        id = ElementPath.of(inMessage ? source.id() : List.of());
        step = ElementPath.of(inMessage ? source.step() : List.of());
    }

    private static XMLInputFactory factory() {
        InputFactoryImpl factory = new InputFactoryImpl();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        return factory;
    }

    /**
     * Reads a whole message.
     *
     * @param charset name from the transport, or empty for that of the XML declaration
     */
    RequestScan message(byte[] bytes, int length, String charset) {
        try {
            XMLStreamReader reader = reader(bytes, length, charset);
            try {
                return envelope(reader);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException
                | UncheckedStreamException
                | IllegalCharsetNameException
                | UnsupportedCharsetException e) {
            return RequestScan.of(Defect.MALFORMED);
        }
    }

    /**
     * Returns a reader for a charset. Aalto decodes UTF-8 itself, and fast, but obeys the XML declaration and ignores
     * the charset of its caller.
     */
    private static XMLStreamReader reader(InputStream in, String charset) throws XMLStreamException {
        return charset.isEmpty() || charset.equalsIgnoreCase("UTF-8")
                ? FACTORY.createXMLStreamReader(in)
                : FACTORY.createXMLStreamReader(new InputStreamReader(in, Charset.forName(charset)));
    }

    /** Returns a reader of a whole message. */
    static XMLStreamReader reader(byte[] bytes, int length, String charset) throws XMLStreamException {
        return reader(new ByteArrayInputStream(bytes, 0, length), charset);
    }

    private RequestScan envelope(XMLStreamReader reader) throws XMLStreamException {
        int event = reader.getEventType();
        while (event != XMLStreamConstants.START_ELEMENT) {
            if (event == XMLStreamConstants.DTD) {
                return RequestScan.of(Defect.MALFORMED);
            }
            event = reader.next();
        }
        if (!reader.getLocalName().equals("Envelope")) {
            return RequestScan.of(Defect.MALFORMED);
        }
        if (!namespace.equals(reader.getNamespaceURI())) {
            return RequestScan.of(Defect.VERSION);
        }
        while (true) {
            event = reader.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                return RequestScan.of(Defect.MALFORMED);
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                boolean soap = namespace.equals(reader.getNamespaceURI());
                if (soap && reader.getLocalName().equals("Body")) {
                    return content(reader);
                }
                if (!soap || !reader.getLocalName().equals("Header")) {
                    return RequestScan.of(Defect.MALFORMED);
                }
                skipElement(reader);
            }
        }
    }

    private static void skipElement(XMLStreamReader reader) throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    /** Reads from the start of the body. */
    private RequestScan content(XMLStreamReader reader) throws XMLStreamException {
        while (true) {
            int event = reader.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                return new RequestScan(Defect.NONE, "", "", "");
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                return element(reader);
            }
        }
    }

    /**
     * Reads the body's first element, at whose start the reader stands.
     *
     * @throws XMLStreamException when the message is not well-formed as far as it is read
     */
    RequestScan element(XMLStreamReader reader) throws XMLStreamException {
        String element = expandedName(reader);
        ElementPath.Walk idWalk = id.walk();
        ElementPath.Walk stepWalk = step.walk();
        idWalk.start(1, reader);
        stepWalk.start(1, reader);
        int depth = 1;
        while (depth > 0 && !(idWalk.ended() && stepWalk.ended())) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    idWalk.start(depth, reader);
                    stepWalk.start(depth, reader);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    idWalk.end(depth);
                    stepWalk.end(depth);
                    depth--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (idWalk.takesText(depth)) {
                        idWalk.text(reader.getText());
                    }
                    if (stepWalk.takesText(depth)) {
                        stepWalk.text(reader.getText());
                    }
                }
                default -> {
                    // Comments, processing instructions and white space have no meaning.
                }
            }
        }
        return new RequestScan(Defect.NONE, element, idWalk.found(), stepWalk.found());
    }

    static String expandedName(XMLStreamReader reader) {
        String namespace = reader.getNamespaceURI();
        return '{' + (namespace == null ? "" : namespace) + '}' + reader.getLocalName();
    }
}
