package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlNames;
import java.util.List;

/** The value of an attribute, to be checked against one of the types of {@link Grammar}. */
record AttributeValue(XmlElement element, String name, String value) {
    void check(String type, Problems problems) {
        String text = value.strip();
        switch (type) {
            case "uri" -> oldLanguage(text, problems);
            case "bool" -> truth(text, problems);
            case "ncname" -> require(XmlNames.isNcName(text), "a name without colon", problems);
            case "variable" -> variable(text, problems);
            case "variables" -> List.of(text.split("\\s+")).forEach(word -> variable(word, problems));
            case "qname" -> qualifiedName(text, problems);
            case "qnames" -> List.of(text.split("\\s+")).forEach(word -> qualifiedName(word, problems));
            default -> enumeration(text, List.of(type.split("\\|")), problems);
        }
    }

    private void oldLanguage(String text, Problems problems) {
        if (name.endsWith("Language") && text.equals(Bpel.OLD_XPATH)) {
            problems.add(
                    Leniency.OLD_SYNTAX,
                    "SA00004",
                    element.location().attribute(name),
                    "the language '" + text + "' is not supported; use '" + Bpel.XPATH + "'");
        }
    }

    private void enumeration(String text, List<String> values, Problems problems) {
        if (name.equals("pattern") && BpelReading.OLD_PATTERNS.containsKey(text)) {
            problems.add(
                    Leniency.OLD_SYNTAX,
                    "BPEL-VALUE",
                    element.location().attribute(name),
                    sentence("one of '" + String.join("', '", values) + "'"));
            return;
        }
        require(values.contains(text), "one of '" + String.join("', '", values) + "'", problems);
    }

    private void truth(String text, Problems problems) {
        if (BpelReading.YES.contains(text) || BpelReading.NO.contains(text)) {
            if (!text.equals("yes") && !text.equals("no")) {
                problems.add(
                        Leniency.BOOLEAN_WORDS,
                        "BPEL-VALUE",
                        element.location().attribute(name),
                        sentence("one of 'yes', 'no'"));
            }
        } else {
            enumeration(text, List.of("yes", "no"), problems);
        }
    }

    private String sentence(String expected) {
        return "'" + value + "' in attribute '" + name + "' of '" + element.localName() + "' is not " + expected;
    }

    private void variable(String text, Problems problems) {
        if (XmlNames.isNcName(text) && text.indexOf('.') >= 0) {
            problems.add(
                    "SA00024",
                    element.location().attribute(name),
                    "variable name '" + text + "' in attribute '" + name + "' contains a dot; remove the dot");
        } else {
            require(XmlNames.isNcName(text), "the name of a variable", problems);
        }
    }

    private void qualifiedName(String text, Problems problems) {
        require(
                element.qualifiedName(text).isPresent(),
                "a qualified name with a declared prefix; declare the prefix or correct the name",
                problems);
    }

    private void require(boolean condition, String expected, Problems problems) {
        if (!condition) {
            problems.add("BPEL-VALUE", element.location().attribute(name), sentence(expected));
        }
    }
}
