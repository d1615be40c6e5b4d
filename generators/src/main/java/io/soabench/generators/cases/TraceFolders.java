package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.model.ExpandedCase;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Workload;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The folders with the traces of the workloads of all cases. Cases with equal traces share a folder. */
public final class TraceFolders {

    private final ModelReading reading;
    private final Map<String, TraceFolder> folders = new LinkedHashMap<>();

    public TraceFolders(ModelReading reading, List<ExpandedCase> cases) {
        this.reading = reading;
        Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        reading.testbed().workloads().forEach(workload -> taken.add(workload.getName()));
        Set<Workload> traced = new HashSet<>();
        cases.forEach(each -> add(each, taken, traced));
    }

    private void add(ExpandedCase each, Set<String> taken, Set<Workload> traced) {
        SimulatedWorkload workload = reading.workloads().get(each.workload());
        List<String> hosts =
                each.clientHosts().stream().map(NamedElement::getName).toList();
        String key = key(each);
        if (folders.containsKey(key)) {
            return;
        }
        String name = workload.name();
        if (!traced.add(each.workload())) {
            for (int n = 2; taken.contains(name); n++) {
                name = workload.name() + "." + n;
            }
        }
        taken.add(name);
        int busy = workload.open()
                ? hosts.size()
                : Math.min(hosts.size(), workload.simulation().clients());
        WorkloadSimulation simulation = workload.simulation().shaped()
                ? workload.simulation().after(reading.settings(each).warmUp().toMillis())
                : workload.simulation();
        folders.put(key, new TraceFolder(name, workload, simulation, hosts.subList(0, busy)));
    }

    /** Returns the key of a trace. Cases with the same key have the same trace: a shape of the load begins when the warm-up is over. */
    private String key(ExpandedCase each) {
        boolean shaped = each.workload() instanceof OpenWorkload
                && each.workload().getClasses().stream().anyMatch(of -> of.getShape() != null);
        return each.workload().getName()
                + each.clientHosts().stream().map(NamedElement::getName).toList()
                + (shaped ? reading.settings(each).warmUp() : "");
    }

    /** Returns the folder of a case. */
    public TraceFolder of(ExpandedCase each) {
        return folders.get(key(each));
    }

    /** Returns all folders. */
    public Collection<TraceFolder> all() {
        return folders.values();
    }
}
