package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Message;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaType;

/** A resolver of the types of variables, with problems. */
final class DataTypes {
    /** The substitute for a type that has a problem, so that no further problem follows from it. */
    static final SchemaType UNKNOWN = new SchemaType(new QName("unknown"), false);

    static final QName UNSIGNED_INT = new QName("http://www.w3.org/2001/XMLSchema", "unsignedInt");

    private final Build build;

    DataTypes(Build build) {
        this.build = build;
    }

    /** Returns the type given by one of three attributes; empty if none of them is given. */
    Optional<VariableType> of(
            Optional<QName> messageType, Optional<QName> type, Optional<QName> element, Location place, String what) {
        if (messageType.isPresent()) {
            return Optional.of(
                    message(messageType.get(), place.attribute("messageType").attribute("faultMessageType"), what));
        }
        if (element.isPresent()) {
            return Optional.of(element(element.get(), place.attribute("element").attribute("faultElement"), what));
        }
        return type.map(name -> type(name, place.attribute("type"), what));
    }

    private VariableType message(QName name, Location place, String what) {
        Optional<Message> message = build.wsdl.message(name);
        if (message.isEmpty()) {
            missing("message type", name, place, what);
        }
        build.checkImported("message", name, place, " of " + what);
        return message.<VariableType>map(MessageType::new).orElse(UNKNOWN);
    }

    private VariableType element(QName name, Location place, String what) {
        if (build.wsdl.schemas().getElementByQName(name) == null) {
            missing("element", name, place, what);
            return UNKNOWN;
        }
        build.checkImported("element", name, place, " of " + what);
        return new ElementType(name);
    }

    private VariableType type(QName name, Location place, String what) {
        XmlSchemaType type = build.wsdl.schemas().getTypeByQName(name);
        if (type == null) {
            missing("type", name, place, what);
            return UNKNOWN;
        }
        build.checkImported("type", name, place, " of " + what);
        return new SchemaType(name, type instanceof XmlSchemaSimpleType);
    }

    private void missing(String kind, QName name, Location place, String what) {
        build.problem(
                "SA00010",
                place,
                kind + " '" + name + "' of " + what
                        + " is not defined in any imported document; import it or correct the name");
    }

    /** Returns the type of a variable that takes one part. */
    static VariableType of(Part part, WsdlDefinitions wsdl) {
        if (part.element().isPresent()) {
            return new ElementType(part.element().get());
        }
        return part.type()
                .<VariableType>map(name ->
                        new SchemaType(name, wsdl.schemas().getTypeByQName(name) instanceof XmlSchemaSimpleType))
                .orElse(UNKNOWN);
    }
}
