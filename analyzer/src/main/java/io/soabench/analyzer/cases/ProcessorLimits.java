package io.soabench.analyzer.cases;

import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.Target;
import java.util.HashMap;
import java.util.Map;

/** The largest number of processors that each server and load client of a run can use: those of its host. */
public final class ProcessorLimits {

    /** Limits of a run with unknown hosts. */
    static final ProcessorLimits UNKNOWN = new ProcessorLimits(Map.of());

    /** The unit of metrics that count processors in use. */
    private static final String UNIT = "cores";

    /** Numbers of processors of the host, by the name under which a server or load client is observed. */
    private final Map<String, Integer> processors;

    private ProcessorLimits(Map<String, Integer> processors) {
        this.processors = Map.copyOf(processors);
    }

    /** Returns the limits of a run. */
    public static ProcessorLimits of(Plan plan, EnvironmentEntries environment) {
        Map<String, Integer> processors = new HashMap<>();
        plan.servers().forEach(server -> environment
                .processors(server.host())
                .ifPresent(number -> processors.put(server.name(), number)));
        plan.cases().stream()
                .flatMap(one -> one.clients().stream())
                .map(ClientPlan::host)
                .forEach(host -> environment
                        .processors(host)
                        .ifPresent(number -> processors.put(RunFiles.loadClient(host), number)));
        return new ProcessorLimits(processors);
    }

    /** Returns the largest possible value of a metric of a target; infinite where none is known. */
    double largest(Target target, String unit) {
        Integer number = unit.equals(UNIT) ? processors.get(target.name()) : null;
        return number == null ? Double.POSITIVE_INFINITY : number;
    }
}
