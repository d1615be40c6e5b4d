package io.soabench.ansible.render;

import io.soabench.agent.stage.CaseParts;
import io.soabench.driver.RunRefused;
import io.soabench.plan.ServerPlan;
import java.util.Collection;
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

    /**
     * A range below the ports that Linux gives to outgoing connections. So no load client can have a port when a server
     * opens it.
     */
    public static final PortRange STANDARD = new PortRange(20_000, 29_999);

    /** Refuses an empty range. */
    public PortRange {
        if (first < 1 || last > 65_535 || last < first) {
            throw new IllegalArgumentException("the ports " + first + " to " + last + " are no range of ports");
        }
    }

    /**
     * Returns all ports of all servers: each 0 becomes the lowest number that no server of the testbed has, in the order of the plan.
     * Numbers are unique in the whole testbed, not only on their host, so that a reader of logs knows the server by its port.
     *
     * @param listeners names of load clients that listen for callbacks, each of which gets one port
     * @return numbers by name of the port, by name of the server or listener
     * @throws RunRefused when there are not enough
     */
    Map<String, Map<String, Integer>> assign(List<ServerPlan> servers, Collection<String> listeners) {
        Set<Integer> taken = new HashSet<>();
        servers.forEach(server -> taken.addAll(server.ports().values()));
        Map<String, Map<String, Integer>> assigned = new LinkedHashMap<>();
        int next = first;
        Map<String, Map<String, Integer>> all = new LinkedHashMap<>();
        servers.forEach(server -> all.put(server.name(), server.ports()));
        listeners.forEach(listener -> all.put(listener, Map.of(CaseParts.CALLBACK, 0)));
        for (Map.Entry<String, Map<String, Integer>> each : all.entrySet()) {
            Map<String, Integer> numbers = new TreeMap<>(each.getValue());
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
            assigned.put(each.getKey(), numbers);
        }
        return assigned;
    }
}
