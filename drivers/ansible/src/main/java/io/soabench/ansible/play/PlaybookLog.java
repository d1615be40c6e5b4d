package io.soabench.ansible.play;

import io.soabench.plan.Json;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The output of the callback plug-in for one playbook, a JSON object a line (README, <i>Event lines</i>). Lines of
 * another form are counted and left out: a line may be cut off when Ansible was ended.
 */
public final class PlaybookLog {

    private final Map<String, String> failures = new LinkedHashMap<>();
    private final Map<String, String> unreachable = new LinkedHashMap<>();
    private final Map<String, List<Map<String, Object>>> results = new LinkedHashMap<>();
    private Set<String> hosts = Set.of();
    private boolean complete;
    private int malformed;

    /** Reads all lines of a playbook. */
    public static PlaybookLog of(List<String> lines) {
        PlaybookLog log = new PlaybookLog();
        lines.forEach(log::take);
        return log;
    }

    private void take(String line) {
        if (line.isBlank()) {
            return;
        }
        Map<?, ?> event;
        try {
            event = Json.parse(line, Map.class);
        } catch (UncheckedIOException e) {
            malformed++;
            return;
        }
        Object kind = event == null ? null : event.get("event");
        if (event == null || kind == null) {
            malformed++;
        } else if ("result".equals(kind) && event.get("host") instanceof String host) {
            result(host, event);
        } else if ("stats".equals(kind) && event.get("hosts") instanceof Map<?, ?> stats) {
            complete = true;
            hosts = stats.keySet().stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
            stats.forEach((host, counts) -> counted(String.valueOf(host), counts));
        }
    }

    private void result(String host, Map<?, ?> event) {
        String message = event.get("message") instanceof String text ? text.strip() : "";
        if ("unreachable".equals(event.get("status"))) {
            unreachable.putIfAbsent(host, message);
        } else if ("failed".equals(event.get("status")) && !Boolean.TRUE.equals(event.get("ignored"))) {
            failures.putIfAbsent(host, message.isEmpty() ? "task \"" + event.get("task") + "\" failed" : message);
        }
        if (event.get("result") instanceof Map<?, ?> object) {
            Map<String, Object> result = new LinkedHashMap<>();
            object.forEach((key, value) -> result.put(String.valueOf(key), value));
            results.computeIfAbsent(host, h -> new ArrayList<>()).add(result);
        }
    }

    /** Takes the counts of a host. They decide: an event may have been lost, a count is not. */
    private void counted(String host, Object counts) {
        if (counts instanceof Map<?, ?> numbers) {
            if (positive(numbers.get("unreachable"))) {
                unreachable.putIfAbsent(host, "");
            } else if (positive(numbers.get("failed"))) {
                failures.putIfAbsent(host, "a task failed");
            } else {
                // A task failed, but the playbook itself handled the failure.
                failures.remove(host);
            }
        }
    }

    private static boolean positive(Object number) {
        return number instanceof Number n && n.longValue() > 0;
    }

    /** Returns whether the playbook came to its end: the {@code stats} line is there. */
    public boolean complete() {
        return complete;
    }

    /** Returns the hosts of the {@code stats} line. */
    public Set<String> hosts() {
        return hosts;
    }

    /** Returns the message of the first task that failed, by host. */
    public Map<String, String> failures() {
        return failures;
    }

    /** Returns the messages of SSH or Ansible, by host that could not be reached. */
    public Map<String, String> unreachable() {
        return unreachable;
    }

    /** Returns the number of lines that are no event. */
    public int malformed() {
        return malformed;
    }

    /** Returns the last object of that name which a task on the host printed. */
    public Optional<Object> result(String host, String name) {
        return results.getOrDefault(host, List.of()).stream()
                .filter(r -> r.get(name) != null)
                .reduce((a, b) -> b)
                .map(r -> r.get(name));
    }

    /** Returns the objects of the last list of that name which a task on the host printed. */
    public List<Map<?, ?>> objects(String host, String name) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (result(host, name).orElse(null) instanceof List<?> list) {
            list.forEach(e -> {
                if (e instanceof Map<?, ?> object) {
                    objects.add(object);
                }
            });
        }
        return objects;
    }
}
