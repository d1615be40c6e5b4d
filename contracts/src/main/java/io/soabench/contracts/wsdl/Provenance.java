package io.soabench.contracts.wsdl;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The documents of all definitions, and the documents that were asked for. Documents that these import do not count as
 * asked for: imports of WS-BPEL are not transitive (section 5.4). A schema that one of them includes is part of it.
 */
final class Provenance {
    private final Map<Key, Set<String>> definers = new HashMap<>();
    private final Map<String, Set<String>> included = new HashMap<>();
    private final Set<String> direct = new LinkedHashSet<>();

    private record Key(String kind, QName name) {}

    void asked(List<String> files) {
        direct.addAll(files);
    }

    void defined(String kind, QName name, String file) {
        definers.computeIfAbsent(new Key(kind, name), absent -> new LinkedHashSet<>())
                .add(file);
    }

    void included(String by, String file) {
        included.computeIfAbsent(by, absent -> new LinkedHashSet<>()).add(file);
    }

    /** Ends the reading of documents: documents that are included by a requested one count as requested. */
    void close() {
        List<String> open = List.copyOf(direct);
        while (!open.isEmpty()) {
            open = open.stream()
                    .flatMap(file -> included.getOrDefault(file, Set.of()).stream())
                    .filter(direct::add)
                    .toList();
        }
    }

    boolean isDirect(String file) {
        return direct.contains(file);
    }

    /** Returns the document that defines something if none that was asked for does. */
    Optional<String> hiddenIn(String kind, QName name) {
        Set<String> files = definers.getOrDefault(new Key(kind, name), Set.of());
        return files.stream().anyMatch(direct::contains)
                ? Optional.empty()
                : files.stream().findFirst();
    }
}
