package io.soabench.analyzer.cases;

import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The work of one engine in a series of engines that differ only in the value of one parameter, such as a number of
 * threads.
 *
 * @param result the case of this engine
 * @param work its work
 * @param type server type of the engines
 * @param parameter name of the parameter
 * @param value its value, above zero
 */
public record EngineScaling(CaseResult result, WorkDone work, String type, String parameter, double value) {

    /** Engines of one type whose other parameters are the same. */
    private record Family(String type, String host, String parameter, Map<String, String> others) {}

    /**
     * Returns all such series of a plan, one after the other: by process, workload and parameter, with rising values.
     */
    public static List<EngineScaling> of(Plan plan, List<CaseResult> cases, double confidence) {
        List<EngineScaling> all = new ArrayList<>();
        for (Map.Entry<Family, Map<String, Double>> family : families(plan).entrySet()) {
            Map<List<String>, List<EngineScaling>> loads = new LinkedHashMap<>();
            for (CaseResult one : cases) {
                Double value = family.getValue().get(one.testCase().server());
                if (value != null && !one.testCase().isTwin() && !one.usable().isEmpty()) {
                    loads.computeIfAbsent(
                                    List.of(
                                            one.testCase().suite(),
                                            one.testCase().subject(),
                                            one.testCase().workload()),
                                    load -> new ArrayList<>())
                            .add(new EngineScaling(
                                    one,
                                    WorkDone.of(one, confidence),
                                    family.getKey().type(),
                                    family.getKey().parameter(),
                                    value));
                }
            }
            for (List<EngineScaling> load : loads.values()) {
                if (load.stream().mapToDouble(EngineScaling::value).distinct().count() > 1) {
                    load.sort(Comparator.comparingDouble(EngineScaling::value));
                    all.addAll(load);
                }
            }
        }
        return List.copyOf(all);
    }

    /** Returns the families of engines, each with the values of its members by name. */
    private static Map<Family, Map<String, Double>> families(Plan plan) {
        Set<String> engines = new LinkedHashSet<>();
        plan.cases().forEach(one -> engines.add(one.server()));
        Map<Family, Map<String, Double>> families = new LinkedHashMap<>();
        for (ServerPlan server : plan.servers()) {
            if (!engines.contains(server.name())) {
                continue;
            }
            server.parameters().forEach((parameter, value) -> {
                if (value.matches("[0-9]{1,15}") && Long.parseLong(value) > 0) {
                    Map<String, String> others = new LinkedHashMap<>(server.parameters());
                    others.remove(parameter);
                    families.computeIfAbsent(
                                    new Family(server.type(), server.host(), parameter, others),
                                    family -> new LinkedHashMap<>())
                            .put(server.name(), (double) Long.parseLong(value));
                }
            });
        }
        families.values()
                .removeIf(members -> members.values().stream().distinct().count() < 2);
        return families;
    }
}
