package io.soabench.engine.runtime.schema;

import io.soabench.contracts.wsdl.SchemaSources;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * The schemas of a process with one element for each type that its variables have, so that a variable of a type can be
 * validated like one of an element (WS-BPEL 2.0, section 8.1). Thread-safe. A text of any type with more than 10,000
 * digits in a row is refused: reading it as a number would take the square of its length. A value of more than 10,000
 * elements is refused where a schema has identity constraints, which take the square of their number. Texts whose
 * patterns take too long are refused, too ({@link PatternBudget}).
 */
public final class ValueSchema {
    private static final String NAMESPACE = "urn:soabench:engine:value";
    private static final String PREFIX = "v";

    /** The largest number of digits in a row, as the validator takes the square of it to read a number, or a year. */
    static final int NUMBER_DIGITS = 10_000;

    /**
     * The largest number of elements under identity constraints, as the validator takes the square of it to compare
     * values.
     */
    static final int COMPARED_ELEMENTS = 10_000;

    private final Schema schema;
    private final List<Type> types;
    private final boolean comparing;
    private final PatternBudget patterns;

    private ValueSchema(Schema schema, List<Type> types, boolean comparing, PatternBudget patterns) {
        this.schema = schema;
        this.types = types;
        this.comparing = comparing;
        this.patterns = patterns;
    }

    /**
     * The declared element or type of a value.
     *
     * @param name name of an element or type
     * @param element whether it is an element
     */
    public record Type(QName name, boolean element) {}

    /**
     * Compiles schemas.
     *
     * @param sources all documents
     * @param types the elements and types of values
     * @throws SAXException when the documents do not make a schema
     */
    public static ValueSchema compile(SchemaSources sources, Set<Type> types) throws SAXException {
        SchemaText text = new SchemaText(sources);
        List<Type> all = List.copyOf(types);
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        // The resolver answers every reference itself, so nothing is opened; the addresses it gives look like files.
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
        DOMImplementationLS inputs = inputs();
        factory.setResourceResolver((kind, namespace, publicId, systemId, base) -> {
            String key = systemId != null && text.text(systemId) != null
                    ? systemId
                    : text.address(namespace == null ? "" : namespace);
            LSInput input = inputs.createLSInput();
            input.setSystemId(key.startsWith("file:") ? key : "file:///schemas/" + Integer.toHexString(key.hashCode()));
            input.setStringData(text.text(key));
            return input;
        });
        factory.setErrorHandler(new Strict());
        StreamSource driver = new StreamSource(new StringReader(driver(text, all)), "file:///schemas/values.xsd");
        Schema schema = factory.newSchema(driver);
        return new ValueSchema(schema, all, text.comparesValues(), new PatternBudget(text.documents()));
    }

    private static DOMImplementationLS inputs() {
        try {
            return (DOMImplementationLS) DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .getFeature("LS", "3.0");
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String driver(SchemaText text, List<Type> types) {
        Set<String> namespaces = new LinkedHashSet<>(text.namespaces());
        types.forEach(type -> namespaces.add(type.name().getNamespaceURI()));
        namespaces.remove(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        List<String> order = new ArrayList<>(namespaces);
        StringBuilder driver = new StringBuilder("<xs:schema xmlns:xs=\"" + XMLConstants.W3C_XML_SCHEMA_NS_URI + "\"");
        driver.append(" targetNamespace=\"").append(NAMESPACE).append('"');
        for (int i = 0; i < order.size(); i++) {
            if (!order.get(i).isEmpty()) {
                driver.append(" xmlns:n")
                        .append(i)
                        .append("=\"")
                        .append(SchemaText.escaped(order.get(i)))
                        .append('"');
            }
        }
        driver.append('>');
        for (String namespace : order) {
            driver.append("<xs:import")
                    .append(namespace.isEmpty() ? "" : " namespace=\"" + SchemaText.escaped(namespace) + "\"")
                    .append(" schemaLocation=\"")
                    .append(text.address(namespace))
                    .append("\"/>");
        }
        for (int i = 0; i < types.size(); i++) {
            QName name = types.get(i).name();
            String reference = prefix(name, order) + name.getLocalPart();
            driver.append("<xs:element name=\"t").append(i).append('"');
            if (types.get(i).element()) {
                driver.append("><xs:complexType><xs:sequence><xs:element ref=\"")
                        .append(reference)
                        .append("\"/></xs:sequence></xs:complexType></xs:element>");
            } else {
                driver.append(" type=\"").append(reference).append("\"/>");
            }
        }
        return driver.append("</xs:schema>").toString();
    }

    private static String prefix(QName name, List<String> namespaces) {
        if (name.getNamespaceURI().isEmpty()) {
            return "";
        }
        return name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                ? "xs:"
                : "n" + namespaces.indexOf(name.getNamespaceURI()) + ":";
    }

    /**
     * Returns the mistake in a value.
     *
     * @return a sentence, or null when the value is valid
     * @throws IllegalArgumentException when the type was not given at compilation
     */
    public String problem(Type type, Element value) {
        int index = types.indexOf(type);
        if (index < 0) {
            throw new IllegalArgumentException("not compiled for " + type);
        }
        if (hasEndlessNumber(value)) {
            return "it holds a number of more than " + NUMBER_DIGITS + " digits";
        }
        if (comparing && elements(value) > COMPARED_ELEMENTS) {
            return "it has more than " + COMPARED_ELEMENTS
                    + " elements, and its schemas have 'unique', 'key' or 'keyref'";
        }
        Element root = type.element()
                ? Element.empty(PREFIX, NAMESPACE, "t" + index).withContent(List.of(value))
                : value.named(PREFIX, NAMESPACE, "t" + index);
        if (patterns.isExceeded(schema, root)) {
            return "it holds texts that take too long to be held against a 'pattern' of its schemas";
        }
        XmlOutput output = new XmlOutput();
        output.element(root);
        Validator validator = schema.newValidator();
        validator.setErrorHandler(new Strict());
        try {
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            validator.validate(new StreamSource(new ByteArrayInputStream(output.array(), 0, output.size())));
            return null;
        } catch (SAXException e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int elements(Element element) {
        int count = 1;
        for (int i = 0; i < element.size(); i++) {
            count += element.item(i) instanceof Element child ? elements(child) : 0;
        }
        return count;
    }

    private static boolean hasEndlessNumber(Element element) {
        for (int i = 0; i < element.attributeCount(); i++) {
            if (hasEndlessNumber(element.attribute(i).value())) {
                return true;
            }
        }
        for (int i = 0; i < element.size(); i++) {
            boolean found = element.item(i) instanceof Element child
                    ? hasEndlessNumber(child)
                    : hasEndlessNumber((String) element.item(i));
            if (found) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasEndlessNumber(String text) {
        if (text.length() <= NUMBER_DIGITS) {
            return false;
        }
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A decimal point does not end a number.
            digits = c >= '0' && c <= '9' ? digits + 1 : c == '.' ? digits : 0;
            if (digits > NUMBER_DIGITS) {
                return true;
            }
        }
        return false;
    }

    /** The first error counts. */
    private static final class Strict implements ErrorHandler {
        @Override
        public void warning(SAXParseException exception) {
            // Not an error.
        }

        @Override
        public void error(SAXParseException exception) throws SAXException {
            throw exception;
        }

        @Override
        public void fatalError(SAXParseException exception) throws SAXException {
            throw exception;
        }
    }
}
