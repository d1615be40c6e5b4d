package io.soabench.engine.overseer.placement;

import io.soabench.engine.overseer.topology.Core;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Cores that share something: a package, a last-level cache, a NUMA node.
 *
 * <p>Source: P13 §4.1, "groups composed of IDs of cores running on the same NUMA node or under the same shared CPU cache"; P11
 * §III-B.
 *
 * @param name its kind and number, {@code package 1}
 * @param cores the processors of each of its cores; the quick kinds of core first, then by number; no core is empty
 * @param nodes the NUMA nodes of these cores
 */
public record AffinityGroup(String name, List<IdSet> cores, IdSet nodes) {

    public AffinityGroup {
        Objects.requireNonNull(name);
        cores = List.copyOf(cores);
        if (cores.isEmpty()) {
            throw new IllegalArgumentException("affinity group '" + name + "' has no core");
        }
    }

    /** Returns all processors of its cores. */
    public IdSet processors() {
        return cores.stream().reduce(IdSet.none(), IdSet::or);
    }

    /**
     * Returns the packages, as far as they have processors among the given ones.
     *
     * @param within processors that may be used
     */
    public static List<AffinityGroup> packages(Topology topology, IdSet within) {
        return groups(
                "package ",
                topology.packages().stream().map(one -> one.processors()).toList(),
                topology,
                within);
    }

    /**
     * Returns the sets of processors under one last-level cache, as far as they have processors among the given ones.
     */
    public static List<AffinityGroup> caches(Topology topology, IdSet within) {
        return groups("cache ", topology.cacheDomains(), topology, within);
    }

    /**
     * Returns the NUMA nodes, as far as they have processors among the given ones. Their names carry the kernel's
     * numbers.
     */
    public static List<AffinityGroup> nodes(Topology topology, IdSet within) {
        List<AffinityGroup> groups = new ArrayList<>();
        topology.nodes().forEach(node -> group("node " + node.id(), node.processors(), topology, within)
                .forEach(groups::add));
        return List.copyOf(groups);
    }

    /**
     * Returns the CPUs in the sense of P11: the packages, or on a machine of which only one package may be used, the
     * parts under one last-level cache. P11's machine had one cache in each package.
     */
    public static List<AffinityGroup> cpus(Topology topology, IdSet within) {
        List<AffinityGroup> packages = packages(topology, within);
        return packages.size() > 1 ? packages : caches(topology, within);
    }

    private static List<AffinityGroup> groups(String name, List<IdSet> sets, Topology topology, IdSet within) {
        List<AffinityGroup> groups = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            groups.addAll(group(name + i, sets.get(i), topology, within));
        }
        return List.copyOf(groups);
    }

    private static List<AffinityGroup> group(String name, IdSet processors, Topology topology, IdSet within) {
        IdSet usable = processors.and(within);
        List<Core> cores = topology.cores().stream()
                .filter(core -> core.processors().intersects(usable))
                .sorted(Comparator.comparing(Core::kind).thenComparingInt(Core::id))
                .toList();
        if (cores.isEmpty()) {
            return List.of();
        }
        return List.of(new AffinityGroup(
                name,
                cores.stream().map(core -> core.processors().and(usable)).toList(),
                IdSet.of(cores.stream().map(Core::node).toList())));
    }
}
