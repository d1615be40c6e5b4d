package io.soabench.contracts.sample;

import io.soabench.contracts.tree.Content;
import io.soabench.contracts.tree.Text;
import io.soabench.contracts.tree.XmlTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchema;
import org.apache.ws.commons.schema.XmlSchemaAll;
import org.apache.ws.commons.schema.XmlSchemaAny;
import org.apache.ws.commons.schema.XmlSchemaChoice;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContent;
import org.apache.ws.commons.schema.XmlSchemaContentProcessing;
import org.apache.ws.commons.schema.XmlSchemaDerivationMethod;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaGroup;
import org.apache.ws.commons.schema.XmlSchemaGroupRef;
import org.apache.ws.commons.schema.XmlSchemaParticle;
import org.apache.ws.commons.schema.XmlSchemaSequence;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentExtension;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaType;

/**
 * The default instance of an element or type: one path through the decision tree that its schema is (B10 §4.1), and valid.
 *
 * <ul>
 *   <li>Simple types: see {@link SimpleValues}; a {@code fixed} or {@code default} value is taken when there is one.
 *   <li>A choice takes its first branch that has a finite instance.
 *   <li>A repeatable particle appears as often as it must, but once if it may be absent, so that an answer has values that a process may
 *       copy. An optional particle is left out when its type is being written already (recursion), when it is a wildcard, or when no value can
 *       be found for it. It is also left out when it is deeper than {@value #OPTIONAL_DEPTH} elements, or when the instance has
 *       {@value #OPTIONAL_ELEMENTS} elements already.
 *   <li>Recursion that is not optional ends with {@code xsi:nil} if the element is nillable.
 *   <li>An abstract element is replaced by the first member of its substitution group. An abstract type is replaced by the first type that
 *       is derived from it and not blocked, with {@code xsi:type}. First means by namespace, then local name.
 *   <li>Attributes appear when they are required or have a {@code fixed} or {@code default} value.
 * </ul>
 *
 * <p>Not looked at: {@code unique}, {@code key} and {@code keyref} of elements that must appear more than once. For one thread.
 */
public final class DefaultInstances {

    static final int OPTIONAL_ELEMENTS = 500;
    static final int OPTIONAL_DEPTH = 12;

    /** Work that no reasonable schema needs; reached when many choices lead to endless recursion only. */
    private static final int MOST_STEPS = 200_000;

