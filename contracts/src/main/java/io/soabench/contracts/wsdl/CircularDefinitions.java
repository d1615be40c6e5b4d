package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * The circles of schema components that XML Schema forbids: complex types derived from themselves, groups and attribute groups
 * that contain themselves, and elements in their own substitution group. A group may contain itself inside of an element.
 */
final class CircularDefinitions {
    private final Problems problems;
    private final Map<Component, List<Reference>> references = new LinkedHashMap<>();
    private final Map<Component, Location> places = new LinkedHashMap<>();
    private final Set<Component> visited = new HashSet<>();
    private final List<Component> path = new ArrayList<>();
    private final Set<Location> circular = new HashSet<>();

    CircularDefinitions(Problems problems) {
        this.problems = problems;
    }

    private record Component(String kind, QName name) {}

    private record Reference(Component to, Location place) {}

    /** Takes the global components of a schema whose redefinitions are resolved. */
    void add(XmlElement schema, String targetNamespace) {
        schema.elements().filter(child -> child.namespace().equals(Wsdl.SCHEMA)).forEach(child -> {
            Component component = new Component(
                    child.localName(),
                    new QName(targetNamespace, child.attribute("name").orElse("")));
            if (places.putIfAbsent(component, child.location()) == null) {
                references.put(
                        component,
                        switch (child.localName()) {
                            case "complexType" ->
                                SchemaRedefinitions.derivations(child).stream()
                                        .flatMap(derivation ->
                                                reference("complexType", derivation, "base", targetNamespace))
                                        .toList();
                            case "group", "attributeGroup" ->
                                contained(child, child.localName(), targetNamespace)
                                        .toList();
                            case "element" ->
                                reference("element", child, "substitutionGroup", targetNamespace)
                                        .toList();
                            default -> List.of();
                        });
            }
        });
    }

    private static Stream<Reference> contained(XmlElement parent, String kind, String targetNamespace) {
        return parent.elements()
                .filter(child -> child.namespace().equals(Wsdl.SCHEMA)
                        && !child.localName().equals("element"))
                .flatMap(child -> Stream.concat(
                        child.localName().equals(kind)
                                ? reference(kind, child, "ref", targetNamespace)
                                : Stream.empty(),
                        contained(child, kind, targetNamespace)));
    }

    private static Stream<Reference> reference(
            String kind, XmlElement element, String attribute, String targetNamespace) {
        return element.attribute(attribute).flatMap(element::qualifiedName).stream()
                // In an included document without target namespace a name is one of the including document.
                .map(name -> name.getNamespaceURI().isEmpty() ? new QName(targetNamespace, name.getLocalPart()) : name)
                .map(name -> new Reference(
                        new Component(kind, name), element.location().attribute(attribute)));
    }

    /** Adds a problem for each circle. */
    void check() {
        references.keySet().forEach(this::visit);
    }

    private void visit(Component component) {
        if (!visited.add(component)) {
            return;
        }
        path.add(component);
        for (Reference reference : references.getOrDefault(component, List.of())) {
            int from = path.indexOf(reference.to());
            if (from >= 0) {
                circle(component, reference, from);
            } else {
                visit(reference.to());
            }
        }
        path.remove(path.size() - 1);
    }

    private void circle(Component component, Reference reference, int from) {
        circular.add(places.get(component));
        String names = Stream.concat(path.stream().skip(from), Stream.of(reference.to()))
                .map(each -> "'" + each.name().getLocalPart() + "'")
                .collect(Collectors.joining(", "));
        String name = component.kind() + " '" + component.name().getLocalPart() + "'";
        problems.add(
                "XSD-CIRCULAR",
                reference.place(),
                switch (component.kind()) {
                    case "complexType" ->
                        name + " is derived from itself (" + names + "); choose another base for one of them";
                    case "element" ->
                        name + " is in its own substitution group (" + names
                                + "); remove one attribute 'substitutionGroup'";
                    default -> name + " contains itself (" + names + "); remove one of the references";
                });
    }

    /** Returns true for a component that closes a circle. */
    boolean contains(XmlElement component) {
        return circular.contains(component.location());
    }

    /** Returns a component of the same name that refers to nothing. */
    static XmlElement emptied(XmlElement component) {
        QName name = new QName("name");
        Map<QName, String> attributes = new LinkedHashMap<>(component.attributes());
        attributes.remove(new QName("substitutionGroup"));
        List<XmlElement> content = component.localName().equals("group")
                ? List.of(new XmlElement(
                        new QName(Wsdl.SCHEMA, "sequence", component.name().getPrefix()),
                        Map.of(),
                        component.namespaces(),
                        List.of(),
                        component.location()))
                : List.of();
        boolean isElement = component.localName().equals("element");
        return new XmlElement(
                component.name(),
                isElement ? attributes : Map.of(name, attributes.getOrDefault(name, "")),
                component.namespaces(),
                isElement ? component.children() : List.copyOf(content),
                component.location());
    }
}
