package io.soabench.maven;

import io.soabench.driver.Driver;
import io.soabench.plan.Plan;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The programs of a run, all of them looked up before anything starts. An engine that cannot be had costs its own cases only.
 *
 * @param classPaths by coordinates
 * @param unobtainable names of server types whose programs cannot be had, with the reason
 */
record Programs(Map<String, List<Path>> classPaths, Map<String, String> unobtainable) {

    /**
     * Looks them up.
     *
     * @param resolve finds a class path by coordinates
     * @throws ClassPaths.UnresolvedException when the load client cannot be had, without which nothing can be measured
     */
    static Programs of(Plan plan, Map<String, ServerType> types, Function<String, List<Path>> resolve) {
        Map<String, List<Path>> found = new LinkedHashMap<>();
        found.put(Driver.LOAD_CLIENT, resolve.apply(Driver.LOAD_CLIENT));
        Map<String, String> unobtainable = new TreeMap<>();
        Set<String> needed = plan.cases().stream()
                .flatMap(c -> c.servers().stream())
                .map(name -> plan.serverOf(name).type())
                .collect(Collectors.toSet());
        for (ServerType type : types.values()) {
            if (needed.contains(type.name())) {
                try {
                    type.programs().forEach(p -> found.put(p.coordinates(), resolve.apply(p.coordinates())));
                } catch (ClassPaths.UnresolvedException e) {
                    unobtainable.put(type.name(), e.getMessage());
                }
            }
        }
        return new Programs(found, unobtainable);
    }
}
