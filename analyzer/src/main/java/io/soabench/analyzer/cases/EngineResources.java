package io.soabench.analyzer.cases;

import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The resources that the engines of a run may use: heap, options of the Java virtual machine, and the processors of their hosts; and
 * whether their clients speak TLS. Where they differ, they may explain a part of a ratio of response times. Immutable.
 */
public final class EngineResources {

    /** A resource, with the beginning of a sentence about its difference. */
    private enum Resource {
        HEAP("heap", "Heaps differ"),
        OPTIONS("jvm-options", "Options of the Java virtual machine differ"),
        PROCESSORS("processors", "Processors differ"),
        TLS(ServerPlan.TLS, "TLS of requests differs");

        private final String key;
        private final String title;

        Resource(String key, String title) {
            this.key = key;
            this.title = title;
        }
    }

    /** Resources by the name of the server; unknown ones are left out. */
    private final Map<String, Map<Resource, String>> servers;

    private EngineResources(Map<String, Map<Resource, String>> servers) {
        this.servers = servers;
    }

    /** Returns the resources of a run. */
    public static EngineResources of(Plan plan, Optional<EnvironmentRecord> environment) {
        Map<String, String> processors = environment
                .map(recorded -> recorded.hosts().stream()
                        .filter(host ->
                                host.processors() != null && host.processors().cpus() > 0)
                        .collect(Collectors.toMap(HostRecord::name, EngineResources::processors, (one, other) -> one)))
                .orElse(Map.of());
        Map<String, Map<Resource, String>> servers = new HashMap<>();
        for (ServerPlan server : plan.servers()) {
            Map<Resource, String> own = new LinkedHashMap<>();
            put(own, Resource.HEAP, heap(server.parameters().get(Resource.HEAP.key)));
            put(own, Resource.OPTIONS, options(server.parameters().get(Resource.OPTIONS.key)));
            put(own, Resource.PROCESSORS, processors.get(server.host()));
            put(own, Resource.TLS, server.speaksTls() ? "with" : "without");
            servers.put(server.name(), own);
        }
        return new EngineResources(servers);
    }

    private static void put(Map<Resource, String> own, Resource resource, String value) {
        if (value != null) {
            own.put(resource, value);
        }
    }

    private static String heap(String bytes) {
        return bytes != null && bytes.matches("\\d+") ? (Long.parseLong(bytes) >> 20) + " MiB" : bytes;
    }

    private static String options(String options) {
        return options == null || !options.isBlank() ? options : "none";
    }

    private static String processors(HostRecord host) {
        String model = host.processors().model();
        return host.processors().cpus() + (model == null || model.isBlank() ? "" : " (" + model + ")");
    }

    private Map<Resource, String> of(String server) {
        return servers.getOrDefault(server, Map.of());
    }

    /** Returns the resources of two engines that are known to differ, by name, each with that of A and that of B. */
    public Map<String, List<String>> differing(CasePlan a, CasePlan b) {
        Map<String, List<String>> differing = new LinkedHashMap<>();
        for (Resource resource : Resource.values()) {
            String one = of(a.server()).get(resource);
            String other = of(b.server()).get(resource);
            if (one != null && other != null && !one.equals(other)) {
                differing.put(resource.key, List.of(one, other));
            }
        }
        return differing;
    }

    /** Returns a resource by engine, of the suites whose engines differ in it. Engines of two suites are not compared. */
    private Map<String, String> differing(Resource resource, List<CaseResult> cases) {
        Map<String, Map<String, String>> suites = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            String value = of(one.testCase().server()).get(resource);
            if (value != null) {
                suites.computeIfAbsent(one.testCase().suite(), suite -> new LinkedHashMap<>())
                        .putIfAbsent(one.testCase().server(), value);
            }
        }
        Map<String, String> differing = new LinkedHashMap<>();
        suites.values().stream()
                .filter(values -> values.values().stream().distinct().count() > 1)
                .forEach(differing::putAll);
        return differing;
    }

    /** Returns a sentence for each resource in which engines of one suite differ. */
    public List<String> caveats(List<CaseResult> cases) {
        List<String> sentences = new ArrayList<>();
        for (Resource resource : Resource.values()) {
            Map<String, String> values = differing(resource, cases);
            if (!values.isEmpty()) {
                sentences.add(resource.title + ": "
                        + ByLevel.words(
                                values,
                                value -> resource == Resource.OPTIONS && !value.equals("none")
                                        ? "\"" + value + "\""
                                        : value)
                        + ".");
            }
        }
        return sentences;
    }
}
