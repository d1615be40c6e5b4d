package io.soabench.maven;

import io.soabench.driver.Driver;
import io.soabench.driver.run.ArtifactOrigin;
import io.soabench.plan.Plan;
import io.soabench.plugin.MetricSources;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The programs of a run, all of them looked up before the first start. An unavailable engine costs its own cases only.
 *
 * @param classPaths by coordinates
 * @param unobtainable names of server types without available programs, with the reason
 */
record Programs(Map<String, List<Path>> classPaths, Map<String, String> unobtainable) {

    private static final String COORDINATES = "[^:\\s]+:[^:\\s]+:[^:\\s]+";

    /**
     * Looks the programs up.
     *
     * @param more names of server types that no case of the plan needs
     * @param resolve finds a class path by coordinates
     * @throws ClassPaths.UnresolvedException when the load client is not available, which every measurement needs
     */
    static Programs of(
            Plan plan, Map<String, ServerType> types, Set<String> more, Function<String, List<Path>> resolve) {
        Map<String, List<Path>> found = new LinkedHashMap<>();
        found.put(Driver.LOAD_CLIENT, resolve.apply(Driver.LOAD_CLIENT));
        Map<String, String> unobtainable = new TreeMap<>();
        Set<String> needed = plan.cases().stream()
                .flatMap(c -> c.servers().stream())
                .map(name -> plan.serverOf(name).type())
                .collect(Collectors.toSet());
        for (ServerType type : types.values()) {
            if (needed.contains(type.name()) || more.contains(type.name())) {
                try {
                    type.programs().forEach(p -> found.put(p.key(), resolve.apply(p.key())));
                } catch (ClassPaths.UnresolvedException e) {
                    unobtainable.put(type.name(), e.getMessage());
                }
            }
        }
        return new Programs(found, unobtainable);
    }

    /**
     * Adds the agent of hosts other than this machine, and the plug-ins of the tool's metrics, each with its
     * dependencies.
     */
    Programs withAgent(Function<String, List<Path>> resolve) {
        return withAgent(
                ArtifactOrigin.ofSources(MetricSources.load(Programs.class.getClassLoader()))
                        .values(),
                resolve);
    }

    /**
     * Adds the agent of hosts other than this machine, and the plug-ins of the metrics, each with its dependencies.
     *
     * @param origins the artifacts of the plug-ins, {@code groupId:artifactId:version}; other texts are left out
     */
    Programs withAgent(Collection<String> origins, Function<String, List<Path>> resolve) {
        Set<Path> agent = new LinkedHashSet<>(resolve.apply(Driver.AGENT));
        for (String origin : new TreeSet<>(origins)) {
            if (origin.matches(COORDINATES)) {
                agent.addAll(resolve.apply(origin));
            }
        }
        Map<String, List<Path>> all = new LinkedHashMap<>(classPaths);
        all.put(Driver.AGENT, List.copyOf(agent));
        return new Programs(all, unobtainable);
    }
}