    private static final QName NIL = new QName(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "nil");
    private static final QName TYPE = new QName(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type");
    private static final Comparator<QName> BY_NAME =
            Comparator.comparing(QName::getNamespaceURI).thenComparing(QName::getLocalPart);

    private final XmlSchemaCollection schemas;
    private final SimpleTypes simpleTypes;
    private final AttributeDefaults attributes;
    private final Set<XmlSchemaType> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int depth;
    private int elements;
    private int steps;
    private String reason = "";

    /** Creates instances of the types of these schemas. */
    public DefaultInstances(XmlSchemaCollection schemas) {
        this.schemas = schemas;
        this.simpleTypes = new SimpleTypes(schemas);
        this.attributes = new AttributeDefaults(schemas, simpleTypes);
    }

    /** Returns the default instance of a global element. */
    public XmlTree element(QName name) throws NoInstanceException {
        XmlSchemaElement element = schemas.getElementByQName(name);
        if (element == null) {
            throw new NoInstanceException("the element " + name + " is not declared; declare it or import its schema");
        }
        begin();
        List<Content> out = new ArrayList<>();
        if (!substituted(element, out)) {
            throw failed("the element " + name);
        }
        return (XmlTree) out.get(0);
    }

    /** Returns an element of any name whose type is a global or built-in one, e.g. a part of an rpc message. */
    public XmlTree ofType(QName element, QName type) throws NoInstanceException {
        begin();
        List<Content> out = new ArrayList<>();
        boolean done;
        if (type.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            done = type.getLocalPart().equals("anyType")
                    ? out.add(XmlTree.of(element, List.of()))
                    : simple(element, simpleTypes.named(type), "", out);
        } else {
            XmlSchemaType found = schemas.getTypeByQName(type);
            if (found == null) {
                throw new NoInstanceException("the type " + type + " is not defined; define it or import its schema");
            }
            done = typed(element, found, XmlSchemaDerivationMethod.NONE, "", out);
        }
        if (!done) {
            throw failed("the type " + type);
        }
        return (XmlTree) out.get(0);
    }

    private void begin() {
        open.clear();
        attributes.begin();
        depth = 0;
        elements = 0;
        steps = 0;
        reason = "";
    }

    private NoInstanceException failed(String what) {
        return new NoInstanceException(what + " has no default instance: " + reason);
    }

    private boolean no(String why) {
        reason = why;
        return false;
    }

    // ---- particles: true when done, false (with a reason, and possibly waste in out) when there is no instance

    private boolean particle(XmlSchemaParticle particle, List<Content> out) throws NoInstanceException {
        if (particle == null || particle.getMaxOccurs() == 0) {
            return true;
        }
        long least = particle.getMinOccurs();
        if (least == 0) {
            optional(particle, out);
            return true;
        }
        for (long i = 0; i < least; i++) {
            if (!once(particle, out)) {
                return false;
            }
        }
        return true;
    }

    private void optional(XmlSchemaParticle particle, List<Content> out) throws NoInstanceException {
        if (particle instanceof XmlSchemaAny || elements >= OPTIONAL_ELEMENTS || depth >= OPTIONAL_DEPTH) {
            return;
        }
        int before = out.size();
        if (!once(particle, out)) {
            out.subList(before, out.size()).clear();
        }
    }

    private boolean once(XmlSchemaParticle particle, List<Content> out) throws NoInstanceException {
        if (++steps > MOST_STEPS) {
            throw new NoInstanceException("more than " + MOST_STEPS
                    + " steps were not enough to find a default instance; simplify the schema");
        }
        if (particle instanceof XmlSchemaElement element) {
            return substituted(element, out);
        }
        if (particle instanceof XmlSchemaSequence sequence) {
            return all(sequence.getItems(), out);
        }
        if (particle instanceof XmlSchemaAll all) {
            return all(all.getItems(), out);
        }
        if (particle instanceof XmlSchemaChoice choice) {
            return first(choice.getItems(), out);
        }
        if (particle instanceof XmlSchemaGroupRef reference) {
            return group(reference, out);
        }
        return any((XmlSchemaAny) particle, out);
    }

    private boolean member(Object member, List<Content> out) throws NoInstanceException {
        return member instanceof XmlSchemaGroup group
                ? particle(group.getParticle(), out)
                : particle((XmlSchemaParticle) member, out);
    }

    private boolean all(Collection<?> members, List<Content> out) throws NoInstanceException {
        for (Object member : members) {
            if (!member(member, out)) {
                return false;
            }
        }
        return true;
    }

    private boolean first(Collection<?> branches, List<Content> out) throws NoInstanceException {
        int before = out.size();
        for (Object branch : branches) {
            if (member(branch, out)) {
                return true;
            }
            out.subList(before, out.size()).clear();
        }
        return branches.isEmpty() ? no("a choice has no branch") : false;
    }

    private boolean group(XmlSchemaGroupRef reference, List<Content> out) throws NoInstanceException {
        XmlSchemaParticle content = reference.getParticle();
        if (content == null) {
            XmlSchemaGroup group = schemas.getGroupByQName(reference.getRefName());
            content = group == null ? null : group.getParticle();
        }
        return content == null ? no("the group " + reference.getRefName() + " is not defined") : particle(content, out);
    }

    private boolean any(XmlSchemaAny any, List<Content> out) throws NoInstanceException {
        String namespaces =
                any.getNamespace() == null ? "##any" : any.getNamespace().strip();
        String target = any.getTargetNamespace() == null ? "" : any.getTargetNamespace();
        if (any.getProcessContent() != XmlSchemaContentProcessing.SKIP) {
            for (XmlSchemaElement element : globalElements().values()) {
                String namespace = element.getQName().getNamespaceURI();
                int before = out.size();
                if (allowed(namespace, namespaces, target)
                        && !open.contains(element.getSchemaType())
                        && substituted(element, out)) {
                    return true;
                }
                out.subList(before, out.size()).clear();
            }
            if (any.getProcessContent() != XmlSchemaContentProcessing.LAX) {
                return no(
                        "a wildcard for \"" + namespaces
                                + "\" must be filled, but no element is declared for it; import a schema with one into the WSDL");
            }
        }
        String namespace =
                switch (namespaces) {
                    case "##any", "##other" -> "urn:soabench:any";
                    default -> listed(namespaces).get(0);
                };
        String own =
                switch (namespace) {
                    case "##targetNamespace" -> target;
                    case "##local" -> "";
                    default -> namespace;
                };
        elements++;
        return out.add(XmlTree.of(new QName(own, "any"), List.of()));
    }

    private static List<String> listed(String namespaces) {
        return List.of(namespaces.split("\\s+", -1));
    }

    private static boolean allowed(String namespace, String namespaces, String target) {
        return switch (namespaces) {
            case "##any" -> true;
            case "##other" -> !namespace.isEmpty() && !namespace.equals(target);
            default ->
                listed(namespaces).stream()
                        .map(each -> each.equals("##targetNamespace") ? target : each.equals("##local") ? "" : each)
                        .anyMatch(namespace::equals);
        };
    }

    // ---- elements

    private boolean substituted(XmlSchemaElement written, List<Content> out) throws NoInstanceException {
        XmlSchemaElement element = written;
        if (written.isRef()) {
            element = written.getRef().getTarget();
            if (element == null) {
                element = schemas.getElementByQName(written.getTargetQName());
            }
            if (element == null) {
                return no("the element " + written.getTargetQName() + " is not declared");
            }
        }
        if (!element.isAbstract()) {
            return element(element, out);
        }
        boolean tried = false;
        for (XmlSchemaElement other : globalElements().values()) {
            if (!other.isAbstract() && replaces(other, element.getQName())) {
                tried = true;
                int before = out.size();
                if (element(other, out)) {
                    return true;
                }
                out.subList(before, out.size()).clear();
            }
        }
        // The reason may be that of an optional element, which was left out.
        return tried ? false : no("the element " + element.getQName() + " is abstract and nothing substitutes it");
    }

    private boolean replaces(XmlSchemaElement member, QName head) {
        XmlSchemaElement at = member;
        for (int i = 0; at != null && at.getSubstitutionGroup() != null && i < MOST_STEPS; i++) {
            if (at.getSubstitutionGroup().equals(head)) {
                return true;
            }
            at = schemas.getElementByQName(at.getSubstitutionGroup());
        }
        return false;
    }

    private Map<QName, XmlSchemaElement> globalElements() {
        Map<QName, XmlSchemaElement> all = new TreeMap<>(BY_NAME);
        for (XmlSchema schema : schemas.getXmlSchemas()) {
            all.putAll(schema.getElements());
        }
        return all;
    }

    private boolean element(XmlSchemaElement element, List<Content> out) throws NoInstanceException {
        QName name = element.isTopLevel() ? element.getQName() : element.getWireName();
        XmlSchemaType type = typeOf(element);
        String given = element.getFixedValue() != null
                ? element.getFixedValue()
                : element.getDefaultValue() == null ? "" : element.getDefaultValue();
        if (type == null) {
            QName typeName = element.getSchemaTypeName();
            if (typeName != null && !isAnyType(typeName)) {
                return no("the type " + typeName + " of the element " + name + " is not defined");
            }
            elements++;
            return out.add(XmlTree.of(name, given));
        }
        int before = out.size();
        if (typed(name, type, element.getBlock(), given, out)) {
            return true;
        }
        out.subList(before, out.size()).clear();
        if (!element.isNillable()) {
            return false;
        }
        List<XmlTree.Attribute> written = new ArrayList<>();
        written.add(new XmlTree.Attribute(NIL, Text.of("true")));
        if (type instanceof XmlSchemaComplexType complex) {
            written.addAll(attributes.of(complex));
        }
        elements++;
        return out.add(new XmlTree(name, written, List.of()));
    }

    private static boolean isAnyType(QName name) {
        return name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                && name.getLocalPart().equals("anyType");
    }

    private XmlSchemaType typeOf(XmlSchemaElement element) {
        if (element.getSchemaType() != null) {
            return element.getSchemaType();
        }
        if (element.getSchemaTypeName() != null) {
            return schemas.getTypeByQName(element.getSchemaTypeName());
        }
        XmlSchemaElement head = element.getSubstitutionGroup() == null
                ? null
                : schemas.getElementByQName(element.getSubstitutionGroup());
        return head == null ? null : typeOf(head);
    }

    /** Returns an element of that name and type. */
    private boolean typed(
            QName name, XmlSchemaType type, XmlSchemaDerivationMethod block, String given, List<Content> out)
            throws NoInstanceException {
        if (type.getQName() != null && isAnyType(type.getQName())) {
            elements++;
            return out.add(XmlTree.of(name, given));
        }
        if (type instanceof XmlSchemaComplexType complex) {
            return complex.isAbstract()
                    ? concrete(name, complex, block, out)
                    : complex(name, complex, List.of(), given, out);
        }
        return simple(name, simpleTypes.of((XmlSchemaSimpleType) type), given, out);
    }

    private boolean simple(QName name, SimpleType type, String given, List<Content> out) {
        String value = given.isEmpty() ? attributes.value(type).orElse(null) : given;
        if (value == null) {
            return no("no value was found that the simple type " + type.name() + " of the element " + name
                    + " accepts; give it a default value or an enumeration");
        }
        elements++;
        return out.add(XmlTree.of(name, value));
    }

    private boolean concrete(QName name, XmlSchemaComplexType type, XmlSchemaDerivationMethod block, List<Content> out)
            throws NoInstanceException {
        Map<QName, XmlSchemaComplexType> all = new TreeMap<>(BY_NAME);
        for (XmlSchema schema : schemas.getXmlSchemas()) {
            schema.getSchemaTypes().forEach((typeName, each) -> {
                if (each instanceof XmlSchemaComplexType complex && !complex.isAbstract()) {
                    all.put(typeName, complex);
                }
            });
        }
        boolean tried = false;
        for (Map.Entry<QName, XmlSchemaComplexType> candidate : all.entrySet()) {
            if (derives(candidate.getValue(), type, block)) {
                tried = true;
                int before = out.size();
                XmlTree.Attribute xsiType = new XmlTree.Attribute(TYPE, Text.of(candidate.getKey()));
                if (complex(name, candidate.getValue(), List.of(xsiType), "", out)) {
                    return true;
                }
                out.subList(before, out.size()).clear();
            }
        }
        return tried
                ? false
                : no("the type " + SimpleTypes.nameOf(type) + " of the element " + name
                        + " is abstract and no type is derived from it");
    }

    private boolean derives(XmlSchemaComplexType type, XmlSchemaComplexType from, XmlSchemaDerivationMethod block) {
        XmlSchemaType at = type;
        for (int i = 0; i < MOST_STEPS && at instanceof XmlSchemaComplexType complex; i++) {
            if (at.equals(from)) {
                return true;
            }
            boolean extension = extension(complex);
            if (blocks(block, extension) || blocks(from.getBlock(), extension)) {
                return false;
            }
            QName base = baseOf(complex);
            at = base == null ? null : schemas.getTypeByQName(base);
        }
        return false;
    }

    private static boolean blocks(XmlSchemaDerivationMethod block, boolean extension) {
        return block != null && (block.isAll() || (extension ? block.isExtension() : block.isRestriction()));
    }

    private static boolean extension(XmlSchemaComplexType type) {
        return type.getContentModel() != null
                && (type.getContentModel().getContent() instanceof XmlSchemaComplexContentExtension
                        || type.getContentModel().getContent() instanceof XmlSchemaSimpleContentExtension);
    }

    static QName baseOf(XmlSchemaComplexType type) {
        XmlSchemaContent content =
                type.getContentModel() == null ? null : type.getContentModel().getContent();
        if (content instanceof XmlSchemaComplexContentExtension extension) {
            return extension.getBaseTypeName();
        }
        if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            return restriction.getBaseTypeName();
        }
        if (content instanceof XmlSchemaSimpleContentExtension extension) {
            return extension.getBaseTypeName();
        }
        if (content instanceof XmlSchemaSimpleContentRestriction restriction) {
            return restriction.getBaseTypeName();
        }
        return null;
    }

