package io.soabench.plugin;

import io.soabench.plan.EventPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The catalogue of all event types that are on a class path. */
public final class EventTypes {

    /** The kinds of events that drivers execute without a plug-in. */
    private static final Set<String> BUILT_IN = Stream.of(EventPlan.Kind.values())
            .filter(kind -> kind != EventPlan.Kind.PLUGIN)
            .map(EventPlan.Kind::text)
            .collect(Collectors.toUnmodifiableSet());

    private EventTypes() {}

    /**
     * Finds all event types.
     *
     * @return by name, sorted
     * @throws PluginsRefused when two have one name, or the steps of one are wrong; with all reasons
     */
    public static Map<String, EventType> load(ClassLoader loader) {
        List<EventType> types = new ArrayList<>();
        try {
            ServiceLoader.load(EventType.class, loader).forEach(types::add);
        } catch (ServiceConfigurationError e) {
            throw new PluginsRefused(
                    List.of("an event type cannot be loaded: " + e.getMessage() + "; correct or remove that plug-in"));
        }
        return of(types);
    }

    /**
     * Returns the catalogue of these event types.
     *
     * @return by name, sorted
     * @throws PluginsRefused when two have one name, or the steps of one are wrong; with all reasons
     */
    public static Map<String, EventType> of(List<EventType> types) {
        Map<String, EventType> byName = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        for (EventType type : types) {
            EventType other = byName.putIfAbsent(type.name(), type);
            if (other != null || BUILT_IN.contains(type.name())) {
                problems.add("event type \"" + type.name() + "\" is provided by "
                        + (other == null ? "SOABench itself" : other.getClass().getName()) + " and by "
                        + type.getClass().getName() + "; remove or rename one of them");
            }
            problems.addAll(problems(type));
        }
        if (!problems.isEmpty()) {
            throw new PluginsRefused(problems);
        }
        return Collections.unmodifiableMap(byName);
    }

    private static List<String> problems(EventType type) {
        List<String> problems = new ArrayList<>();
        if (type.steps().isEmpty()) {
            problems.add(of(type) + "has no steps; say what is done");
        }
        boolean killed = false;
        for (EventType.Step step : type.steps()) {
            if (step.action() instanceof EventType.StartAgain && !killed) {
                problems.add(of(type) + "starts a server again that it has not killed; kill it in an earlier step");
            }
            killed = step.action() instanceof EventType.Kill
                    || (killed && !(step.action() instanceof EventType.StartAgain));
            check(type, step.afterMs(), "event:.+", problems);
            if (step.action() instanceof EventType.Signal signal
                    && !signal.name().matches("[A-Z][A-Z0-9]*")) {
                problems.add(of(type) + "sends \"" + signal.name() + "\"; use the name of a signal, e.g. STOP");
            }
            if (step.action() instanceof EventType.Request request) {
                String known = "address|name|port:.+|param:.+|event:.+";
                check(type, request.action().url(), known, problems);
                check(type, request.action().bodyFile(), known, problems);
                if (request.action().expected().isEmpty() || request.action().timeoutMs() <= 0) {
                    problems.add(of(type) + "sends a request without a time-out or without expected HTTP statuses");
                }
            }
        }
        if (killed) {
            problems.add(of(type) + "leaves a server killed; start it again in a later step");
        }
        return problems;
    }

    private static void check(EventType type, String text, String known, List<String> problems) {
        for (String name : Template.names(text == null ? "" : text)) {
            if (!name.matches(known)) {
                problems.add(of(type) + "uses ${" + name + "}, which is not known there; known are "
                        + known.replace(".+", "<name>").replace("|", ", "));
            }
        }
    }

    private static String of(EventType type) {
        return "event type \"" + type.name() + "\" ";
    }
}
