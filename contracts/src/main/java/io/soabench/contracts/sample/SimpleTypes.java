package io.soabench.contracts.sample;

import io.soabench.contracts.sample.SimpleType.Facets;
import io.soabench.contracts.sample.SimpleType.Variety;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContent;
import org.apache.ws.commons.schema.XmlSchemaEnumerationFacet;
import org.apache.ws.commons.schema.XmlSchemaFacet;
import org.apache.ws.commons.schema.XmlSchemaFractionDigitsFacet;
import org.apache.ws.commons.schema.XmlSchemaLengthFacet;
import org.apache.ws.commons.schema.XmlSchemaMaxExclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMaxInclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMaxLengthFacet;
import org.apache.ws.commons.schema.XmlSchemaMinExclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMinInclusiveFacet;
import org.apache.ws.commons.schema.XmlSchemaMinLengthFacet;
import org.apache.ws.commons.schema.XmlSchemaPatternFacet;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentExtension;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeList;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeRestriction;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeUnion;
import org.apache.ws.commons.schema.XmlSchemaTotalDigitsFacet;
import org.apache.ws.commons.schema.XmlSchemaType;
import org.apache.ws.commons.schema.XmlSchemaWhiteSpaceFacet;

/** The derivation of simple types, and of complex types with simple content, down to the built-in types. */
final class SimpleTypes {

    private static final int LONGEST_DERIVATION = 100;
    private static final Set<String> LISTS = Set.of("NMTOKENS", "IDREFS", "ENTITIES");

    private final XmlSchemaCollection schemas;

    SimpleTypes(XmlSchemaCollection schemas) {
        this.schemas = schemas;
    }

    /** Returns the built-in type of that local name. */
    static SimpleType builtIn(String local) {
        if (LISTS.contains(local)) {
            String item = local.equals("ENTITIES") ? "ENTITY" : local.substring(0, local.length() - 1);
            Facets atLeastOne = new Facets(List.of(), List.of(), "", "", "", "", -1, 1, -1, -1, -1, "");
            return new SimpleType("xs:" + local, Variety.LIST, "", List.of(builtIn(item)), List.of(atLeastOne));
        }
        return new SimpleType("xs:" + local, Variety.ATOMIC, local, List.of(), List.of());
    }

    /** Returns the simple type of that name. */
    SimpleType named(QName name) throws NoInstanceException {
        if (name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            return builtIn(name.getLocalPart());
        }
        return of(type(name), 0);
    }

    /** Returns a simple type, or the simple content of a complex one. */
    SimpleType of(XmlSchemaType type) throws NoInstanceException {
        return of(type, 0);
    }

    private XmlSchemaType type(QName name) throws NoInstanceException {
        XmlSchemaType type = schemas.getTypeByQName(name);
        if (type == null) {
            throw new NoInstanceException("the type " + name + " is not defined; define it or import its schema");
        }
        return type;
    }

    private SimpleType named(QName name, int depth) throws NoInstanceException {
        if (name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            return builtIn(name.getLocalPart());
        }
        return of(type(name), depth);
    }

    private SimpleType of(XmlSchemaType type, int depth) throws NoInstanceException {
        if (depth > LONGEST_DERIVATION) {
            throw new NoInstanceException("the type " + nameOf(type) + " is derived from itself; break the circle");
        }
        QName name = type.getQName();
        if (name != null && name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            return builtIn(name.getLocalPart());
        }
        if (type instanceof XmlSchemaSimpleType simple) {
            return simple(simple, depth);
        }
        return content((XmlSchemaComplexType) type, depth);
    }

    private SimpleType simple(XmlSchemaSimpleType type, int depth) throws NoInstanceException {
        if (type.getContent() instanceof XmlSchemaSimpleTypeRestriction restriction) {
            SimpleType base = restriction.getBaseType() != null
                    ? of(restriction.getBaseType(), depth + 1)
                    : named(restriction.getBaseTypeName(), depth + 1);
            return derived(nameOf(type), base, restriction.getFacets());
        }
        if (type.getContent() instanceof XmlSchemaSimpleTypeList list) {
            SimpleType item = list.getItemType() != null
                    ? of(list.getItemType(), depth + 1)
                    : named(list.getItemTypeName(), depth + 1);
            return new SimpleType(nameOf(type), Variety.LIST, "", List.of(item), List.of());
        }
        if (type.getContent() instanceof XmlSchemaSimpleTypeUnion union) {
            List<SimpleType> members = new ArrayList<>();
            if (union.getMemberTypesQNames() != null) {
                for (QName member : union.getMemberTypesQNames()) {
                    members.add(named(member, depth + 1));
                }
            }
            for (XmlSchemaSimpleType member : union.getBaseTypes()) {
                members.add(of(member, depth + 1));
            }
            return new SimpleType(nameOf(type), Variety.UNION, "", members, List.of());
        }
        throw new NoInstanceException("the simple type " + nameOf(type) + " has no content; say what it restricts");
    }