    private boolean complex(
            QName name, XmlSchemaComplexType type, List<XmlTree.Attribute> first, String given, List<Content> out)
            throws NoInstanceException {
        if (!open.add(type)) {
            return no("the type " + SimpleTypes.nameOf(type) + " of the element " + name
                    + " contains itself without end; make the recursion optional or nillable");
        }
        depth++;
        try {
            List<Content> content = new ArrayList<>();
            if (hasSimpleContent(type)) {
                SimpleType simple = simpleTypes.of(type);
                String value = given.isEmpty() ? attributes.value(simple).orElse(null) : given;
                if (value == null) {
                    return no("no value was found that the content of the type " + SimpleTypes.nameOf(type)
                            + " accepts; give it an enumeration");
                }
                if (!value.isEmpty()) {
                    content.add(Text.of(value));
                }
            } else if (!given.isEmpty()) {
                content.add(Text.of(given));
            } else if (!content(type, content)) {
                return false;
            }
            List<XmlTree.Attribute> written = new ArrayList<>(first);
            written.addAll(attributes.of(type));
            elements++;
            return out.add(new XmlTree(name, written, content));
        } finally {
            depth--;
            open.remove(type);
        }
    }

    /** Returns true for a type with simple content, also when it has it from the type that its complex content is derived from (XML Schema 1.0). */
    private boolean hasSimpleContent(XmlSchemaComplexType type) {
        XmlSchemaType at = type;
        for (int i = 0; i < MOST_STEPS && at instanceof XmlSchemaComplexType complex; i++) {
            XmlSchemaContent content = complex.getContentModel() == null
                    ? null
                    : complex.getContentModel().getContent();
            if (content instanceof XmlSchemaSimpleContentExtension
                    || content instanceof XmlSchemaSimpleContentRestriction) {
                return true;
            }
            // Only attributes are added then: elements beside a text would need mixed content.
            boolean adds =
                    content instanceof XmlSchemaComplexContentExtension extension && extension.getParticle() != null;
            QName base = baseOf(complex);
            at = base == null || adds ? null : schemas.getTypeByQName(base);
        }
        return false;
    }

    /** Returns the particles of the base type, then the type's own; a restriction repeats what it keeps. */
    private boolean content(XmlSchemaComplexType type, List<Content> out) throws NoInstanceException {
        XmlSchemaContent content =
                type.getContentModel() == null ? null : type.getContentModel().getContent();
        if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            return particle(restriction.getParticle(), out);
        }
        if (content instanceof XmlSchemaComplexContentExtension extension) {
            QName base = extension.getBaseTypeName();
            if (!isAnyType(base)) {
                XmlSchemaType found = schemas.getTypeByQName(base);
                if (!(found instanceof XmlSchemaComplexType complex)) {
                    return no("the base " + base + " of the type " + SimpleTypes.nameOf(type) + " is not defined");
                }
                if (!content(complex, out)) {
                    return false;
                }
            }
            return particle(extension.getParticle(), out);
        }
        return particle(type.getParticle(), out);
    }
}
