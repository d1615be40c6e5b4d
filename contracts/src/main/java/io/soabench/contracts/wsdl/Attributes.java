package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** Attributes of an element of WSDL, read with problems. */
record Attributes(XmlElement element, Problems problems) {
    String required(String name) {
        Optional<String> value = element.attribute(name).map(String::strip).filter(text -> !text.isEmpty());
        if (value.isEmpty()) {
            problems.add(
                    "WSDL-ATTRIBUTE",
                    element.location(),
                    "'" + element.localName() + "' needs the attribute '" + name + "'");
        }
        return value.orElse("");
    }

    Optional<QName> qualifiedName(String name) {
        Optional<String> text = element.attribute(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<QName> value = element.qualifiedName(text.get());
        if (value.isEmpty()) {
            problems.add(
                    "WSDL-QNAME",
                    element.location().attribute(name),
                    "'" + text.get() + "' in attribute '" + name
                            + "' is not a qualified name with a declared prefix; declare its prefix");
        }
        return value;
    }

    <T> Optional<T> lookUp(String attribute, String kind, Map<QName, T> table) {
        required(attribute);
        Optional<QName> name = qualifiedName(attribute);
        if (name.isPresent() && !table.containsKey(name.get())) {
            problems.add(
                    "WSDL-MISSING",
                    element.location().attribute(attribute),
                    kind + " '" + name.get() + "' is not defined; check '" + attribute + "' or import its document");
        }
        return name.map(table::get);
    }
}
