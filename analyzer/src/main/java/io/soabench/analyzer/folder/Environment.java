package io.soabench.analyzer.folder;

import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The environment of a run as named texts: objects and lists are unfolded, members of a list that have a {@code name} go by
 * it.
 */
public final class Environment {

    private final Map<String, String> entries = new LinkedHashMap<>();
    private final Map<String, Integer> processors = new LinkedHashMap<>();

    /**
     * One entry.
     *
     * @param section outermost name
     * @param item the names below it, joined by dots; empty when there are none
     */
    public record Entry(String section, String item, String content) {}

    /** The environment that was recorded; without entries when none was. */
    public Environment(Optional<EnvironmentRecord> record) {
        record.ifPresent(recorded -> {
            Map<?, ?> root = Json.parse(Json.text(recorded), Map.class);
            root.forEach((name, value) -> unfold(String.valueOf(name) + '\0', value));
            for (EnvironmentRecord.HostRecord host : recorded.hosts()) {
                if (host.processors().cpus() > 0) {
                    processors.put(host.name(), host.processors().cpus());
                }
            }
        });
    }

    private void unfold(String path, Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, child) -> unfold(below(path, String.valueOf(name)), child));
        } else if (value instanceof List<?> list
                && list.stream().anyMatch(e -> e instanceof Map || e instanceof List)) {
            int position = 1;
            for (Object child : list) {
                Object name = child instanceof Map<?, ?> map ? map.get("name") : null;
                unfold(below(path, name instanceof String text ? text : Integer.toString(position)), child);
                position++;
            }
        } else if (value instanceof List<?> list) {
            entries.put(
                    path, String.join(" ", list.stream().map(String::valueOf).toList()));
        } else {
            entries.put(path, value == null ? "" : String.valueOf(value));
        }
    }

    private static String below(String path, String name) {
        return path.endsWith("\0") ? path + name : path + "." + name;
    }

    /** All entries in the order of the file. */
    public List<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        entries.forEach((path, content) -> {
            int end = path.indexOf('\0');
            all.add(new Entry(path.substring(0, end), path.substring(end + 1), content));
        });
        return all;
    }

    /** Logical processors of a host; empty when unknown. */
    public OptionalInt processors(String host) {
        Integer number = processors.get(host);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
