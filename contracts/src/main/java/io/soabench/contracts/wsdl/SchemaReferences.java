package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A check that elements and types named by WSDL are declared in a schema. */
final class SchemaReferences {
    private final WsdlTables tables;
    private final Problems problems;

    SchemaReferences(WsdlTables tables, Problems problems) {
        this.tables = tables;
        this.problems = problems;
    }

    void check() {
        for (Message message : tables.messages.values()) {
            for (Part part : message.parts()) {
                element(part.element(), part.location().attribute("element"), "part '" + part.name() + "'");
                type(part.type(), part.location().attribute("type"), "part '" + part.name() + "'");
            }
        }
        for (Property property : tables.properties.values()) {
            element(property.element(), property.location().attribute("element"), "property '" + property.name() + "'");
            type(property.type(), property.location().attribute("type"), "property '" + property.name() + "'");
        }
        for (PropertyAlias alias : tables.aliases) {
            element(
                    alias.element(),
                    alias.location().attribute("element"),
                    "propertyAlias of '" + alias.property() + "'");
            type(alias.type(), alias.location().attribute("type"), "propertyAlias of '" + alias.property() + "'");
        }
    }

    private void element(Optional<QName> name, Location place, String what) {
        if (name.isPresent() && tables.schemas.getElementByQName(name.get()) == null) {
            problems.add(
                    "WSDL-MISSING",
                    place,
                    what + " refers to element '" + name.get() + "', which no schema declares; " + advice(name.get()));
        }
    }

    private void type(Optional<QName> name, Location place, String what) {
        if (name.isPresent() && tables.schemas.getTypeByQName(name.get()) == null) {
            problems.add(
                    "WSDL-MISSING",
                    place,
                    what + " refers to type '" + name.get() + "', which no schema declares; " + advice(name.get()));
        }
    }

    private String advice(QName name) {
        return tables.schemaPlaces.containsKey(name.getNamespaceURI())
                ? "correct the name"
                : "import a schema for namespace '" + name.getNamespaceURI() + "'";
    }
}
