package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.StandardDocuments;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlNode;
import io.soabench.contracts.source.XmlWriting;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaException;
import org.xml.sax.InputSource;

/**
 * A reader that adds schemas to the schema collection. Imports and includes are resolved here, where places are known;
 * the library gets documents without import locations and with includes that name documents already read, so it opens
 * nothing.
 */
final class SchemaReading {
    private static final QName LOCATION = new QName("schemaLocation");
    private static final String INCLUDED = "included:";

    private final Documents documents;
    private final WsdlTables tables;
    private final Problems problems;
    private final Map<String, String> included;
    private final Set<XmlElement> done = new HashSet<>();
    private final Deque<XmlElement> open = new ArrayDeque<>();
    private final SchemaComponents components;
    private final SchemaRedefinitions redefinitions;
    private final CircularDefinitions circles;
    private final Map<String, IncludedSchema> inclusions = new LinkedHashMap<>();
    private int count;

    SchemaReading(Documents documents, WsdlTables tables, Problems problems) {
        this.documents = documents;
        this.tables = tables;
        this.included = tables.includedTexts;
        this.problems = problems;
        this.components = new SchemaComponents(tables.provenance, problems);
        this.redefinitions = new SchemaRedefinitions(
                problems,
                element -> document(element, element.attribute("schemaLocation").orElse("")));
        this.circles = new CircularDefinitions(problems);
        tables.schemas.setSchemaResolver((namespace, location, base) -> {
            InputSource source =
                    new InputSource(new StringReader(included.getOrDefault(location, emptySchema(namespace))));
            source.setSystemId(location);
            return source;
        });
    }

    /** A document that is included into schemas of a target namespace. */
    private record IncludedSchema(XmlElement root, String target) {}

    static String target(XmlElement schema) {
        return schema.attribute("targetNamespace").orElse("");
    }

    private static String emptySchema(String namespace) {
        String target = namespace == null || namespace.isEmpty() ? "" : " targetNamespace=\"" + namespace + "\"";
        return "<schema xmlns=\"" + Wsdl.SCHEMA + "\"" + target + "/>";
    }

    void read(List<XmlElement> schemas) {
        open.addAll(schemas);
        List<XmlElement> resolved = new ArrayList<>();
        Map<String, XmlElement> standard = new LinkedHashMap<>();
        while (!open.isEmpty()) {
            XmlElement schema = open.poll();
            if (StandardDocuments.isName(schema.location().file())) {
                standard.putIfAbsent(target(schema), schema);
            } else if (done.add(schema)) {
                resolve(schema, resolved);
            }
        }
        standard.forEach((target, schema) -> {
            if (!tables.schemaPlaces.containsKey(target)) { // A document may have its own copy of a standard schema.
                resolve(schema, resolved);
            }
        });
        redefinitions.resolve();
        inclusions.values().forEach(each -> circles.add(rewrite(each.root(), each.target()), each.target()));
        resolved.forEach(schema -> circles.add(rewrite(schema, target(schema)), target(schema)));
        circles.check();
        inclusions.forEach((key, each) -> {
            XmlElement tree = rewrite(each.root(), each.target());
            tables.includedTrees.put(key, tree);
            included.put(key, XmlWriting.text(tree));
        });
        resolved.forEach(this::add);
    }

    private void resolve(XmlElement schema, List<XmlElement> resolved) {
        tables.schemaPlaces.putIfAbsent(target(schema), schema.location());
        resolved.add(schema);
        components.add(schema, target(schema));
        rewrite(schema, target(schema));
    }

    private void add(XmlElement schema) {
        XmlElement tree = rewrite(schema, target(schema));
        tables.schemaTrees.add(tree);
        String text = XmlWriting.text(tree);
        tables.schemaTexts.add(new SchemaSources.Schema(target(schema), text));
        InputSource source = new InputSource(new StringReader(text));
        source.setSystemId(schema.location().file() + "#" + count++);
        try {
            tables.schemas.read(source);
        } catch (XmlSchemaException
                | IllegalArgumentException
                | IllegalStateException
                | NullPointerException
                | ClassCastException e) {
            // The library throws these for schemas that are not valid.
            String reason = String.valueOf(e.getMessage()).strip().replaceFirst("\\.$", "");
            problems.add("XSD-INVALID", schema.location(), "not a valid schema: " + reason);
        }
    }

