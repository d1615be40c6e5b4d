package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * The components that {@code xs:redefine} replaces (XML Schema 1.0, section 4.2.2). The original component gets another name, and the
 * redefinition refers to that name where it refers to itself. After that an {@code xs:include} means the same as the {@code xs:redefine}, and
 * no reader of the schemas needs a rule for redefinitions.
 */
final class SchemaRedefinitions {
    private static final Set<String> TYPES = Set.of("complexType", "simpleType");
    private static final Set<String> KINDS = Set.of("complexType", "simpleType", "group", "attributeGroup");
    private static final String SUFFIX = ".original";

    private final Problems problems;
    private final Function<XmlElement, Optional<XmlElement>> included;
    private final Map<Location, XmlElement> redefining = new LinkedHashMap<>();
    private final Map<Location, String> originals = new HashMap<>();
    private final Map<Location, String> references = new HashMap<>();

    /**
     * Begins without a redefinition.
     *
     * @param included finds the document that an {@code xs:include} or {@code xs:redefine} names
     */
    SchemaRedefinitions(Problems problems, Function<XmlElement, Optional<XmlElement>> included) {
        this.problems = problems;
        this.included = included;
    }

    /** Takes an {@code xs:redefine}. */
    void add(XmlElement redefine) {
        redefining.put(redefine.location(), redefine);
    }

    /** Returns true for an element that stands where an {@code xs:redefine} stands. */
    boolean contains(XmlElement element) {
        return redefining.containsKey(element.location());
    }

    /** Gives the originals of all redefinitions their other names. */
    void resolve() {
        redefining.values().forEach(redefine -> {
            Optional<XmlElement> document = included.apply(redefine);
            document.ifPresent(root -> components(redefine).forEach(component -> resolve(component, root)));
        });
    }

    /** Returns the components that a schema or an {@code xs:redefine} defines. */
    static List<XmlElement> components(XmlElement parent) {
        return parent.elements()
                .filter(child -> child.namespace().equals(Wsdl.SCHEMA) && KINDS.contains(child.localName()))
                .toList();
    }

    private void resolve(XmlElement component, XmlElement root) {
        String kind = component.localName();
        String name = component.attribute("name").orElse("");
        Optional<XmlElement> original = find(root, kind, name, new HashSet<>());
        if (original.isEmpty()) {
            problems.add(
                    "XSD-REDEFINE",
                    component.location().attribute("name"),
                    "'" + root.location().file() + "' defines no " + kind + " '" + name
                            + "' that could be redefined; correct the name");
            return;
        }
        if (TYPES.contains(kind) && !isDerivedFromItself(component, name)) {
            problems.add(
                    "XSD-REDEFINE",
                    component.location(),
                    "the redefinition of the " + kind + " '" + name
                            + "' is not derived from the type of the same name; set 'base' to '" + name + "'");
        }
        String other = originals.computeIfAbsent(original.get().location(), place -> unused(root, kind, name));
        references.put(component.location(), other);
    }

