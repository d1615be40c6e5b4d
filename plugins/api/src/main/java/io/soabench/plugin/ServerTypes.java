package io.soabench.plugin;

import io.soabench.plan.ServerPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The catalogue of all server types that are on a class path. */
public final class ServerTypes {

    private ServerTypes() {}

    /**
     * Finds all server types.
     *
     * @return by name, sorted
     * @throws PluginsRefused when two have one name, or a lifecycle is wrong; with all reasons
     */
    public static Map<String, ServerType> load(ClassLoader loader) {
        List<ServerType> types = new ArrayList<>();
        try {
            ServiceLoader.load(ServerType.class, loader).forEach(types::add);
        } catch (ServiceConfigurationError e) {
            throw new PluginsRefused(
                    List.of("a server type cannot be loaded: " + e.getMessage() + "; correct or remove that plug-in"));
        }
        return of(types);
    }

    /**
     * Adds the types of servers that run another version of a program, by their name in the plan.
     *
     * @param types installed types
     * @param servers of a plan
     */
    public static Map<String, ServerType> of(Map<String, ServerType> types, List<ServerPlan> servers) {
        Map<String, ServerType> all = new TreeMap<>(types);
        for (ServerPlan server : servers) {
            ServerType declared = types.get(server.declaredType());
            if (declared != null && !server.version().isEmpty()) {
                all.computeIfAbsent(server.type(), name -> OtherVersion.of(declared, name, server.version()));
            }
        }
        return Collections.unmodifiableMap(all);
    }

    /** Returns the class of the plug-in behind a type, also for a type of another version. */
    public static Class<?> written(Object type) {
        return OtherVersion.written(type).getClass();
    }

    /**
     * Returns the catalogue of these server types.
     *
     * @return by name, sorted
     * @throws PluginsRefused when two have one name, or a lifecycle is wrong; with all reasons
     */
    public static Map<String, ServerType> of(List<ServerType> types) {
        Map<String, ServerType> byName = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        for (ServerType type : types) {
            ServerType other = byName.putIfAbsent(type.name(), type);
            if (other != null) {
                problems.add("server type \"" + type.name() + "\" is provided by "
                        + other.getClass().getName() + " and by "
                        + type.getClass().getName() + "; remove one of the plug-ins");
            }
            problems.addAll(Placeholders.problems(type));
        }
        if (!problems.isEmpty()) {
            throw new PluginsRefused(problems);
        }
        return Collections.unmodifiableMap(byName);
    }
}
