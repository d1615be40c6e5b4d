package io.soabench.contracts.sample;

import io.soabench.contracts.tree.Text;
import io.soabench.contracts.tree.XmlTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaAttribute;
import org.apache.ws.commons.schema.XmlSchemaAttributeGroup;
import org.apache.ws.commons.schema.XmlSchemaAttributeGroupRef;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContent;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentExtension;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaUse;

/** The attributes of a default instance, and values of simple types with identifiers that are unique in it. */
final class AttributeDefaults {

    private final XmlSchemaCollection schemas;
    private final SimpleTypes simpleTypes;
    private int identifiers;

    AttributeDefaults(XmlSchemaCollection schemas, SimpleTypes simpleTypes) {
        this.schemas = schemas;
        this.simpleTypes = simpleTypes;
    }

    /** Begins a new document. */
    void begin() {
        identifiers = 0;
    }

    /** Returns the default value of a type; each {@code xs:ID} is another one. */
    Optional<String> value(SimpleType type) {
        if (type.builtIn().equals("ID")) {
            String identifier = "id" + (identifiers + 1);
            if (SimpleValues.accepts(type, identifier)) {
                identifiers++;
                return Optional.of(identifier);
            }
        }
        boolean reference = type.builtIn().equals("IDREF")
                || (type.variety() == SimpleType.Variety.LIST
                        && type.members().get(0).builtIn().equals("IDREF"));
        if (reference && SimpleValues.accepts(type, "id1")) {
            return Optional.of("id1");
        }
        return SimpleValues.value(type);
    }

    /** Returns the attributes to be written of a type, inherited ones first. */
    List<XmlTree.Attribute> of(XmlSchemaComplexType type) throws NoInstanceException {
        Map<QName, XmlSchemaAttribute> uses = uses(type);
        List<XmlTree.Attribute> written = new ArrayList<>();
        for (Map.Entry<QName, XmlSchemaAttribute> use : uses.entrySet()) {
            Optional<String> value = value(use.getKey(), use.getValue());
            if (value.isPresent()) {
                written.add(new XmlTree.Attribute(use.getKey(), Text.of(value.get())));
            }
        }
        return written;
    }

    /** Returns the attributes of a type, inherited ones first. */
    Map<QName, XmlSchemaAttribute> uses(XmlSchemaComplexType type) {
        Map<QName, XmlSchemaAttribute> uses = new LinkedHashMap<>();
        collect(type, uses);
        return uses;
    }

    private void collect(XmlSchemaComplexType type, Map<QName, XmlSchemaAttribute> uses) {
        QName base = DefaultInstances.baseOf(type);
        if (base != null && schemas.getTypeByQName(base) instanceof XmlSchemaComplexType inherited) {
            collect(inherited, uses);
        }
        collect(type.getAttributes(), uses);
        XmlSchemaContent content =
                type.getContentModel() == null ? null : type.getContentModel().getContent();
        if (content instanceof XmlSchemaComplexContentExtension extension) {
            collect(extension.getAttributes(), uses);
        } else if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            collect(restriction.getAttributes(), uses);
        } else if (content instanceof XmlSchemaSimpleContentExtension extension) {
            collect(extension.getAttributes(), uses);
        } else if (content instanceof XmlSchemaSimpleContentRestriction restriction) {
            collect(restriction.getAttributes(), uses);
        }
    }

    private void collect(List<?> members, Map<QName, XmlSchemaAttribute> uses) {
        for (Object member : members) {
            if (member instanceof XmlSchemaAttribute attribute) {
                uses.put(attribute.isRef() ? attribute.getTargetQName() : attribute.getWireName(), attribute);
            } else if (member instanceof XmlSchemaAttributeGroup group) {
                collect(group.getAttributes(), uses);
            } else if (member instanceof XmlSchemaAttributeGroupRef reference) {
                XmlSchemaAttributeGroup group = reference.getRef().getTarget();
                XmlSchemaAttributeGroup found =
                        group == null ? schemas.getAttributeGroupByQName(reference.getTargetQName()) : group;
                if (found != null) {
                    collect(found.getAttributes(), uses);
                }
            }
        }
    }

    private Optional<String> value(QName name, XmlSchemaAttribute use) throws NoInstanceException {
        XmlSchemaAttribute declaration = declaration(name, use);
        String given = first(use.getFixedValue(), use.getDefaultValue());
        if (given == null && declaration != null) {
            given = first(declaration.getFixedValue(), declaration.getDefaultValue());
        }
        if (use.getUse() == XmlSchemaUse.PROHIBITED || (given == null && use.getUse() != XmlSchemaUse.REQUIRED)) {
            return Optional.empty();
        }
        if (given != null) {
            return Optional.of(given);
        }
        SimpleType type = type(name, declaration);
        Optional<String> value = value(type);
        if (value.isEmpty()) {
            throw new NoInstanceException("no value was found that the simple type " + type.name()
                    + " of the attribute " + name + " accepts; give it a default value or an enumeration");
        }
        return value;
    }

    /** Returns the attribute that a use refers to, or the use itself; null when it does not exist. */
    XmlSchemaAttribute declaration(QName name, XmlSchemaAttribute use) {
        if (!use.isRef()) {
            return use;
        }
        XmlSchemaAttribute target = use.getRef().getTarget();
        return target == null ? schemas.getAttributeByQName(name) : target;
    }

    /**
     * Returns the type of an attribute.
     *
     * @param declaration null for those of the namespace {@code xml}
     */
    SimpleType type(QName name, XmlSchemaAttribute declaration) throws NoInstanceException {
        if (declaration == null) {
            boolean xml = name.getNamespaceURI().equals(XMLConstants.XML_NS_URI);
            if (!xml) {
                throw new NoInstanceException("the attribute " + name + " is not declared; import its schema");
            }
            return SimpleTypes.builtIn(
                    switch (name.getLocalPart()) {
                        case "lang" -> "language";
                        case "base" -> "anyURI";
                        case "id" -> "ID";
                        default -> "NCName";
                    });
        }
        if (declaration.getSchemaType() != null) {
            return simpleTypes.of(declaration.getSchemaType());
        }
        return declaration.getSchemaTypeName() == null
                ? SimpleTypes.builtIn("anySimpleType")
                : simpleTypes.named(declaration.getSchemaTypeName());
    }

    private static String first(String one, String two) {
        return one == null ? two : one;
    }
}