    private SimpleType content(XmlSchemaComplexType type, int depth) throws NoInstanceException {
        if (depth > LONGEST_DERIVATION) {
            throw new NoInstanceException("the type " + nameOf(type) + " is derived from itself; break the circle");
        }
        XmlSchemaContent content =
                type.getContentModel() == null ? null : type.getContentModel().getContent();
        if (content instanceof XmlSchemaSimpleContentExtension extension) {
            return named(extension.getBaseTypeName(), depth + 1);
        }
        if (content instanceof XmlSchemaSimpleContentRestriction restriction) {
            SimpleType base = restriction.getBaseType() != null
                    ? of(restriction.getBaseType(), depth + 1)
                    : named(restriction.getBaseTypeName(), depth + 1);
            return derived(nameOf(type), base, restriction.getFacets());
        }
        if (content instanceof XmlSchemaComplexContentExtension
                || content instanceof XmlSchemaComplexContentRestriction) {
            QName base = DefaultInstances.baseOf(type);
            XmlSchemaType inherited = base == null ? null : schemas.getTypeByQName(base);
            if (inherited instanceof XmlSchemaComplexType complex && !isAnyType(base)) {
                return content(complex, depth + 1);
            }
        }
        if (type.isMixed()) {
            return builtIn("string");
        }
        throw new NoInstanceException("the type " + nameOf(type) + " has no simple content");
    }

    private static SimpleType derived(String name, SimpleType base, List<XmlSchemaFacet> facets)
            throws NoInstanceException {
        List<Facets> steps = new ArrayList<>();
        steps.add(facets(name, facets));
        steps.addAll(base.steps());
        return new SimpleType(name, base.variety(), base.builtIn(), base.members(), steps);
    }

    private static Facets facets(String name, List<XmlSchemaFacet> facets) throws NoInstanceException {
        List<PatternWords> patterns = new ArrayList<>();
        for (XmlSchemaFacet facet : facets) {
            if (facet instanceof XmlSchemaPatternFacet) {
                String source = String.valueOf(facet.getValue());
                patterns.add(PatternWords.of(source)
                        .orElseThrow(() -> new NoInstanceException("the pattern \"" + source + "\" of the type " + name
                                + " is not understood; write it in another way")));
            }
        }
        return new Facets(
                texts(facets, XmlSchemaEnumerationFacet.class).toList(),
                patterns,
                text(facets, XmlSchemaMinInclusiveFacet.class),
                text(facets, XmlSchemaMinExclusiveFacet.class),
                text(facets, XmlSchemaMaxInclusiveFacet.class),
                text(facets, XmlSchemaMaxExclusiveFacet.class),
                number(name, facets, XmlSchemaLengthFacet.class),
                number(name, facets, XmlSchemaMinLengthFacet.class),
                number(name, facets, XmlSchemaMaxLengthFacet.class),
                number(name, facets, XmlSchemaTotalDigitsFacet.class),
                number(name, facets, XmlSchemaFractionDigitsFacet.class),
                text(facets, XmlSchemaWhiteSpaceFacet.class));
    }

    private static Stream<String> texts(List<XmlSchemaFacet> facets, Class<? extends XmlSchemaFacet> kind) {
        return facets.stream().filter(kind::isInstance).map(facet -> String.valueOf(facet.getValue()));
    }

    private static String text(List<XmlSchemaFacet> facets, Class<? extends XmlSchemaFacet> kind) {
        return texts(facets, kind).findFirst().map(String::strip).orElse("");
    }

    private static long number(String name, List<XmlSchemaFacet> facets, Class<? extends XmlSchemaFacet> kind)
            throws NoInstanceException {
        String text = text(facets, kind);
        try {
            return text.isEmpty() ? -1 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new NoInstanceException("\"" + text + "\" is no length or number of digits in the type " + name);
        }
    }

    private static boolean isAnyType(QName name) {
        return name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                && name.getLocalPart().equals("anyType");
    }

    /** Returns the name of a type for messages. */
    static String nameOf(XmlSchemaType type) {
        return type.getQName() == null ? "without name" : type.getQName().toString();
    }
}
