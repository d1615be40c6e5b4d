package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.StandardDocuments;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlNode;
import io.soabench.contracts.source.XmlWriting;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * A check of schemas against all rules of XML Schema 1.0, by the parser of the JDK. It gets each start tag as a line of its own,
 * so that a line of its messages is an element of a document. Namespaces that a schema uses without an import are imported.
 */
final class SchemaRules {
    private static final String INVALID = "XSD-INVALID";
    private static final String STRICT = "XSD-STRICT";
    private static final String BASE = "file:///schemas/";
    private static final QName REF = new QName("ref");
    private static final QName LOCATION = new QName("schemaLocation");
    private static final QName NAMESPACE = new QName("namespace");

    /** A message of the parser: the name of a rule, and the reason. Messages without a rule are about limits of the parser. */
    private static final Pattern MESSAGE = Pattern.compile("([A-Za-z][\\w-]*(?:\\.[\\w.-]+)?): (.*)", Pattern.DOTALL);

    /** The rules for imports, ambiguous content and restrictions: tools write schemas that break them, and few programs mind. */
    private static final Pattern SELDOM_CHECKED = Pattern.compile(
            "src-import.*|cos-nonambig|rcase-.*|derivation-ok-restriction.*|cos-particle-restrict.*|range-ok.*");

    /** The rule that names are declared once, which is checked elsewhere, with both places. */
    private static final String TWICE = "sch-props-correct.2";

    private final Map<String, Document> documents = new LinkedHashMap<>();
    private final Map<String, List<String>> namespaces = new LinkedHashMap<>();
    private final Problems problems = new Problems();

    /** A document for the parser, and the place of each of its lines. */
    private record Document(String text, List<Location> places) {}

    private SchemaRules() {}

    /**
     * Returns the rules that schemas break.
     *
     * @param schemas without locations of imports
     * @param included documents that these include, by the key that stands as their location
     */
    static List<Problem> broken(List<XmlElement> schemas, Map<String, XmlElement> included) {
        SchemaRules rules = new SchemaRules();
        List<XmlElement> all = new ArrayList<>(schemas);
        all.addAll(standard(
                Stream.concat(schemas.stream(), included.values().stream()).toList()));
        Set<String> known =
                all.stream().map(SchemaReading::target).collect(Collectors.toCollection(LinkedHashSet::new));
        for (XmlElement schema : all) {
            String address = BASE + "document" + rules.documents.size() + ".xsd";
            rules.add(address, schema, known);
            rules.namespaces
                    .computeIfAbsent(SchemaReading.target(schema), absent -> new ArrayList<>())
                    .add(address);
        }
        // One without a namespace has that of the schema that includes it, and must not import that.
        included.forEach((key, schema) ->
                rules.add(key, schema, SchemaReading.target(schema).isEmpty() ? Set.of() : known));
        rules.compile();
        return rules.problems.list();
    }

    /** Returns the standard schemas that documents use and nobody has read. */
    private static List<XmlElement> standard(List<XmlElement> schemas) {
        Set<String> targets = schemas.stream().map(SchemaReading::target).collect(Collectors.toSet());
        Documents documents = Documents.onDisk();
        return Stream.concat(
                        Stream.of(XMLConstants.XML_NS_URI),
                        schemas.stream().flatMap(schema -> schema.namespaces().values().stream()))
                .distinct()
                .filter(namespace -> !targets.contains(namespace))
                .flatMap(namespace -> StandardDocuments.name(namespace).stream())
                .flatMap(name -> documents.document(name, new Problems()).stream())
                .filter(schema -> !targets.contains(SchemaReading.target(schema)))
                .distinct()
                .toList();
    }

    private void add(String address, XmlElement schema, Set<String> known) {
        List<Location> places = new ArrayList<>();
        String text = XmlWriting.lines(importing(schema, known), places);
        documents.put(address, new Document(text, places));
    }

    /** Returns a schema that imports all known namespaces. */
    private static XmlElement importing(XmlElement schema, Set<String> known) {
        String target = SchemaReading.target(schema);
        Set<String> missing = new LinkedHashSet<>(known);
        missing.remove(target);
        missing.remove(Wsdl.SCHEMA);
        schema.elements(Wsdl.SCHEMA, "import")
                .forEach(each -> missing.remove(each.attribute("namespace").orElse("")));
        if (target.isEmpty()) {
            missing.remove("");
        }
        List<XmlNode> children = new ArrayList<>();
        for (String namespace : missing) {
            children.add(new XmlElement(
                    new QName(Wsdl.SCHEMA, "import"),
                    namespace.isEmpty() ? Map.of() : Map.of(NAMESPACE, namespace),
                    Map.of("", Wsdl.SCHEMA),
                    List.of(),
                    schema.location()));
        }
        schema.children().forEach(child -> children.add(withoutSchemas(child)));
        return new XmlElement(schema.name(), schema.attributes(), schema.namespaces(), children, schema.location());
    }

