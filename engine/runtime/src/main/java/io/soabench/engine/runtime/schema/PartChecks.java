package io.soabench.engine.runtime.schema;

import io.soabench.contracts.wsdl.SchemaSources;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.constants.Constants;
import org.xml.sax.SAXException;

/**
 * A finder of the checks of message parts. Parts of simple types are checked: the common built-in types by code of this
 * package, other simple types by the process's schemas, compiled here. Parts of complex types are not. Belongs to one
 * thread.
 */
public final class PartChecks {
    private final XmlSchemaCollection schemas;
    private final SchemaSources sources;
    private final Map<ValueSchema.Type, PartCheck> known = new HashMap<>();

    /** Checks by the given schemas. */
    public PartChecks(XmlSchemaCollection schemas, SchemaSources sources) {
        this.schemas = schemas;
        this.sources = sources;
    }

    /** Returns the check of a part described by a global element. */
    public PartCheck element(QName name) {
        return known.computeIfAbsent(new ValueSchema.Type(name, true), this::compile);
    }

    /** Returns the check of a part described by a type. */
    public PartCheck type(QName name) {
        return known.computeIfAbsent(new ValueSchema.Type(name, false), this::compile);
    }

    private PartCheck compile(ValueSchema.Type declared) {
        XmlSchemaElement element = declared.element() ? schemas.getElementByQName(declared.name()) : null;
        QName type = element == null ? declared.name() : element.getSchemaTypeName();
        if (declared.element() && element == null) {
            return PartCheck.ANYTHING;
        }
        boolean plain = element == null || (element.getDefaultValue() == null && element.getFixedValue() == null);
        Predicate<String> values = plain && isBuiltIn(type) ? BuiltInTypes.values(type.getLocalPart()) : null;
        if (values != null) {
            return new SimpleContent(type.getLocalPart(), element != null && element.isNillable(), values);
        }
        // The collection has xsd:anyType among the simple types, though it is the most complex of all.
        boolean simple = type != null
                ? !type.equals(Constants.XSD_ANYTYPE) && schemas.getTypeByQName(type) instanceof XmlSchemaSimpleType
                : element != null && element.getSchemaType() instanceof XmlSchemaSimpleType;
        return simple ? bySchema(declared) : PartCheck.ANYTHING;
    }

    private static boolean isBuiltIn(QName type) {
        return type != null && type.getNamespaceURI().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    }

    private PartCheck bySchema(ValueSchema.Type declared) {
        try {
            ValueSchema schema = ValueSchema.compile(sources, Set.of(declared));
            return value -> {
                String problem = schema.problem(declared, value);
                return problem == null ? null : "'" + value.qualifiedName() + "' is not valid: " + problem;
            };
        } catch (SAXException e) {
            // Schemas that do not fit together are a problem of processes that validate; others have always run with
            // them.
            return PartCheck.ANYTHING;
        }
    }
}
