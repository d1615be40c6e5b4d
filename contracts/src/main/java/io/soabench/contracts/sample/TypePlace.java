package io.soabench.contracts.sample;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaAll;
import org.apache.ws.commons.schema.XmlSchemaAny;
import org.apache.ws.commons.schema.XmlSchemaAttribute;
import org.apache.ws.commons.schema.XmlSchemaChoice;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContent;
import org.apache.ws.commons.schema.XmlSchemaContentProcessing;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaGroup;
import org.apache.ws.commons.schema.XmlSchemaGroupRef;
import org.apache.ws.commons.schema.XmlSchemaParticle;
import org.apache.ws.commons.schema.XmlSchemaSequence;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentExtension;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaType;
import org.apache.ws.commons.schema.XmlSchemaUse;

/**
 * A place in a document as its schema sees it: an element, from which its children are reached. Everything that the schema leaves open, or
 * states in a way that is not understood, is empty. Immutable.
 */
public final class TypePlace {

    /** Groups and derivations within each other; more are a circle. */
    private static final int DEEPEST = 100;

    private static final QName ANY_TYPE = new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType");

    private final XmlSchemaCollection schemas;
    private final XmlSchemaType type;

    private TypePlace(XmlSchemaCollection schemas, XmlSchemaType type) {
        this.schemas = schemas;
        this.type = type;
    }

    /** Returns a global element. */
    public static Optional<TypePlace> element(XmlSchemaCollection schemas, QName name) {
        XmlSchemaElement element = schemas.getElementByQName(name);
        return element == null ? Optional.empty() : of(schemas, element);
    }

    /** Returns an element of a global or built-in type. */
    public static Optional<TypePlace> ofType(XmlSchemaCollection schemas, QName name) {
        return Optional.ofNullable(schemas.getTypeByQName(name)).map(type -> new TypePlace(schemas, type));
    }

    private static Optional<TypePlace> of(XmlSchemaCollection schemas, XmlSchemaElement element) {
        XmlSchemaElement at = element;
        for (int i = 0; i < DEEPEST && at != null; i++) {
            if (at.getSchemaType() != null) {
                return Optional.of(new TypePlace(schemas, at.getSchemaType()));
            }
            if (at.getSchemaTypeName() != null) {
                return ofType(schemas, at.getSchemaTypeName());
            }
            // Without a type an element has that of the head of its substitution group.
            at = at.getSubstitutionGroup() == null ? null : schemas.getElementByQName(at.getSubstitutionGroup());
        }
        return Optional.empty();
    }

    /** Returns the same element with another type, as {@code xsi:type} states. */
    public Optional<TypePlace> as(QName typeName) {
        return ofType(schemas, typeName);
    }

    /** Returns whether it has nothing but a text: neither elements nor attributes of its own. */
    public boolean isPlain() {
        return type instanceof XmlSchemaSimpleType;
    }

    /** Returns whether it has elements, or may have any, and text may stand between them. */
    public boolean isMixed() {
        return type instanceof XmlSchemaComplexType complex
                && (complex.isMixed() || ANY_TYPE.equals(complex.getQName()));
    }

    /** Returns the type of its text; empty too when it has elements, and where any text will do. */
    public Optional<ValueType> text() {
        boolean simple = type instanceof XmlSchemaSimpleType
                || content(type) instanceof XmlSchemaSimpleContentExtension
                || content(type) instanceof XmlSchemaSimpleContentRestriction;
        try {
            return simple ? Optional.of(new ValueType(new SimpleTypes(schemas).of(type))) : Optional.empty();
        } catch (NoInstanceException e) {
            return Optional.empty();
        }
    }

    /** Returns the names of the attributes that its type declares. */
    public Set<QName> attributes() {
        return type instanceof XmlSchemaComplexType complex
                ? new AttributeDefaults(schemas, new SimpleTypes(schemas))
                        .uses(complex)
                        .keySet()
                : Set.of();
    }

    /** Returns whether it may have an attribute: one that is declared, or any where its type has a wildcard or is {@code xs:anyType}. */
    public boolean hasAttribute(QName name) {
        return attributes().contains(name) || anyAttribute(type, 0);
    }

