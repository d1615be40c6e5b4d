package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.StandardDocuments;
import io.soabench.contracts.source.XmlElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/** A reader of a set of documents into tables: it collects all documents, then looks names up layer by layer. */
final class WsdlReading {
    /** The namespace of WSDL 2.0, which no BPEL process uses. */
    private static final String WSDL_2 = "http://www.w3.org/ns/wsdl";

    private static final String XPATH = "urn:oasis:names:tc:wsbpel:2.0:sublang:xpath1.0";

    private final Documents documents;
    private final Problems problems;
    private final WsdlTables tables = new WsdlTables();
    private final Map<String, XmlElement> roots = new LinkedHashMap<>();
    private final List<XmlElement> schemas = new ArrayList<>();
    private final UniqueDefinitions unique;
    private final Set<String> reached = new HashSet<>();

    WsdlReading(Documents documents, Problems problems) {
        this.documents = documents;
        this.problems = problems;
        this.unique = new UniqueDefinitions(roots, tables.provenance, problems);
    }

    WsdlTables read(List<String> names) {
        tables.provenance.asked(names);
        names.forEach(this::collect);
        each(Wsdl.NAMESPACE, "message", this::message);
        each(Wsdl.NAMESPACE, "portType", this::portType);
        each(Wsdl.PARTNER_LINKS, "partnerLinkType", this::partnerLinkType);
        each(Wsdl.PROPERTIES, "property", this::property);
        each(Wsdl.PROPERTIES, "propertyAlias", this::propertyAlias);
        each(Wsdl.NAMESPACE, "binding", (file, element) -> bindings(file).binding(element));
        each(Wsdl.NAMESPACE, "service", (file, element) -> bindings(file).service(element));
        endpointReferences();
        new SchemaReading(documents, tables, problems).read(schemas);
        tables.provenance.close();
        new SchemaReferences(tables, problems).check();
        return tables;
    }

    // ---- collecting documents

    private void collect(String file) {
        if (!reached.add(file)) {
            return;
        }
        Optional<XmlElement> root = documents.document(file, problems);
        if (root.isEmpty()) {
            return;
        }
        tables.files.add(file);
        if (root.get().is(Wsdl.SCHEMA, "schema")) {
            schemas.add(root.get());
            return;
        }
        if (!root.get().is(Wsdl.NAMESPACE, "definitions")) {
            problems.add(
                    "WSDL-ROOT",
                    root.get().location(),
                    "expected 'definitions' of namespace '" + Wsdl.NAMESPACE + "' or an XML Schema, found '"
                            + root.get().localName() + "' of namespace '"
                            + root.get().namespace() + "'"
                            + (root.get().namespace().equals(WSDL_2)
                                    ? ", which is WSDL 2.0; write the contract in WSDL 1.1"
                                    : ""));
            return;
        }
        roots.put(file, root.get());
        List<String> imports = new ArrayList<>();
        root.get().elements(Wsdl.NAMESPACE, "import").forEach(element -> imported(file, element, imports));
        new InlineSchemas(problems).of(root.get(), target(file)).forEach(schemas::add);
        tables.documents.put(
                file,
                new WsdlDocument(
                        file,
                        target(file),
                        root.get().namespaces(),
                        imports,
                        root.get().location()));
    }

    private void imported(String file, XmlElement element, List<String> imports) {
        Optional<String> location = element.attribute("location");
        if (location.isEmpty()) {
            return;
        }
        Optional<String> name =
                documents.resolve(file, location.get(), element.location().attribute("location"), problems);
        name.ifPresent(other -> {
            imports.add(other);
            collect(other);
            String expected = element.attribute("namespace").orElse("");
            XmlElement root = documents.document(other, problems).orElse(null);
            String found =
                    root == null ? expected : root.attribute("targetNamespace").orElse("");
            if (!found.equals(expected)) {
                problems.add(
                        Leniency.IMPORT_NAMESPACES,
                        "WSDL-IMPORT",
                        element.location().attribute("namespace"),
                        "'" + other + "' has the target namespace '" + found + "', but '" + expected
                                + "' is imported; correct the attribute 'namespace'");
            }
        });
    }

    /** Adds endpoint references: messages may have them as parts without an import, as in section 15.4 of the standard. */
    private void endpointReferences() {
        Set<String> used = tables.messages.values().stream()
                .flatMap(message -> message.parts().stream())
                .flatMap(part -> Stream.concat(part.element().stream(), part.type().stream()))
                .map(QName::getNamespaceURI)
                .collect(Collectors.toSet());
        Stream.of(
                        StandardDocuments.SERVICE_REFERENCES,
                        StandardDocuments.ADDRESSING,
                        StandardDocuments.SUBMITTED_ADDRESSING)
                .filter(used::contains)
                .flatMap(namespace -> StandardDocuments.name(namespace).stream())
                .flatMap(name -> documents.document(name, problems).stream())
                .forEach(schemas::add);
    }

