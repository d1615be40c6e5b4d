package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;

/** The global components of all schemas; finds those that are defined twice in different ways. */
final class SchemaComponents {
    private static final Set<String> KINDS =
            Set.of("element", "complexType", "simpleType", "group", "attributeGroup", "attribute");

    private static final List<String> DEFAULTS =
            List.of("elementFormDefault", "attributeFormDefault", "blockDefault", "finalDefault");

    private final Provenance provenance;
    private final Problems problems;
    private final Map<Key, Definition> known = new HashMap<>();
    private final Set<Location> repeated = new HashSet<>();

    SchemaComponents(Provenance provenance, Problems problems) {
        this.provenance = provenance;
        this.problems = problems;
    }

    /** Types share one set of names, whether simple or complex. */
    private record Key(String kind, QName name) {}

    /** A component with the schema it stands in. */
    private record Definition(XmlElement component, XmlElement schema, boolean redefined) {
        /**
         * Returns whether both come from one schema. A component may come from two copies of one schema, but not from two different schemas or
         * twice from one.
         */
        boolean isSameAs(Definition other) {
            boolean samePlace = component.location().equals(other.component.location());
            boolean otherFile = !component
                    .location()
                    .file()
                    .equals(other.component.location().file());
            return samePlace || (otherFile && !redefined && !other.redefined && schema.isSameAs(other.schema));
        }

        /** Returns the same content under the same defaults of the schema. */
        boolean saysSameAs(Definition other) {
            return !redefined
                    && !other.redefined
                    && component.isSameAs(other.component)
                    && DEFAULTS.stream().allMatch(name -> schema.attribute(name).equals(other.schema.attribute(name)));
        }
    }

    /** Returns whether an element is a component that has been defined before with the same content, so that it can be left out. */
    boolean isRepeated(XmlElement element) {
        return repeated.contains(element.location());
    }

    /** Takes the components of a schema, those that it redefines included. */
    void add(XmlElement schema, String targetNamespace) {
        add(schema, schema, targetNamespace, false);
    }

    private void add(XmlElement parent, XmlElement schema, String targetNamespace, boolean redefined) {
        parent.elements().filter(child -> child.namespace().equals(Wsdl.SCHEMA)).forEach(child -> {
            if (child.localName().equals("redefine")) {
                add(child, schema, targetNamespace, true);
            } else if (KINDS.contains(child.localName())) {
                component(new Definition(child, schema, redefined), targetNamespace);
            }
        });
    }

    private void component(Definition definition, String targetNamespace) {
        XmlElement element = definition.component();
        String name = element.attribute("name").orElse("");
        String kind = element.localName().endsWith("Type") ? "type" : element.localName();
        provenance.defined(
                kind, new QName(targetNamespace, name), element.location().file());
        Definition before = known.putIfAbsent(new Key(kind, new QName(targetNamespace, name)), definition);
        if (before == null || before.isSameAs(definition)) {
            return;
        }
        String sentence = kind + " '" + name + "' of namespace '" + targetNamespace + "' is also defined at "
                + before.component().location() + "; remove or rename one of them";
        if (before.saysSameAs(definition)) {
            problems.add(
                    Leniency.SAME_DEFINITIONS,
                    "XSD-DUPLICATE",
                    element.location().attribute("name"),
                    sentence);
            repeated.add(element.location());
        } else {
            problems.add("XSD-DUPLICATE", element.location().attribute("name"), sentence);
        }
    }
}
