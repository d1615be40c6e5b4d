package io.soabench.engine.overseer.command;

import io.soabench.engine.overseer.topology.Cache;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Topology;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The places of a memory measurement: the first processor whose node has memory, and of the nodes with memory the one
 * that is farthest from it.
 *
 * @param processor one
 * @param local its node; absent where there is one node with memory, so that nothing has to be bound
 * @param remote the farthest other node; absent where there is none
 * @param cacheBytes of its last cache; absent if unknown
 */
record MemoryPlaces(IdSet processor, OptionalInt local, OptionalInt remote, OptionalLong cacheBytes) {

    static MemoryPlaces of(Topology topology) {
        IdSet usable = topology.allowance().processors().and(topology.online());
        List<NumaNode> nodes = topology.nodes().stream()
                .filter(node -> node.memoryBytes().orElse(1) > 0)
                .filter(node -> topology.allowance().nodes().contains(node.id()))
                .toList();
        NumaNode near = nodes.stream()
                .filter(node -> !node.processors().and(usable).isEmpty())
                .findFirst()
                .orElse(null);
        int processor = (near == null ? usable : near.processors().and(usable)).first();
        OptionalInt far = near == null
                ? OptionalInt.empty()
                : nodes.stream()
                        .filter(node -> node.id() != near.id())
                        .max(Comparator.comparingInt(node -> near.distances().getOrDefault(node.id(), 0)))
                        .map(node -> OptionalInt.of(node.id()))
                        .orElse(OptionalInt.empty());
        OptionalLong cache = topology.cachesOf(processor).stream()
                .filter(one -> one.type().holdsData())
                .max(Comparator.comparingInt(Cache::level))
                .map(Cache::bytes)
                .orElse(OptionalLong.empty());
        return new MemoryPlaces(
                IdSet.of(processor), far.isPresent() ? OptionalInt.of(near.id()) : OptionalInt.empty(), far, cache);
    }
}