    private String target(String file) {
        return roots.get(file).attribute("targetNamespace").orElse("");
    }

    private BindingReading bindings(String file) {
        return new BindingReading(tables, unique, problems, target(file));
    }

    private interface Reader {
        void read(String file, XmlElement element);
    }

    private void each(String namespace, String localName, Reader reader) {
        roots.forEach(
                (file, root) -> root.elements(namespace, localName).forEach(element -> reader.read(file, element)));
    }

    // ---- definitions

    private void message(String file, XmlElement element) {
        List<Part> parts = new ArrayList<>();
        element.elements(Wsdl.NAMESPACE, "part").forEach(part -> {
            Attributes attributes = new Attributes(part, problems);
            String name = attributes.required("name");
            Optional<QName> partElement = attributes.qualifiedName("element");
            Optional<QName> partType = attributes.qualifiedName("type");
            // A name whose prefix is not declared has a problem of its own.
            if (part.attribute("element").isPresent() == part.attribute("type").isPresent()) {
                problems.add(
                        "WSDL-PART",
                        part.location(),
                        "part '" + name + "' needs either 'element' or 'type', and not both");
            }
            if (parts.stream().anyMatch(other -> other.name().equals(name))) {
                problems.add("WSDL-DUPLICATE", part.location(), "part '" + name + "' is declared twice");
            }
            parts.add(new Part(parts.size(), name, partElement, partType, part.location()));
        });
        define(file, element, "message", tables.messages, name -> new Message(name, parts, element.location()));
    }

    private void portType(String file, XmlElement element) {
        List<Operation> operations = new ArrayList<>();
        List<XmlElement> elements =
                element.elements(Wsdl.NAMESPACE, "operation").toList();
        elements.forEach(operation -> {
            Operation read = distinguished(operation(operation), operation, elements);
            if (operations.stream().anyMatch(other -> other.name().equals(read.name()))) {
                problems.add(
                        "SA00002",
                        operation.location().attribute("name"),
                        "operation '" + read.name() + "' is overloaded; give each operation of port type '"
                                + element.attribute("name").orElse("") + "' its own name"
                                + (problems.ofContract() ? ", or each of their inputs" : ""));
            }
            operations.add(read);
        });
        define(
                file,
                element,
                "port type",
                tables.portTypes,
                name -> new PortType(name, operations, element.location()));
    }

    /** Returns an operation of a contract under a name that only it has, with that of its input (WSDL 1.1, section 2.5). */
    private Operation distinguished(Operation read, XmlElement element, List<XmlElement> all) {
        boolean overloaded = all.stream()
                        .filter(other -> other.attribute("name").equals(element.attribute("name")))
                        .count()
                > 1;
        Optional<String> input = BindingReading.inputName(element);
        return problems.ofContract() && overloaded && input.isPresent()
                ? read.named(read.name() + Operation.COLON + input.get())
                : read;
    }

    private Operation operation(XmlElement element) {
        Optional<XmlElement> input = element.element(Wsdl.NAMESPACE, "input");
        Optional<XmlElement> output = element.element(Wsdl.NAMESPACE, "output");
        String name = new Attributes(element, problems).required("name");
        if (input.isEmpty() && output.isEmpty()) {
            problems.add("WSDL-OPERATION", element.location(), "operation '" + name + "' has neither input nor output");
        }
        List<Fault> faults = element.elements(Wsdl.NAMESPACE, "fault")
                .map(fault ->
                        new Fault(new Attributes(fault, problems).required("name"), messageOf(fault), fault.location()))
                .toList();
        return new Operation(
                name,
                exchange(element, input, output),
                input.flatMap(this::messageOf),
                output.flatMap(this::messageOf),
                faults,
                BindingReading.inputName(element),
                input.map(WsdlReading::actions).orElse(List.of()),
                element.location());
    }

    /** Returns the actions of WS-Addressing that an input has. Each version of that standard has a namespace of its own. */
    private static List<String> actions(XmlElement input) {
        return input.attributes().entrySet().stream()
                .filter(attribute -> attribute.getKey().getLocalPart().equals("Action")
                        && attribute.getKey().getNamespaceURI().contains("/addressing"))
                .map(attribute -> attribute.getValue().strip())
                .filter(action -> !action.isEmpty())
                .toList();
    }

    private static Exchange exchange(XmlElement element, Optional<XmlElement> input, Optional<XmlElement> output) {
        if (output.isEmpty()) {
            return Exchange.ONE_WAY;
        }
        if (input.isEmpty()) {
            return Exchange.NOTIFICATION;
        }
        List<XmlElement> children = element.elements().toList();
        return children.indexOf(input.get()) < children.indexOf(output.get())
                ? Exchange.REQUEST_RESPONSE
                : Exchange.SOLICIT_RESPONSE;
    }

    private Optional<Message> messageOf(XmlElement element) {
        return new Attributes(element, problems).lookUp("message", "message", tables.messages);
    }

