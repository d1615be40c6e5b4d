package io.soabench.generators.soap;

import com.ctc.wstx.stax.WstxInputFactory;
import io.soabench.contracts.tree.XmlText;
import io.soabench.model.issue.IssueCode;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.LocationInfo;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * The text of a request as it is sent, made from data given as XML. It is wrapped into an envelope unless it is one. The placeholder
 * <code>${uiid}</code> stands where the process expects the identifier. Works on the text, so that prefixes, comments and white space stay as
 * they were written. Document types are refused. All methods are safe for use by many threads.
 */
public final class RequestText {

    /** The placeholder that each request replaces by its UIID. */
    public static final String PLACEHOLDER = "${uiid}";

    private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    private static final WstxInputFactory FACTORY = factory();

    private RequestText() {}

    private static WstxInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    /** Returns a reader of a document without a document type. */
    static XMLStreamReader reader(Reader text) throws XMLStreamException {
        return FACTORY.createXMLStreamReader(text);
    }

    /** Returns the content of a file as text, without XML declaration and byte order mark. */
    public static String of(byte[] content) throws BadRequestDataException {
        try {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(content));
            String declared = reader.getCharacterEncodingScheme();
            String detected = reader.getEncoding();
            reader.close();
            Charset charset = declared != null
                    ? Charset.forName(detected == null ? declared : detected)
                    : detected == null ? StandardCharsets.UTF_8 : Charset.forName(detected);
            String text = new String(content, charset);
            String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
            check(body);
            int end = body.startsWith("<?xml") ? body.indexOf("?>") + 2 : 0;
            return body.substring(end).strip();
        } catch (XMLStreamException | IllegalArgumentException e) {
            throw notXml(e);
        }
    }

    /** Returns the texts of a document that are not written as the content of elements and attributes: comments, CDATA, instructions. */
    public static Set<String> unparsed(String text) throws BadRequestDataException {
        Set<String> unparsed = new LinkedHashSet<>();
        try {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(new StringReader(text));
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.COMMENT || event == XMLStreamConstants.CDATA) {
                    unparsed.add(reader.getText());
                } else if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
                    unparsed.add(String.valueOf(reader.getPIData()));
                }
            }
            reader.close();
            return unparsed;
        } catch (XMLStreamException e) {
            throw notXml(e);
        }
    }

    private static BadRequestDataException notXml(Exception e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return new BadRequestDataException(IssueCode.DATA_INVALID, "is not well-formed XML: " + message);
    }

    private static void check(String text) throws XMLStreamException, BadRequestDataException {
        XMLStreamReader reader = FACTORY.createXMLStreamReader(new StringReader(text));
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.DTD) {
                throw new BadRequestDataException(
                        IssueCode.DATA_INVALID,
                        "has a document type declaration, which SOAP forbids; remove <!DOCTYPE …>");
            }
        }
        reader.close();
    }

    /** Returns a complete envelope of SOAP 1.1, from the text of one or of a body element. */
    public static String envelope(String text) throws BadRequestDataException {
        return envelope(text, SoapVersion.SOAP_11);
    }

    /** Returns a complete envelope of a version of SOAP, from the text of one or of a body element. */
    public static String envelope(String text, SoapVersion soap) throws BadRequestDataException {
        try {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(new StringReader(text));
            while (reader.next() != XMLStreamConstants.START_ELEMENT) {
                // Comments may come first.
            }
            boolean envelope = reader.getLocalName().equals("Envelope");
            String namespace = String.valueOf(reader.getNamespaceURI());
            reader.close();
            if (envelope && !namespace.equals(soap.namespace())) {
                throw new BadRequestDataException(
                        IssueCode.DATA_INVALID,
                        "is an envelope in the namespace \"" + namespace + "\"; use SOAP " + soap.number() + " ("
                                + soap.namespace() + ") or give the body's element alone");
            }
            return envelope
                    ? DECLARATION + text + "\n"
                    : DECLARATION + "<soapenv:Envelope xmlns:soapenv=\"" + soap.namespace() + "\"><soapenv:Body>" + text
                            + "</soapenv:Body></soapenv:Envelope>\n";
        } catch (XMLStreamException e) {
            throw notXml(e);
        }
    }

    /**
     * Returns the envelope with the placeholder at a path, unless it contains the placeholder already.
     *
     * @param path steps from the body's element (the first step) to the element, as expanded names; a last step {@code @name}
     *     is an attribute; empty: nothing is placed
     */
    public static String withPlaceholder(String envelope, List<String> path) throws BadRequestDataException {
        if (path.isEmpty() || envelope.contains(PLACEHOLDER)) {
            return envelope;
        }
        try {
            return placed(envelope, path);
        } catch (XMLStreamException e) {
            throw notXml(e);
        }
    }

    /**
     * Returns the envelope of a one-way request with headers of WS-Addressing 1.0. They are {@code Action}, a {@code MessageID} made of the
     * UIID, and {@code ReplyTo} with the placeholder of the load client's address.
     */
    public static String withReplyTo(String envelope, String action) throws BadRequestDataException {
        String blocks = "<wsa:Action xmlns:wsa=\"" + CallbackPlan.ADDRESSING + "\">" + XmlText.escaped(action)
                + "</wsa:Action><wsa:MessageID xmlns:wsa=\"" + CallbackPlan.ADDRESSING + "\">"
                + CallbackPlan.MESSAGE_ID + PLACEHOLDER + "</wsa:MessageID><wsa:ReplyTo xmlns:wsa=\""
                + CallbackPlan.ADDRESSING + "\"><wsa:Address>" + CallbackPlan.ADDRESS
                + "</wsa:Address></wsa:ReplyTo>";
        try {
            XMLStreamReader2 reader = (XMLStreamReader2) FACTORY.createXMLStreamReader(new StringReader(envelope));
            while (reader.next() != XMLStreamConstants.START_ELEMENT) {
                // Comments may come first.
            }
            String prefix = reader.getPrefix() == null || reader.getPrefix().isEmpty() ? "" : reader.getPrefix() + ":";
            int begin = (int) reader.getLocationInfo().getEndingCharOffset();
            reader.nextTag();
            boolean header = reader.getLocalName().equals("Header");
            int start = (int) reader.getLocationInfo().getStartingCharOffset();
            boolean empty = reader.isEmptyElement();
            int end = (int) reader.getLocationInfo().getEndingCharOffset();
            reader.close();
            if (!header) {
                return envelope.substring(0, begin) + "<" + prefix + "Header>" + blocks + "</" + prefix + "Header>"
                        + envelope.substring(begin);
            }
            if (!empty) {
                return envelope.substring(0, end) + blocks + envelope.substring(end);
            }
            String tag = envelope.substring(start, end);
            String name = tag.substring(1).split("[\\s/]", 2)[0];
            return envelope.substring(0, start)
                    + tag.substring(0, tag.lastIndexOf('/')).stripTrailing() + ">" + blocks + "</" + name + ">"
                    + envelope.substring(end);
        } catch (XMLStreamException e) {
            throw notXml(e);
        }
    }

    private static String placed(String text, List<String> path) throws XMLStreamException, BadRequestDataException {
        boolean attribute = path.get(path.size() - 1).startsWith("@");
        List<String> elements = attribute ? path.subList(0, path.size() - 1) : path;
        XMLStreamReader2 reader = (XMLStreamReader2) FACTORY.createXMLStreamReader(new StringReader(text));
        int depth = 0;
        int matched = 0;
        boolean inBody = false;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                inBody |= depth == 2 && reader.getLocalName().equals("Body");
                // Depth 1 is the envelope, depth 2 the body.
                if (inBody && depth == matched + 3 && matched < elements.size()) {
                    matched += expanded(reader).equals(elements.get(matched)) ? 1 : 0;
                    if (matched == elements.size() && depth == matched + 2) {
                        return attribute
                                ? attribute(
                                        text, reader, path.get(path.size() - 1).substring(1))
                                : element(text, reader);
                    }
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                if (depth < matched + 2) {
                    matched = Math.max(0, depth - 2);
                }
            }
        }
        throw new BadRequestDataException(
                IssueCode.UIID_MISSING,
                "has no " + String.join("/", path) + ", where the process expects the UIID; add it, or write "
                        + PLACEHOLDER + " where the UIID belongs");
    }

    private static String expanded(XMLStreamReader reader) {
        String namespace = reader.getNamespaceURI();
        return namespace == null || namespace.isEmpty()
                ? reader.getLocalName()
                : "{" + namespace + "}" + reader.getLocalName();
    }

    /** Returns the element at whose start tag the reader stands. */
    private static String element(String text, XMLStreamReader2 reader) throws XMLStreamException {
        LocationInfo place = reader.getLocationInfo();
        int tagStart = (int) place.getStartingCharOffset();
        boolean empty = reader.isEmptyElement();
        int tagEnd = (int) place.getEndingCharOffset();
        if (empty) {
            String tag = text.substring(tagStart, tagEnd);
            Matcher name = Pattern.compile("^<([^\\s/>]+)").matcher(tag);
            String written = name.find() ? name.group(1) : reader.getLocalName();
            String open = tag.substring(0, tag.lastIndexOf("/>")).stripTrailing();
            return text.substring(0, tagStart) + open + ">" + PLACEHOLDER + "</" + written + ">"
                    + text.substring(tagEnd);
        }
        int open = 1;
        while (open > 0) {
            int event = reader.next();
            open += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
        }
        int end = (int) reader.getLocationInfo().getStartingCharOffset();
        return text.substring(0, tagEnd) + PLACEHOLDER + text.substring(end);
    }

    private static String attribute(String text, XMLStreamReader2 reader, String name)
            throws XMLStreamException, BadRequestDataException {
        LocationInfo place = reader.getLocationInfo();
        int start = (int) place.getStartingCharOffset();
        int end = (int) place.getEndingCharOffset();
        String local = name.substring(name.indexOf('}') + 1);
        String tag = text.substring(start, end);
        Matcher written = Pattern.compile(
                        "(\\s(?:[^\\s=:\"']+:)?" + Pattern.quote(local) + "\\s*=\\s*)(\"[^\"]*\"|'[^']*')")
                .matcher(tag);
        String changed;
        if (written.find()) {
            changed = tag.substring(0, written.end(1)) + '"' + PLACEHOLDER + '"' + tag.substring(written.end(2));
        } else if (name.startsWith("{")) {
            throw new BadRequestDataException(
                    IssueCode.UIID_MISSING,
                    "has no attribute " + name + " where the process expects the UIID; add it to the element");
        } else {
            int close = tag.endsWith("/>") ? tag.length() - 2 : tag.length() - 1;
            changed = tag.substring(0, close) + " " + local + "=\"" + PLACEHOLDER + "\"" + tag.substring(close);
        }
        return text.substring(0, start) + changed + text.substring(end);
    }
}