    /** Returns the schema for the library; schemas it imports or includes are queued or kept. */
    private XmlElement rewrite(XmlElement schema, String target) {
        List<XmlNode> children = new ArrayList<>();
        List<XmlElement> redefining = new ArrayList<>();
        for (XmlNode child : schema.children()) {
            if (child instanceof XmlElement repeated && components.isRepeated(repeated)) {
                continue;
            }
            if (child instanceof XmlElement element && element.namespace().equals(Wsdl.SCHEMA)) {
                children.add(
                        switch (element.localName()) {
                            case "import" -> imported(schema, element);
                            case "include" -> included(element, target);
                            case "redefine" -> redefined(element, target, redefining);
                            default -> component(element, target);
                        });
            } else {
                children.add(child);
            }
        }
        children.addAll(redefining); // no component stands before an include
        return new XmlElement(schema.name(), schema.attributes(), schema.namespaces(), children, schema.location());
    }

    private XmlElement component(XmlElement element, String target) {
        XmlElement component = redefinitions.rewritten(element, target);
        return circles.contains(component) ? CircularDefinitions.emptied(component) : component;
    }

    /** Returns the include that stands for a redefinition; its components are added to those of the schema. */
    private XmlElement redefined(XmlElement element, String target, List<XmlElement> redefining) {
        redefinitions.add(element);
        SchemaRedefinitions.components(element).forEach(child -> redefining.add(component(child, target)));
        return included(
                new XmlElement(
                        new QName(Wsdl.SCHEMA, "include", element.name().getPrefix()),
                        element.attributes(),
                        element.namespaces(),
                        List.of(),
                        element.location()),
                target);
    }

    private XmlElement imported(XmlElement schema, XmlElement element) {
        Optional<String> location = element.attribute("schemaLocation").or(() -> element.attribute("namespace")
                .filter(namespace -> StandardDocuments.name(namespace).isPresent()));
        location.filter(reference -> isNeeded(schema, element, reference))
                .flatMap(reference -> document(element, reference))
                .ifPresent(root -> {
                    String expected = element.attribute("namespace").orElse("");
                    String found = root.attribute("targetNamespace").orElse("");
                    if (!expected.equals(found)) {
                        problems.add(
                                Leniency.IMPORT_NAMESPACES,
                                "XSD-IMPORT",
                                element.location(),
                                "'" + root.location().file() + "' has the target namespace '" + found + "', but '"
                                        + expected + "' is imported; correct the attribute 'namespace'");
                    }
                    open.add(root);
                });
        return withLocation(element, null);
    }

    /** Returns false for the schema for schemas, and for a document on the network of whose namespace nothing is used. */
    private boolean isNeeded(XmlElement schema, XmlElement element, String reference) {
        if (StandardDocuments.isBuiltIn(reference.strip())) {
            return false;
        }
        String namespace = element.attribute("namespace").orElse("");
        return Documents.isLocal(reference)
                || UsedNamespaces.in(schema).contains(namespace)
                || tables.messages.values().stream()
                        .flatMap(message -> message.parts().stream())
                        .flatMap(part -> Stream.concat(part.element().stream(), part.type().stream()))
                        .anyMatch(name -> name.getNamespaceURI().equals(namespace));
    }

    private XmlElement included(XmlElement element, String target) {
        String reference = element.attribute("schemaLocation").orElse("");
        Optional<XmlElement> root = document(element, reference);
        if (root.isEmpty()) {
            return withLocation(element, INCLUDED);
        }
        if (!redefinitions.contains(element)) {
            components.add(root.get(), target);
        }
        tables.provenance.included(
                element.location().file(), root.get().location().file());
        String key = INCLUDED + root.get().location().file();
        if (inclusions.putIfAbsent(key, new IncludedSchema(root.get(), target)) == null) {
            tables.schemaPlaces.putIfAbsent(
                    root.get().attribute("targetNamespace").orElse(""),
                    root.get().location());
            rewrite(root.get(), target);
        }
        return withLocation(element, key);
    }

    private Optional<XmlElement> document(XmlElement element, String reference) {
        Optional<String> name = documents.resolve(
                element.location().file(), reference, element.location().attribute("schemaLocation"), problems);
        Optional<XmlElement> root = name.flatMap(file -> documents.document(file, problems));
        if (root.isPresent() && !root.get().is(Wsdl.SCHEMA, "schema")) {
            problems.add(
                    "XSD-ROOT",
                    root.get().location(),
                    "expected 'schema' of namespace '" + Wsdl.SCHEMA + "', found '"
                            + root.get().localName() + "'");
            return Optional.empty();
        }
        root.ifPresent(schema -> tables.files.add(schema.location().file()));
        return root;
    }

    private static XmlElement withLocation(XmlElement element, String location) {
        Map<QName, String> attributes = new LinkedHashMap<>(element.attributes());
        attributes.remove(LOCATION);
        if (location != null) {
            attributes.put(LOCATION, location);
        }
        return new XmlElement(element.name(), attributes, element.namespaces(), element.children(), element.location());
    }
}
