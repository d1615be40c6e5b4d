package io.soabench.languages.camel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A component of Camel that an engine of a testbed has, as it is released: {@code seda} with its options, for example.
 *
 * @param path name of the option that stands in the address
 * @param options names of the others, sorted
 * @param prefixes of options with any name
 */
record CamelComponent(String path, Set<String> options, List<String> prefixes) {

    private static final Map<String, CamelComponent> ALL = all();

    CamelComponent {
        options = Collections.unmodifiableSet(new TreeSet<>(options));
        prefixes = List.copyOf(prefixes);
    }

    private static Map<String, CamelComponent> all() {
        Map<String, CamelComponent> all = new TreeMap<>();
        for (String name : List.of("bean", "direct", "language", "log", "seda")) {
            all.put(name, read(name + ".json"));
        }
        return Collections.unmodifiableMap(all);
    }

    private static CamelComponent read(String file) {
        Map<?, ?> described = ReleasedDescription.object(ReleasedDescription.read(file), "properties");
        Map<String, Map<?, ?>> options = new LinkedHashMap<>();
        described
                .keySet()
                .forEach(name -> options.put(name.toString(), ReleasedDescription.object(described, name.toString())));
        String path = options.entrySet().stream()
                .filter(each -> "path".equals(each.getValue().get("kind")))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
        List<String> prefixes = options.values().stream()
                .filter(each -> Boolean.TRUE.equals(each.get("multiValue")) && each.get("prefix") != null)
                .map(each -> each.get("prefix").toString())
                .toList();
        return new CamelComponent(path, options.keySet(), prefixes);
    }

    /** Returns a component; empty when no engine of a testbed has one of that name. */
    static Optional<CamelComponent> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    /** Returns whether the component has an option of a name. */
    boolean takes(String option) {
        return options.contains(CamelPlace.plain(option)) || prefixes.stream().anyMatch(option::startsWith);
    }
}