    /** Returns a part of a schema with a wildcard for each schema in a message, which data sets of .NET have. */
    private static XmlNode withoutSchemas(XmlNode node) {
        if (!(node instanceof XmlElement element) || !element.namespace().equals(Wsdl.SCHEMA)) {
            return node;
        }
        boolean schema = element.attribute("ref")
                .flatMap(element::qualifiedName)
                .filter(new QName(Wsdl.SCHEMA, "schema")::equals)
                .isPresent();
        QName name = schema ? new QName(Wsdl.SCHEMA, "any", element.name().getPrefix()) : element.name();
        Map<QName, String> attributes = new LinkedHashMap<>(element.attributes());
        if (schema) {
            attributes.remove(REF);
            attributes.put(new QName("processContents"), "lax");
        }
        return new XmlElement(
                name,
                attributes,
                element.namespaces(),
                element.children().stream().map(SchemaRules::withoutSchemas).toList(),
                element.location());
    }

    private void compile() {
        SchemaFactory factory = factory();
        try {
            factory.newSchema(new StreamSource(new StringReader(driver()), BASE + "all.xsd"));
        } catch (SAXException e) {
            found(e);
        }
    }

    private SchemaFactory factory() {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setErrorHandler(new Collector());
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            // The resolver answers every reference itself, so nothing is opened; the addresses it gives look like
            // files.
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
        } catch (SAXException e) {
            throw new IllegalStateException("the parser of the JDK has these settings", e);
        }
        DOMImplementationLS inputs = inputs();
        factory.setResourceResolver((kind, namespace, publicId, systemId, base) -> {
            String key = systemId == null ? address(namespace == null ? "" : namespace) : systemId;
            Document document = documents.get(key);
            if (document == null) {
                return null;
            }
            LSInput input = inputs.createLSInput();
            input.setSystemId(systemId(key));
            input.setStringData(document.text());
            return input;
        });
        return factory;
    }

    /** Returns the address of the only document of a namespace, or of one that includes all of them; null when there is none. */
    private String address(String namespace) {
        List<String> addresses = namespaces.get(namespace);
        if (addresses == null || addresses.size() == 1) {
            return addresses == null ? null : addresses.get(0);
        }
        String address =
                BASE + "namespace" + namespaces.keySet().stream().toList().indexOf(namespace) + ".xsd";
        documents.computeIfAbsent(
                address,
                absent -> new Document(
                        XmlWriting.text(schema(
                                namespace,
                                addresses.stream()
                                        .map(each -> child("include", Map.of(LOCATION, each)))
                                        .toList())),
                        List.of()));
        return address;
    }

    private String driver() {
        return XmlWriting.text(schema(
                "urn:soabench:all",
                namespaces.keySet().stream()
                        .map(namespace -> child(
                                "import",
                                namespace.isEmpty()
                                        ? Map.of(LOCATION, address(namespace))
                                        : Map.of(LOCATION, address(namespace), NAMESPACE, namespace)))
                        .toList()));
    }

    private static XmlElement schema(String target, List<XmlNode> children) {
        return new XmlElement(
                new QName(Wsdl.SCHEMA, "schema"),
                target.isEmpty() ? Map.of() : Map.of(new QName("targetNamespace"), target),
                Map.of("", Wsdl.SCHEMA),
                children,
                Location.of("all.xsd"));
    }

    private static XmlNode child(String name, Map<QName, String> attributes) {
        return new XmlElement(
                new QName(Wsdl.SCHEMA, name), attributes, Map.of("", Wsdl.SCHEMA), List.of(), Location.of("all.xsd"));
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

    private static String systemId(String key) {
        return key.startsWith(BASE) ? key : BASE + "included" + Integer.toHexString(key.hashCode()) + ".xsd";
    }

    /** Adds a broken rule. The parser gives one that ends its work twice, which counts once. */
    private void found(SAXException thrown) {
        if (!(thrown instanceof SAXParseException error)) {
            return;
        }
        Optional<Document> document = documents.entrySet().stream()
                .filter(each -> systemId(each.getKey()).equals(error.getSystemId()))
                .map(Map.Entry::getValue)
                .findFirst();
        Matcher message = MESSAGE.matcher(String.valueOf(error.getMessage()));
        int line = error.getLineNumber() - 1;
        if (document.isEmpty()
                || line < 0
                || line >= document.get().places().size()
                || !message.matches()
                || message.group(1).equals(TWICE)) {
            return;
        }
        Location place = document.get().places().get(line);
        if (!StandardDocuments.isName(place.file())) {
            problems.add(
                    SELDOM_CHECKED.matcher(message.group(1)).matches() ? STRICT : INVALID,
                    place,
                    "not a valid schema: " + message.group(2).strip().replaceFirst("\\.$", "") + " (rule "
                            + message.group(1) + ")");
        }
    }

    /** The collector of the messages of the parser. */
    private final class Collector implements ErrorHandler {

        @Override
        public void warning(SAXParseException exception) {
            // Nothing is broken.
        }

        @Override
        public void error(SAXParseException exception) {
            found(exception);
        }

        @Override
        public void fatalError(SAXParseException exception) throws SAXException {
            found(exception);
            throw exception;
        }
    }
}