    private boolean anyAttribute(XmlSchemaType from, int depth) {
        if (!(from instanceof XmlSchemaComplexType complex) || depth > DEEPEST) {
            return false;
        }
        if (complex.getAnyAttribute() != null || ANY_TYPE.equals(complex.getQName())) {
            return true;
        }
        XmlSchemaContent content = content(complex);
        if (content instanceof XmlSchemaComplexContentExtension extension) {
            return extension.getAnyAttribute() != null
                    || anyAttribute(schemas.getTypeByQName(extension.getBaseTypeName()), depth + 1);
        }
        if (content instanceof XmlSchemaSimpleContentExtension extension) {
            return extension.getAnyAttribute() != null
                    || anyAttribute(schemas.getTypeByQName(extension.getBaseTypeName()), depth + 1);
        }
        if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            return restriction.getAnyAttribute() != null;
        }
        return content instanceof XmlSchemaSimpleContentRestriction restriction
                && restriction.getAnyAttribute() != null;
    }

    /** Returns the type of one of its attributes. */
    public Optional<ValueType> attribute(QName name) {
        if (!(type instanceof XmlSchemaComplexType complex)) {
            return Optional.empty();
        }
        SimpleTypes types = new SimpleTypes(schemas);
        AttributeDefaults attributes = new AttributeDefaults(schemas, types);
        XmlSchemaAttribute use = attributes.uses(complex).get(name);
        try {
            return use == null
                    ? Optional.empty()
                    : Optional.of(new ValueType(attributes.type(name, attributes.declaration(name, use))));
        } catch (NoInstanceException e) {
            return Optional.empty();
        }
    }

    /** Returns one of its elements. */
    public Optional<TypePlace> child(QName name) {
        List<XmlSchemaElement> elements = new ArrayList<>();
        boolean[] any = new boolean[2];
        collect(type, elements, any, 0);
        for (XmlSchemaElement each : elements) {
            if (nameOf(each).equals(name)) {
                return each.isRef() ? element(schemas, name) : of(schemas, each);
            }
        }
        XmlSchemaElement global = schemas.getElementByQName(name);
        boolean substitutes = global != null && elements.stream().anyMatch(each -> replaces(global, nameOf(each)));
        return substitutes || any[0] ? element(schemas, name) : Optional.empty();
    }

    /** Returns whether an element may stand in it, by the schema. */
    public boolean mayContain(QName name) {
        List<XmlSchemaElement> elements = new ArrayList<>();
        boolean[] any = new boolean[2];
        collect(type, elements, any, 0);
        return any[1] || elements.stream().anyMatch(each -> standsFor(name, each));
    }

    /** Returns the names of the elements that must stand in it and are not among those given, in the order of the schema. */
    public List<QName> missing(Collection<QName> given) {
        List<XmlSchemaElement> required = new ArrayList<>();
        required(type, required, 0);
        return required.stream()
                .filter(each -> given.stream().noneMatch(name -> standsFor(name, each)))
                .map(TypePlace::nameOf)
                .distinct()
                .toList();
    }

    /**
     * Returns how elements differ from those that may stand in it, in a clause: their order, their number, or an
     * alternative that is missing. Empty when they fit, and where the schema leaves them open.
     */
    public Optional<String> misplaced(List<QName> given) {
        if (!(type instanceof XmlSchemaComplexType complex) || ANY_TYPE.equals(complex.getQName())) {
            return Optional.empty();
        }
        return new ContentOrder(schemas, given, this::standsFor).of(complex).map(found -> {
            String expected = found.expected().stream().map(QName::toString).collect(Collectors.joining(" or "));
            if (found.index() == given.size()) {
                return "no element " + expected + " at the end, where the contract requires one; add it";
            }
            return "the element " + given.get(found.index()) + " at place " + (found.index() + 1)
                    + (expected.isEmpty()
                            ? ", where the contract has no further element; remove it"
                            : ", where the contract has " + expected + "; correct the order or number of elements");
        });
    }

    /** Returns the names of the attributes that must stand in it and are not among those given. */
    public List<QName> missingAttributes(Collection<QName> given) {
        if (!(type instanceof XmlSchemaComplexType complex)) {
            return List.of();
        }
        return new AttributeDefaults(schemas, new SimpleTypes(schemas))
                .uses(complex).entrySet().stream()
                        .filter(use ->
                                use.getValue().getUse() == XmlSchemaUse.REQUIRED && !given.contains(use.getKey()))
                        .map(Map.Entry::getKey)
                        .toList();
    }

    /** Returns whether an element of a name is one of a declaration, or replaces it. */
    private boolean standsFor(QName name, XmlSchemaElement declared) {
        XmlSchemaElement global = schemas.getElementByQName(name);
        return nameOf(declared).equals(name) || (global != null && replaces(global, nameOf(declared)));
    }

    private void required(XmlSchemaType from, List<XmlSchemaElement> required, int depth) {
        if (!(from instanceof XmlSchemaComplexType complex) || depth > DEEPEST) {
            return;
        }
        XmlSchemaContent content = content(complex);
        if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            required(restriction.getParticle(), required, depth + 1);
        } else if (content instanceof XmlSchemaComplexContentExtension extension) {
            required(schemas.getTypeByQName(extension.getBaseTypeName()), required, depth + 1);
            required(extension.getParticle(), required, depth + 1);
        } else {
            required(complex.getParticle(), required, depth + 1);
        }
    }

    /** Adds the elements that are required; alternatives of a choice are not. */
    private void required(Object particle, List<XmlSchemaElement> required, int depth) {
        if (depth > DEEPEST || !(particle instanceof XmlSchemaParticle each) || each.getMinOccurs() == 0) {
            return;
        }
        if (particle instanceof XmlSchemaElement element) {
            required.add(element);
        } else if (particle instanceof XmlSchemaSequence sequence) {
            sequence.getItems().forEach(item -> required(item, required, depth + 1));
        } else if (particle instanceof XmlSchemaAll all) {
            all.getItems().forEach(item -> required(item, required, depth + 1));
        }
    }

    static QName nameOf(XmlSchemaElement element) {
        if (element.isRef()) {
            return element.getTargetQName();
        }
        return element.isTopLevel() ? element.getQName() : element.getWireName();
    }

    private boolean replaces(XmlSchemaElement member, QName head) {
        XmlSchemaElement at = member;
        for (int i = 0; i < DEEPEST && at != null && at.getSubstitutionGroup() != null; i++) {
            if (at.getSubstitutionGroup().equals(head)) {
                return true;
            }
            at = schemas.getElementByQName(at.getSubstitutionGroup());
        }
        return false;
    }

    private static XmlSchemaContent content(XmlSchemaType type) {
        return type instanceof XmlSchemaComplexType complex && complex.getContentModel() != null
                ? complex.getContentModel().getContent()
                : null;
    }

    /** Adds the elements that a type may have, with those of its base. Notes whether others may stand there. */
    private void collect(XmlSchemaType from, List<XmlSchemaElement> elements, boolean[] any, int depth) {
        any[1] |= from == null || depth > DEEPEST;
        if (!(from instanceof XmlSchemaComplexType complex) || depth > DEEPEST) {
            return;
        }
        any[1] |= ANY_TYPE.equals(complex.getQName());
        XmlSchemaContent content = content(complex);
        if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            collect(restriction.getParticle(), elements, any, depth + 1);
        } else if (content instanceof XmlSchemaComplexContentExtension extension) {
            QName base = extension.getBaseTypeName();
            if (!base.equals(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType"))) {
                collect(schemas.getTypeByQName(base), elements, any, depth + 1);
            } else {
                any[1] = true;
            }
            collect(extension.getParticle(), elements, any, depth + 1);
        } else {
            collect(complex.getParticle(), elements, any, depth + 1);
        }
    }

    private void collect(Object particle, List<XmlSchemaElement> elements, boolean[] any, int depth) {
        if (depth > DEEPEST || (particle instanceof XmlSchemaParticle each && each.getMaxOccurs() == 0)) {
            return;
        }
        if (particle instanceof XmlSchemaElement element) {
            elements.add(element);
        } else if (particle instanceof XmlSchemaAny wildcard) {
            any[1] = true;
            any[0] |= wildcard.getProcessContent() != XmlSchemaContentProcessing.SKIP;
        } else if (particle instanceof XmlSchemaSequence sequence) {
            sequence.getItems().forEach(each -> collect(each, elements, any, depth + 1));
        } else if (particle instanceof XmlSchemaChoice choice) {
            choice.getItems().forEach(each -> collect(each, elements, any, depth + 1));
        } else if (particle instanceof XmlSchemaAll all) {
            all.getItems().forEach(each -> collect(each, elements, any, depth + 1));
        } else if (particle instanceof XmlSchemaGroup group) {
            collect(group.getParticle(), elements, any, depth + 1);
        } else if (particle instanceof XmlSchemaGroupRef reference) {
            XmlSchemaGroup group = schemas.getGroupByQName(reference.getRefName());
            any[1] |= reference.getParticle() == null && group == null;
            collect(
                    reference.getParticle() != null || group == null ? reference.getParticle() : group.getParticle(),
                    elements,
                    any,
                    depth + 1);
        }
    }
}
