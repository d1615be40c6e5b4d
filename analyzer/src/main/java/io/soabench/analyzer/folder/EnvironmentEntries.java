package io.soabench.analyzer.folder;

import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The environment of a run as named texts. Objects and lists are unfolded; members of a list are named by their {@code name}, if they have
 * one. Command lines contain the parameters of their servers, and {@code <NAME>} for values that are known only where a server starts.
 */
public final class EnvironmentEntries {

    private static final String COMMANDS = "commands";

    /** A placeholder of a command line; {@code ${param:heap:MiB}} has the name heap and the form MiB. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(?:param:([^:}]+)(?::([^}]*))?|([^}]*))}");

    private static final String MEBIBYTES = "MiB";
    private static final String OPTION = "option:";
    private static final long MEBIBYTE = 1L << 20;

    private final Map<String, String> entries = new LinkedHashMap<>();
    private final Map<String, Integer> processors = new LinkedHashMap<>();

    /**
     * One entry.
     *
     * @param section outermost name
     * @param item the names below it, joined by dots; empty when there are none
     */
    public record Entry(String section, String item, String content) {}

    /** Creates the entries of a recorded environment; none without a record. */
    public EnvironmentEntries(Optional<EnvironmentRecord> record) {
        record.ifPresent(recorded -> {
            Map<?, ?> root = Json.parse(Json.text(recorded), Map.class);
            root.forEach((name, value) -> {
                if (name.equals(COMMANDS) && recorded.commands() != null) {
                    recorded.commands()
                            .forEach((server, command) -> entries.put(
                                    COMMANDS + '\0' + server, filled(command, parameters(recorded, server))));
                } else {
                    unfold(String.valueOf(name) + '\0', value);
                }
            });
            for (EnvironmentRecord.HostRecord host : recorded.hosts()) {
                if (host.processors().cpus() > 0) {
                    processors.put(host.name(), host.processors().cpus());
                }
            }
        });
    }

    private static Map<String, String> parameters(EnvironmentRecord recorded, String server) {
        return recorded.configuration() == null
                ? Map.of()
                : recorded.configuration().getOrDefault(server, Map.of());
    }

    /** Returns a command as one line. An argument that becomes empty is left out. */
    private static String filled(List<String> command, Map<String, String> parameters) {
        return Stream.ofNullable(command)
                .flatMap(List::stream)
                .map(argument -> PLACEHOLDER
                        .matcher(argument)
                        .replaceAll(found -> Matcher.quoteReplacement(value(found, parameters))))
                .filter(argument -> !argument.isBlank())
                .collect(Collectors.joining(" "));
    }

    /**
     * Returns the value of a placeholder as the driver fills it in (docs/reference/formats.md). A parameter that was not recorded is shown
     * by its name.
     */
    private static String value(MatchResult found, Map<String, String> parameters) {
        if (found.group(1) == null) {
            return "<" + found.group(3) + ">";
        }
        String value = parameters.get(found.group(1));
        String form = found.group(2) == null ? "" : found.group(2);
        if (value == null) {
            return "<" + found.group(1) + ">";
        }
        if (form.equals(MEBIBYTES) && value.matches("\\d{1,18}")) {
            return Long.toString((Long.parseLong(value) + MEBIBYTE - 1) / MEBIBYTE);
        }
        if (form.startsWith(OPTION)) {
            return value.isEmpty() || value.equals("0") ? "" : form.substring(OPTION.length()) + " " + value;
        }
        return value;
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

    /** Returns all entries in the order of the file. */
    public List<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        entries.forEach((path, content) -> {
            int end = path.indexOf('\0');
            all.add(new Entry(path.substring(0, end), path.substring(end + 1), content));
        });
        return all;
    }

    /** Returns the number of logical processors of a host; empty when unknown. */
    public OptionalInt processors(String host) {
        Integer number = processors.get(host);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
