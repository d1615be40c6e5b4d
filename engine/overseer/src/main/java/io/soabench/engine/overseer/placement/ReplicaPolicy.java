package io.soabench.engine.overseer.placement;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A policy for the processors and the memory of replicas of a program. Source: P13 §7.2 (default, local) and §7.4
 * (shared, non-shared).
 */
public enum ReplicaPolicy {
    /** No binding: the operating system decides. */
    DEFAULT,
    /** Each replica within one NUMA node, processors and memory. */
    LOCAL,
    /** Each replica on processors under one last-level cache. */
    SHARED,
    /** Each replica on cores that have as few caches in common as possible: the worst case for shared caches. */
    NON_SHARED;

    /**
     * The place of one replica.
     *
     * @param processors that its threads may run on, never empty
     * @param memory nodes that it takes memory of; empty if the operating system decides
     */
    public record Place(IdSet processors, IdSet memory) {}

    /** Returns the name in options: {@code non-shared}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns a place for each replica. Nodes and caches are dealt round robin, so replicas share them when there are
     * more replicas. For the replicas of a node without memory, the operating system chooses the memory.
     *
     * @param within processors that may be used, usually those of the topology's allowance
     * @param replicas number of replicas, at least 1
     * @throws IllegalArgumentException if no processor may be used or there is no replica
     */
    public List<Place> place(Topology topology, IdSet within, int replicas) {
        IdSet usable = within.and(topology.online());
        if (usable.isEmpty()) {
            throw new IllegalArgumentException(
                    "none of processors '" + within + "' is online; name some of " + topology.online());
        }
        if (replicas < 1) {
            throw new IllegalArgumentException(replicas + " replicas: there must be at least one");
        }
        List<AffinityGroup> nodes = AffinityGroup.nodes(topology, usable);
        List<AffinityGroup> caches = AffinityGroup.caches(topology, usable);
        List<Place> places = new ArrayList<>();
        for (int replica = 0; replica < replicas; replica++) {
            places.add(
                    switch (this) {
                        case DEFAULT -> new Place(usable, IdSet.none());
                        case LOCAL -> local(topology, nodes.isEmpty() ? caches : nodes, replica);
                        case SHARED ->
                            new Place(caches.get(replica % caches.size()).processors(), IdSet.none());
                        case NON_SHARED -> new Place(separate(caches, replica, replicas), IdSet.none());
                    });
        }
        return List.copyOf(places);
    }

    private static Place local(Topology topology, List<AffinityGroup> groups, int replica) {
        AffinityGroup group = groups.get(replica % groups.size());
        IdSet memory = IdSet.of(group.nodes().stream()
                .filter(id -> topology.allowance().nodes().contains(id))
                .filter(id -> topology.node(id).stream()
                        .anyMatch(node -> node.memoryBytes().orElse(1) > 0))
                .boxed()
                .toList());
        return new Place(group.processors(), memory);
    }

    /**
     * Returns the cores of a replica. They are taken in the order first of each cache, second of each cache, …, cut
     * into as many runs as there are replicas.
     */
    private static IdSet separate(List<AffinityGroup> caches, int replica, int replicas) {
        int most = caches.stream().mapToInt(cache -> cache.cores().size()).max().orElse(0);
        List<IdSet> assigned = new ArrayList<>();
        for (int core = 0; core < most; core++) {
            for (AffinityGroup cache : caches) {
                if (core < cache.cores().size()) {
                    assigned.add(cache.cores().get(core));
                }
            }
        }
        if (replicas >= assigned.size()) {
            return assigned.get(replica % assigned.size());
        }
        int first = (int) ((long) assigned.size() * replica / replicas);
        int end = (int) ((long) assigned.size() * (replica + 1) / replicas);
        return assigned.subList(first, end).stream().reduce(IdSet.none(), IdSet::or);
    }
}
