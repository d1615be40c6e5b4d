package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaFacet;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeList;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeRestriction;
import org.apache.ws.commons.schema.XmlSchemaType;
import org.apache.ws.commons.schema.XmlSchemaWhiteSpaceFacet;

/**
 * The equality of texts as values of a simple type (XML Schema Part 2, section 2.2 and chapter 3). Each text has a
 * canonical form, and texts that are the same value have the same one. A text that is not a value of the type is its
 * own form. Values of unions are compared by their texts. Immutable and thread-safe; the work is linear in the text.
 */
public final class ValueSpace {
    private static final int LONGEST_DERIVATION = 100;

    /** The canonical form of one value, or of one item of a list; null for qualified names. */
    private final UnaryOperator<String> form;

    private final boolean list;

    private ValueSpace(UnaryOperator<String> form, boolean list) {
        this.form = form;
        this.list = list;
    }

    /**
     * Returns the values of a type.
     *
     * @param schemas the definitions of types
     * @return null when each text is a value of its own, as for {@code xsd:string} and types that are not known
     */
    public static ValueSpace of(XmlSchemaCollection schemas, QName type) {
        return of(schemas, type, 0);
    }

    private static ValueSpace of(XmlSchemaCollection schemas, QName name, int depth) {
        if (name == null) {
            return null;
        }
        return name.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                ? builtIn(name.getLocalPart())
                : of(schemas, schemas.getTypeByQName(name), depth);
    }

    private static ValueSpace of(XmlSchemaCollection schemas, XmlSchemaType type, int depth) {
        if (!(type instanceof XmlSchemaSimpleType simple) || depth > LONGEST_DERIVATION) {
            return null;
        }
        if (simple.getContent() instanceof XmlSchemaSimpleTypeRestriction restriction) {
            ValueSpace base = restriction.getBaseTypeName() == null
                    ? of(schemas, restriction.getBaseType(), depth + 1)
                    : of(schemas, restriction.getBaseTypeName(), depth + 1);
            return base == null ? byWhiteSpace(restriction.getFacets()) : base;
        }
        if (simple.getContent() instanceof XmlSchemaSimpleTypeList list) {
            ValueSpace item = list.getItemTypeName() == null
                    ? of(schemas, list.getItemType(), depth + 1)
                    : of(schemas, list.getItemTypeName(), depth + 1);
            return new ValueSpace(item == null ? UnaryOperator.identity() : item.form, true);
        }
        return null;
    }

    /** Returns the space of a restriction of texts, by its treatment of white space (section 4.3.6). */
    private static ValueSpace byWhiteSpace(List<XmlSchemaFacet> facets) {
        for (XmlSchemaFacet facet : facets) {
            if (facet instanceof XmlSchemaWhiteSpaceFacet) {
                return switch (String.valueOf(facet.getValue())) {
                    case "replace" -> one(WhiteSpace::replaced);
                    case "collapse" -> one(WhiteSpace::collapsed);
                    default -> null;
                };
            }
        }
        return null;
    }

    private static ValueSpace builtIn(String type) {
        return switch (type) {
            case "string", "anySimpleType", "anyType", "anyAtomicType" -> null;
            case "QName", "NOTATION" -> one(null);
            case "normalizedString" -> one(WhiteSpace::replaced);
            case "NMTOKENS", "IDREFS", "ENTITIES" -> new ValueSpace(UnaryOperator.identity(), true);
            default -> one(CanonicalTexts.of(type));
        };
    }

    private static ValueSpace one(UnaryOperator<String> form) {
        return new ValueSpace(form, false);
    }

    /**
     * Returns the canonical form of a text.
     *
     * @param namespaces the namespace of a prefix, empty for none, at the place of the text; null for one that is not declared. Used for qualified names only
     */
    public String canonical(String text, UnaryOperator<String> namespaces) {
        if (!list) {
            return one(text, namespaces);
        }
        List<String> items = new ArrayList<>();
        for (String item : WhiteSpace.collapsed(text).split(" ", -1)) {
            items.add(one(item, namespaces));
        }
        return String.join(" ", items);
    }

    private String one(String text, UnaryOperator<String> namespaces) {
        return form == null ? expanded(WhiteSpace.stripped(text), namespaces) : form.apply(text);
    }

    private static String expanded(String name, UnaryOperator<String> namespaces) {
        int colon = name.indexOf(':');
        String prefix = colon < 0 ? "" : name.substring(0, colon);
        String namespace = namespaces.apply(prefix);
        return namespace == null ? name : "{" + namespace + "}" + name.substring(colon + 1);
    }
}
