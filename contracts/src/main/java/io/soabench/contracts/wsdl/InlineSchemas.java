package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * The schemas inside a WSDL document. Declarations that stand directly in its {@code types} are a problem (WSDL 1.1, section 2.2);
 * they are read as if in a schema of the document's target namespace. Immutable.
 */
final class InlineSchemas {
    private static final Set<String> DECLARATIONS =
            Set.of("attribute", "attributeGroup", "complexType", "element", "group", "simpleType");

    private final Problems problems;

    InlineSchemas(Problems problems) {
        this.problems = problems;
    }

    /** Returns the schemas of a document with that target namespace. */
    Stream<XmlElement> of(XmlElement definitions, String target) {
        return definitions
                .elements(Wsdl.NAMESPACE, "types")
                .flatMap(types -> Stream.concat(types.elements(Wsdl.SCHEMA, "schema"), bare(types, target)));
    }

    private Stream<XmlElement> bare(XmlElement types, String target) {
        List<XmlElement> declarations = types.elements()
                .filter(child -> child.namespace().equals(Wsdl.SCHEMA) && DECLARATIONS.contains(child.localName()))
                .toList();
        if (declarations.isEmpty()) {
            return Stream.empty();
        }
        declarations.forEach(child -> problems.add(
                Leniency.BARE_DECLARATIONS,
                "WSDL-TYPES",
                child.location(),
                "'" + child.localName() + "' of XML Schema stands directly in 'types'; put it into a 'schema' with"
                        + " targetNamespace=\"" + target + "\""));
        return Stream.of(new XmlElement(
                new QName(Wsdl.SCHEMA, "schema", ""),
                target.isEmpty() ? Map.of() : Map.of(new QName("targetNamespace"), target),
                types.namespaces(),
                List.copyOf(declarations),
                types.location()));
    }
}
