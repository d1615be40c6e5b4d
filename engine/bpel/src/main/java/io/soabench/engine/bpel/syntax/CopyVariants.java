package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A check of rule SA00032: {@code from} and {@code to} must be one of the variants of section 8.4. */
final class CopyVariants {
    private static final String TEXT = "an expression";

    private static final List<Variant> FROM = List.of(
            new Variant(Set.of("'variable'"), Set.of("'part'", "<query>")),
            new Variant(Set.of("'partnerLink'", "'endpointReference'"), Set.of()),
            new Variant(Set.of("'variable'", "'property'"), Set.of()),
            new Variant(Set.of(TEXT), Set.of("'expressionLanguage'")),
            new Variant(Set.of("<literal>"), Set.of()),
            new Variant(Set.of(), Set.of()));

    private static final List<Variant> TO = List.of(
            new Variant(Set.of("'variable'"), Set.of("'part'", "<query>")),
            new Variant(Set.of("'partnerLink'"), Set.of()),
            new Variant(Set.of("'variable'", "'property'"), Set.of()),
            new Variant(Set.of(TEXT), Set.of("'expressionLanguage'")),
            new Variant(Set.of(), Set.of()));

    private CopyVariants() {}

    private record Variant(Set<String> required, Set<String> optional) {
        boolean fits(Set<String> present) {
            return present.containsAll(required)
                    && present.stream().allMatch(item -> required.contains(item) || optional.contains(item));
        }
    }

    static void check(XmlElement element, Problems problems) {
        Set<String> present = present(element);
        List<Variant> variants = element.localName().equals("from") ? FROM : TO;
        if (variants.stream().noneMatch(variant -> variant.fits(present))) {
            problems.add(
                    "SA00032",
                    element.location(),
                    "'" + element.localName() + "' is none of the variants of the standard: it has "
                            + String.join(", ", present));
        }
    }

    private static Set<String> present(XmlElement element) {
        Set<String> present = element.attributes().keySet().stream()
                .filter(name -> name.getNamespaceURI().isEmpty())
                .filter(name -> !Grammar.isOldQuery(element, name.getLocalPart()))
                .map(name -> "'" + name.getLocalPart() + "'")
                .collect(Collectors.toCollection(TreeSet::new));
        BpelReading.children(element)
                .filter(child -> List.of("literal", "query").contains(child.localName()))
                .forEach(child -> present.add("<" + child.localName() + ">"));
        if (!element.text().isBlank()) {
            present.add(TEXT);
        }
        return present;
    }
}
