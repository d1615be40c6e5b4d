package io.soabench.ansible.render;

import io.soabench.driver.RunRefused;
import io.soabench.plan.Plan;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The ports from which one is given wherever the model leaves the choice.
 *
 * @param first the lowest
 * @param last the highest
 */
public record PortRange(int first, int last) {

    /** Below what Linux gives to outgoing connections, so that no load client can have one when a server opens it. */
    public static final PortRange STANDARD = new PortRange(20_000, 29_999);

    /** Refuses an empty range. */
    public PortRange {
        if (first < 1 || last > 65_535 || last < first) {
            throw new IllegalArgumentException("the ports " + first + " to " + last + " are no range of ports");
        }
    }

    /**
     * All ports of all servers: each 0 becomes the lowest number that no server of the testbed has, in the order of the plan.
     * Numbers are unique in the whole testbed, not only on their host, so that a reader of logs knows the server by its port.
     *
     * @return numbers by name of the port, by name of the server
     * @throws RunRefused when there are not enough
     */
    Map<String, Map<String, Integer>> assign(List<Plan.ServerPlan> servers) {
        Set<Integer> taken = new HashSet<>();
        servers.forEach(server -> taken.addAll(server.ports().values()));
        Map<String, Map<String, Integer>> assigned = new LinkedHashMap<>();
        int next = first;
        for (Plan.ServerPlan server : servers) {
            Map<String, Integer> numbers = new TreeMap<>(server.ports());
            for (Map.Entry<String, Integer> port : numbers.entrySet()) {
                if (port.getValue() == 0) {
                    while (taken.contains(next)) {
                        next++;
                    }
                    if (next > last) {
                        throw new RunRefused(List.of("the servers need more ports than there are from " + first + " to "
                                + last + "; give some of them in the model"));
                    }
                    port.setValue(next++);
                }
            }
            assigned.put(server.name(), numbers);
        }
        return assigned;
    }
}
