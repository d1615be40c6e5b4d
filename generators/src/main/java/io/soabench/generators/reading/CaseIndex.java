package io.soabench.generators.reading;

import io.soabench.model.ExpandedCase;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An index of the servers and cases of a testbed. With it the work of a check grows with the length of the model, not with its square. The
 * index does not follow later changes.
 */
public final class CaseIndex {

    private final Map<String, Server> byName = new HashMap<>();
    private final Map<Server, Integer> positions = new HashMap<>();
    private final Comparator<Server> byPosition;
    private final List<Server> registries = new ArrayList<>();
    private final Map<Service, Server> placed = new HashMap<>();
    private final Map<Service, Set<Server>> hosts = new HashMap<>();
    private final Map<Workload, List<ExpandedCase>> byWorkload = new HashMap<>();

    public CaseIndex(WholeTestbed testbed, List<ExpandedCase> cases) {
        for (Server server : testbed.servers()) {
            positions.put(server, positions.size());
            byName.putIfAbsent(server.getName(), server);
            // A server that is typed halfway has no type yet.
            if (server.getType() != null && server.getType().isRegistersServices()) {
                registries.add(server);
            }
        }
        byPosition = Comparator.comparing(server -> positions.getOrDefault(server, Integer.MAX_VALUE));
        testbed.servers().forEach(server -> server.getServices().forEach(service -> serves(server, service)));
        // Cases without a deploy plan of their own share one map.
        Set<Map<Service, Server>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (ExpandedCase each : cases) {
            byWorkload
                    .computeIfAbsent(each.workload(), any -> new ArrayList<>())
                    .add(each);
            if (seen.add(each.placements())) {
                each.placements().forEach((service, server) -> {
                    placed.putIfAbsent(service, server);
                    serves(server, service);
                });
            }
        }
    }

    private void serves(Server server, Service service) {
        hosts.computeIfAbsent(service, any -> new TreeSet<>(byPosition)).add(server);
    }

    /** Returns the first server of that name. */
    public Optional<Server> server(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Returns the servers whose type registers services, in the order of the model. */
    public List<Server> registries() {
        return registries;
    }

    /** Returns those of the servers that stand in the model, each once, in its order. */
    public List<Server> ordered(Collection<Server> servers) {
        Set<Server> ordered = new TreeSet<>(byPosition);
        servers.stream().filter(positions::containsKey).forEach(ordered::add);
        return List.copyOf(ordered);
    }

    /** Returns the server that serves a service in the first case which places it. */
    public Optional<Server> placed(Service service) {
        return Optional.ofNullable(placed.get(service));
    }

    /** Returns the servers of the model that declare to serve a service or do so in some case. */
    public Set<Server> hosts(Service service) {
        return hosts.getOrDefault(service, Set.of());
    }

    /** Returns the cases of a workload, in their order. */
    public List<ExpandedCase> cases(Workload workload) {
        return byWorkload.getOrDefault(workload, List.of());
    }
}
