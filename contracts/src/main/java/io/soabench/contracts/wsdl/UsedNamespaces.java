package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.XmlElement;
import java.util.HashSet;
import java.util.Set;
import javax.xml.namespace.QName;

/** The namespaces of the schema components that a document refers to. */
public final class UsedNamespaces {
    private static final Set<String> REFERENCES =
            Set.of("base", "element", "itemType", "memberTypes", "ref", "refer", "substitutionGroup", "type");

    private UsedNamespaces() {}

    /** Returns the namespaces that attributes of a WSDL document or schema refer to. */
    public static Set<String> in(XmlElement document) {
        Set<String> used = new HashSet<>();
        collect(document, used);
        return used;
    }

    private static void collect(XmlElement element, Set<String> used) {
        for (String attribute : REFERENCES) {
            for (String name : element.attribute(attribute).orElse("").strip().split("\\s+", -1)) {
                element.qualifiedName(name).map(QName::getNamespaceURI).ifPresent(used::add);
            }
        }
        element.elements().forEach(child -> collect(child, used));
    }
}
