package io.soabench.generators.soap;

import io.soabench.contracts.sample.TypePlace;
import io.soabench.contracts.sample.ValueType;
import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.model.issue.IssueCode;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A text or attribute of a template that is filled from columns, and has a simple type.
 *
 * @param where local names from the body's element on, for people
 * @param literals texts before the first column, between columns, and after the last one
 * @param columns their names, one fewer
 */
public record TypedPlace(String where, List<String> literals, List<String> columns, ValueType type) {

    /** The greatest length of a printed value; of a longer value the start is printed. */
    private static final int LONGEST_PRINTED = 60;

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)\\}");

    private static final QName XSI_TYPE = new QName(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type");

    public TypedPlace {
        literals = List.copyOf(literals);
        columns = List.copyOf(columns);
    }

    /**
     * Returns the text of the place when it is filled.
     *
     * @param values of the columns
     */
    public String filled(List<String> values) {
        StringBuilder text = new StringBuilder(literals.get(0));
        for (int i = 0; i < columns.size(); i++) {
            text.append(values.get(i)).append(literals.get(i + 1));
        }
        return text.toString();
    }

    /**
     * Returns the places of a template whose values can be wrong. Places without a type in the schema are left out, and
     * places of the request's identifier, too.
     *
     * @param template a body element or an envelope
     * @param place of a column in a text; its first group is the name
     * @throws BadRequestDataException when the template is not XML
     */
    public static List<TypedPlace> of(String template, Pattern place, WsdlDefinitions wsdl, SoapOperation operation)
            throws BadRequestDataException {
        try {
            return new Walk(wsdl, operation, place, false).of(template);
        } catch (XMLStreamException e) {
            throw new BadRequestDataException(IssueCode.DATA_INVALID, "is not well-formed XML: " + e.getMessage());
        }
    }

    /**
     * Returns the defects of a message: values that their types forbid, unknown elements and missing ones. Texts with a
     * placeholder and elements that are nil are left out.
     *
     * @param message a body element or an envelope
     * @param operation the operation of the message
     * @param answer whether the message is its answer
     * @throws BadRequestDataException when the message is not XML
     */
    public static List<String> problems(String message, WsdlDefinitions wsdl, SoapOperation operation, boolean answer)
            throws BadRequestDataException {
        Walk walk = new Walk(wsdl, operation, PLACEHOLDER, answer);
        try {
            walk.of(message);
            return List.copyOf(walk.wrong);
        } catch (XMLStreamException e) {
            throw new BadRequestDataException(IssueCode.DATA_INVALID, "is not well-formed XML: " + e.getMessage());
        }
    }

    /** An element that is open. */
    private static final class Open {
        private final String where;
        private final Optional<TypePlace> place;
        private final boolean wrapper;
        private final boolean soap;
        private final StringBuilder text = new StringBuilder();
        private boolean simple = true;
        private boolean nil;
        private final List<QName> children = new ArrayList<>();

        Open(String where, Optional<TypePlace> place, boolean wrapper, boolean soap) {
            this.where = where;
            this.place = place;
            this.wrapper = wrapper;
            this.soap = soap;
        }
    }

    private static final class Walk {
        private final WsdlDefinitions wsdl;
        private final SoapOperation operation;
        private final Pattern column;
        private final Deque<Open> open = new ArrayDeque<>();
        private final List<TypedPlace> found = new ArrayList<>();
        private final List<String> wrong = new ArrayList<>();
        private final boolean answer;

        Walk(WsdlDefinitions wsdl, SoapOperation operation, Pattern column, boolean answer) {
            this.answer = answer;
            this.wsdl = wsdl;
            this.operation = operation;
            this.column = column;
        }

        List<TypedPlace> of(String template) throws XMLStreamException {
            XMLStreamReader reader = RequestText.reader(new StringReader(template));
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> start(reader);
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                        if (!open.isEmpty()) {
                            open.peek().text.append(reader.getText());
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        Open ended = open.pop();
                        missing(ended);
                        if (ended.simple && !ended.nil) {
                            add(ended.where, ended.text.toString(), ended.place.flatMap(TypePlace::text));
                        }
                    }
                    default -> {
                        // Comments and instructions have no values.
                    }
                }
            }
            reader.close();
            return List.copyOf(found);
        }

        private void start(XMLStreamReader reader) {
            Open parent = open.peek();
            if (parent != null) {
                parent.simple = false;
                unknown(parent, reader.getName());
                parent.children.add(reader.getName());
            }
            Open element = element(reader, parent);
            String nil = reader.getAttributeValue(XSI_TYPE.getNamespaceURI(), "nil");
            element.nil =
                    nil != null && (nil.strip().equals("true") || nil.strip().equals("1"));
            open.push(element);
            attributes(reader, element);
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                QName name = reader.getAttributeName(i);
                add(
                        element.where + "/@" + name.getLocalPart(),
                        reader.getAttributeValue(i),
                        element.place.flatMap(place -> place.attribute(name)));
            }
        }

        private void unknown(Open parent, QName name) {
            if (parent.place.filter(place -> !place.mayContain(name)).isPresent()) {
                wrong.add("has in " + parent.where + " an element " + name
                        + " that the contract does not have there; correct its name or namespace");
            }
        }

        private void missing(Open ended) {
            if (ended.nil || ended.text.indexOf("${") >= 0 || ended.place.isEmpty()) {
                return;
            }
            TypePlace place = ended.place.get();
            List<QName> missing = place.missing(ended.children);
            for (QName each : missing) {
                wrong.add("has in " + ended.where + " no element " + each + ", which the contract requires; add it");
            }
            // Elements that have no place at all, or are missing, are the better reason.
            if (missing.isEmpty() && ended.children.stream().allMatch(place::mayContain)) {
                place.misplaced(ended.children).ifPresent(clause -> wrong.add("has in " + ended.where + " " + clause));
            }
        }

        private void attributes(XMLStreamReader reader, Open element) {
            if (element.place.isEmpty()) {
                return;
            }
            TypePlace place = element.place.get();
            List<QName> given = new ArrayList<>();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                QName name = reader.getAttributeName(i);
                given.add(name);
                boolean ofSoapOrSchema = name.getNamespaceURI().equals(XSI_TYPE.getNamespaceURI())
                        || XmlText.isSoap(name.getNamespaceURI());
                if (!ofSoapOrSchema && !place.hasAttribute(name)) {
                    wrong.add("has in " + element.where + " an attribute " + name
                            + " that the contract does not have there; correct its name or remove it");
                }
            }
            for (QName each : place.missingAttributes(given)) {
                wrong.add(
                        "has in " + element.where + " no attribute " + each + ", which the contract requires; add it");
            }
        }

        private Open element(XMLStreamReader reader, Open parent) {
            QName name = reader.getName();
            boolean outermost = parent == null;
            if (XmlText.isSoap(name.getNamespaceURI()) && (outermost || parent.soap)) {
                return new Open(
                        "", Optional.empty(), false, !name.getLocalPart().equals("Header"));
            }
            if (outermost || parent.soap) {
                boolean rpc = operation.style() == Style.RPC;
                return new Open(
                        name.getLocalPart(),
                        rpc ? Optional.empty() : typed(reader, TypePlace.element(wsdl.schemas(), name)),
                        rpc,
                        false);
            }
            Optional<TypePlace> place =
                    parent.wrapper ? part(name) : parent.place.flatMap(within -> within.child(name));
            return new Open(parent.where + "/" + name.getLocalPart(), typed(reader, place), false, false);
        }

        private Optional<TypePlace> part(QName name) {
            Optional<Message> message = answer
                    ? operation.operation().output()
                    : operation.operation().input();
            Optional<Part> part = message.map(Message::parts).stream()
                    .flatMap(List::stream)
                    .filter(each ->
                            each.element().map(name::equals).orElse(each.name().equals(name.getLocalPart())))
                    .findFirst();
            return part.flatMap(each -> each.element().isPresent()
                    ? TypePlace.element(wsdl.schemas(), each.element().get())
                    : each.type().flatMap(type -> TypePlace.ofType(wsdl.schemas(), type)));
        }

        /** Returns the place with the type that the document names. */
        private static Optional<TypePlace> typed(XMLStreamReader reader, Optional<TypePlace> place) {
            String named = reader.getAttributeValue(XSI_TYPE.getNamespaceURI(), XSI_TYPE.getLocalPart());
            if (named == null) {
                return place;
            }
            int colon = named.strip().indexOf(':');
            String namespace =
                    reader.getNamespaceURI(colon < 0 ? "" : named.strip().substring(0, colon));
            String local = named.strip().substring(colon + 1);
            return place.flatMap(each -> each.as(new QName(namespace == null ? "" : namespace, local)));
        }

        private static String sentence(String where, String text, String problem) {
            boolean whole = text.codePointCount(0, text.length()) <= LONGEST_PRINTED;
            String printed = whole ? text : text.substring(0, text.offsetByCodePoints(0, LONGEST_PRINTED)) + "…";
            return "has in " + where + " the value \"" + printed.replaceAll("\\p{Cntrl}", " ") + "\", which " + problem
                    + "; correct the value";
        }

        private void add(String where, String text, Optional<ValueType> type) {
            if (type.isEmpty() || type.get().any()) {
                return;
            }
            List<String> literals = new ArrayList<>();
            List<String> columns = new ArrayList<>();
            Matcher matcher = column.matcher(text);
            int end = 0;
            while (matcher.find()) {
                literals.add(text.substring(end, matcher.start()));
                columns.add(matcher.group(1));
                end = matcher.end();
            }
            literals.add(text.substring(end));
            if (columns.isEmpty()) {
                type.get().problem(text).ifPresent(problem -> wrong.add(sentence(where, text, problem)));
            }
            if (!columns.isEmpty() && !text.contains(RequestText.PLACEHOLDER)) {
                found.add(new TypedPlace(where, literals, columns, type.get()));
            }
        }
    }

    /** Returns the columns for a sentence. */
    public String words() {
        return (columns.size() == 1 ? "the column " : "the columns ")
                + columns.stream().distinct().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    }
}
