package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * A writer of definitions into their tables, which reports names that are defined twice (WS-BPEL 2.0, section 5.4, rule SA00014). Two copies
 * of one document define the same things and do not conflict; two different documents do, even with equal content.
 */
final class UniqueDefinitions {
    private final Provenance provenance;
    private final Problems problems;
    private final Map<String, XmlElement> documents;
    private final Map<Key, XmlElement> known = new HashMap<>();

    /** Begins without definitions, for documents that are given by their file names. */
    UniqueDefinitions(Map<String, XmlElement> documents, Provenance provenance, Problems problems) {
        this.documents = documents;
        this.provenance = provenance;
        this.problems = problems;
    }

    private record Key(String kind, QName name) {}

    /** Puts a definition into its table; the first one stays. A conflict with that one is a problem. */
    <T> void add(String kind, QName name, XmlElement element, Map<QName, T> table, T definition) {
        table.putIfAbsent(name, definition);
        provenance.defined(kind, name, element.location().file());
        XmlElement earlier = known.putIfAbsent(new Key(kind, name), element);
        if (earlier == null) {
            return;
        }
        if (isCopy(earlier.location().file(), element.location().file())) {
            return;
        }
        String sentence =
                kind + " '" + name + "' is also defined at " + earlier.location() + "; remove or rename one of them";
        if (earlier.isSameAs(element)) {
            problems.add(
                    Leniency.SAME_DEFINITIONS,
                    "WSDL-DUPLICATE",
                    element.location().attribute("name"),
                    sentence);
        } else {
            problems.add("WSDL-DUPLICATE", element.location().attribute("name"), sentence);
        }
    }

    private boolean isCopy(String a, String b) {
        return !a.equals(b) && documents.get(a).isSameAs(documents.get(b));
    }
}