    private void partnerLinkType(String file, XmlElement element) {
        List<Role> roles = element.elements(Wsdl.PARTNER_LINKS, "role")
                .map(role -> {
                    Attributes attributes = new Attributes(role, problems);
                    return new Role(
                            attributes.required("name"),
                            attributes.lookUp("portType", "port type", tables.portTypes),
                            role.location());
                })
                .toList();
        if (roles.isEmpty() || roles.size() > 2) {
            problems.add(
                    "WSDL-ROLES",
                    element.location(),
                    "partner link type '" + element.attribute("name").orElse("") + "' has " + roles.size()
                            + " roles; it needs one or two");
        }
        define(
                file,
                element,
                "partner link type",
                tables.partnerLinkTypes,
                name -> new PartnerLinkType(name, roles, element.location()));
    }

    private void property(String file, XmlElement element) {
        Attributes attributes = new Attributes(element, problems);
        Optional<QName> type = attributes.qualifiedName("type");
        Optional<QName> declared = attributes.qualifiedName("element");
        if (element.attribute("type").isPresent()
                == element.attribute("element").isPresent()) {
            problems.add(
                    "SA00019",
                    element.location(),
                    "property '" + element.attribute("name").orElse("")
                            + "' needs either 'type' or 'element', and not both");
        }
        define(
                file,
                element,
                "property",
                tables.properties,
                name -> new Property(name, type, declared, element.location()));
    }

    private void propertyAlias(String file, XmlElement element) {
        Attributes attributes = new Attributes(element, problems);
        Optional<QName> property = attributes.qualifiedName("propertyName");
        if (element.attribute("propertyName").isEmpty()) {
            attributes.required("propertyName");
        }
        Optional<QName> messageType = attributes.qualifiedName("messageType");
        boolean byMessage = element.attribute("messageType").isPresent();
        Optional<QName> named = attributes.qualifiedName("type");
        boolean needless = byMessage && named.isPresent() && named.equals(property.flatMap(this::typeOf));
        Optional<QName> type = needless ? Optional.empty() : named;
        Optional<QName> declared = attributes.qualifiedName("element");
        Optional<String> part = element.attribute("part").or(() -> messageType
                .map(tables.messages::get)
                .filter(message -> message.parts().size() == 1)
                .map(message -> message.parts().get(0).name()));
        boolean partMeant = part.isPresent() && element.attribute("part").isEmpty();
        Optional<Expression> query = element.element(Wsdl.PROPERTIES, "query")
                .map(text -> new Expression(
                        text.text().strip(),
                        text.attribute("queryLanguage").orElse(XPATH),
                        text.namespaces(),
                        text.location()))
                .filter(text -> !text.text().isEmpty());
        property.filter(name -> !tables.properties.containsKey(name))
                .ifPresent(name -> problems.add(
                        "WSDL-MISSING",
                        element.location().attribute("propertyName"),
                        "property '" + name + "' is not defined; check 'propertyName'"));
        int kinds = (byMessage ? 1 : 0)
                + (element.attribute("type").isPresent() && !needless ? 1 : 0)
                + (element.attribute("element").isPresent() ? 1 : 0);
        String sentence = "a propertyAlias needs 'messageType' with 'part', or only 'type', or only 'element'";
        if (kinds != 1 || part.isPresent() != byMessage) {
            problems.add("SA00020", element.location(), sentence);
        } else if (partMeant) {
            problems.add(Leniency.SINGLE_PARTS, "SA00020", element.location(), sentence);
        }
        if (needless) {
            problems.add(
                    Leniency.NEEDLESS_ATTRIBUTES,
                    "SA00020",
                    element.location().attribute("type"),
                    "'type' is that of the property; remove it: " + sentence);
        }
        messageType.ifPresent(name -> checkPart(name, part, element.location()));
        property.ifPresent(name -> tables.aliases.add(
                new PropertyAlias(name, messageType, part, type, declared, query, element.location())));
    }

    private Optional<QName> typeOf(QName property) {
        return Optional.ofNullable(tables.properties.get(property)).flatMap(Property::type);
    }

    private void checkPart(QName messageType, Optional<String> part, Location location) {
        Message message = tables.messages.get(messageType);
        if (message == null) {
            problems.add(
                    "WSDL-MISSING",
                    location.attribute("messageType"),
                    "message '" + messageType + "' is not defined; check 'messageType'");
        } else if (part.isPresent() && message.part(part.get()).isEmpty()) {
            problems.add(
                    "WSDL-MISSING",
                    location.attribute("part"),
                    "message '" + messageType + "' has no part '" + part.get() + "'; check 'part'");
        }
    }

    private <T> void define(
            String file, XmlElement element, String kind, Map<QName, T> table, Function<QName, T> definition) {
        QName name = new QName(target(file), new Attributes(element, problems).required("name"));
        unique.add(kind, name, element, table, definition.apply(name));
    }
}