    private Optional<XmlElement> find(XmlElement root, String kind, String name, Set<Location> visited) {
        if (!visited.add(root.location())) {
            return Optional.empty();
        }
        Optional<XmlElement> own = named(root, kind, name);
        if (own.isPresent()) {
            return own;
        }
        for (XmlElement child : root.elements().toList()) {
            if (!child.is(Wsdl.SCHEMA, "include") && !child.is(Wsdl.SCHEMA, "redefine")) {
                continue;
            }
            Optional<XmlElement> found = named(child, kind, name)
                    .or(() -> included.apply(child).flatMap(document -> find(document, kind, name, visited)));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<XmlElement> named(XmlElement parent, String kind, String name) {
        return components(parent).stream()
                .filter(each -> each.localName().equals(kind)
                        && each.attribute("name").orElse("").equals(name))
                .findFirst();
    }

    private String unused(XmlElement root, String kind, String name) {
        String other = name + SUFFIX;
        while (originals.containsValue(other)
                || find(root, kind, other, new HashSet<>()).isPresent()) {
            other += SUFFIX;
        }
        return other;
    }

    private static boolean isDerivedFromItself(XmlElement type, String name) {
        return derivations(type).stream()
                .map(derivation -> derivation.attribute("base").flatMap(derivation::qualifiedName))
                .anyMatch(base -> base.isPresent() && base.get().getLocalPart().equals(name));
    }

    /** Returns the elements whose attribute {@code base} names the base of a type. */
    static List<XmlElement> derivations(XmlElement type) {
        return type.elements()
                .flatMap(child -> type.localName().equals("simpleType")
                        ? Stream.of(child)
                        : child.localName().endsWith("Content") ? child.elements() : Stream.<XmlElement>empty())
                .filter(child -> child.namespace().equals(Wsdl.SCHEMA)
                        && (child.localName().equals("extension")
                                || child.localName().equals("restriction")))
                .toList();
    }

    /**
     * Returns the component as all readers may see it: with its other name if it is an original, and with a reference to the original
     * if it is a redefinition.
     */
    XmlElement rewritten(XmlElement component, String targetNamespace) {
        XmlElement result = component;
        String original = references.get(component.location());
        if (original != null) {
            QName self = new QName(targetNamespace, component.attribute("name").orElse(""));
            result = TYPES.contains(component.localName())
                    ? withBase(component, component, self, original)
                    : withReferences(component, component.localName(), self, original);
        }
        String name = originals.get(component.location());
        if (name == null) {
            return result;
        }
        XmlElement renamed = withAttribute(result, "name", name);
        // Messages must not name the original as their type.
        return component.localName().equals("complexType") ? withAttribute(renamed, "abstract", "true") : renamed;
    }

    private static XmlElement withBase(XmlElement at, XmlElement type, QName self, String original) {
        List<XmlElement> derivations = derivations(type);
        List<XmlNode> children = new ArrayList<>();
        for (XmlNode child : at.children()) {
            if (child instanceof XmlElement element && derivations.contains(element)) {
                children.add(renamed(element, "base", self, original));
            } else if (child instanceof XmlElement element
                    && element.localName().endsWith("Content")
                    && at.location().equals(type.location())) {
                children.add(withBase(element, type, self, original));
            } else {
                children.add(child);
            }
        }
        return withChildren(at, children);
    }

    private static XmlElement withReferences(XmlElement at, String kind, QName self, String original) {
        List<XmlNode> children = new ArrayList<>();
        for (XmlNode child : at.children()) {
            if (child instanceof XmlElement element) {
                XmlElement inner = withReferences(element, kind, self, original);
                children.add(element.is(Wsdl.SCHEMA, kind) ? renamed(inner, "ref", self, original) : inner);
            } else {
                children.add(child);
            }
        }
        return withChildren(at, children);
    }

    private static XmlElement renamed(XmlElement element, String attribute, QName self, String original) {
        Optional<QName> name = element.attribute(attribute).flatMap(element::qualifiedName);
        boolean isSelf = name.isPresent()
                && name.get().getLocalPart().equals(self.getLocalPart())
                && (name.get().getNamespaceURI().equals(self.getNamespaceURI())
                        || name.get().getNamespaceURI().isEmpty());
        if (!isSelf) {
            return element;
        }
        String prefix = name.get().getPrefix();
        return withAttribute(element, attribute, prefix.isEmpty() ? original : prefix + ":" + original);
    }

    private static XmlElement withAttribute(XmlElement element, String name, String value) {
        Map<QName, String> attributes = new LinkedHashMap<>(element.attributes());
        attributes.put(new QName(name), value);
        return new XmlElement(element.name(), attributes, element.namespaces(), element.children(), element.location());
    }

    private static XmlElement withChildren(XmlElement element, List<XmlNode> children) {
        return new XmlElement(element.name(), element.attributes(), element.namespaces(), children, element.location());
    }
}
