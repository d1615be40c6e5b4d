package io.soabench.engine.overseer.command;

import io.soabench.engine.overseer.placement.AffinityGroup;
import io.soabench.engine.overseer.placement.BindingPolicy;
import io.soabench.engine.overseer.topology.Core;
import io.soabench.engine.overseer.topology.CpuPackage;
import io.soabench.engine.overseer.topology.Die;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The values of {@code --bind}: {@code 0-3,8}, {@code node:0}, {@code package:0-1}, {@code die:0}, {@code core:2},
 * {@code cache:1} (a last-level cache), or a binding policy, by which the program is placed as one thread.
 */
final class ProcessorNames {

    private ProcessorNames() {}

    /**
     * Reads a list of processors.
     *
     * @throws IllegalArgumentException with a sentence if the text names no processor, or one that may not be used
     */
    static IdSet parse(String text, Topology topology) {
        IdSet allowed = topology.allowance().processors();
        for (BindingPolicy policy : BindingPolicy.values()) {
            if (policy.text().equals(text)) {
                return policy.place(topology, allowed, 1).get(0);
            }
        }
        String[] parts = text.split(":", 2);
        IdSet ids = IdSet.parse(parts[parts.length - 1]);
        IdSet processors = parts.length == 1 ? ids : union(parts[0], ids, things(parts[0], topology));
        if (processors.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' names no processor");
        }
        if (!allowed.containsAll(processors)) {
            throw new IllegalArgumentException("'" + text + "' has processors " + processors.minus(allowed)
                    + ", which this process may not use; it may use " + allowed);
        }
        return processors;
    }

    private static Map<Integer, IdSet> things(String kind, Topology topology) {
        return switch (kind) {
            case "node" -> byId(topology.nodes(), NumaNode::id, NumaNode::processors);
            case "package" -> byId(topology.packages(), CpuPackage::id, CpuPackage::processors);
            case "die" -> byId(topology.dies(), Die::id, Die::processors);
            case "core" -> byId(topology.cores(), Core::id, Core::processors);
            case "cache" -> {
                List<AffinityGroup> caches = AffinityGroup.caches(topology, topology.online());
                yield byId(caches, caches::indexOf, AffinityGroup::processors);
            }
            default -> throw new IllegalArgumentException("'" + kind + "' is none of node, package, die, core, cache");
        };
    }

    private static <T> Map<Integer, IdSet> byId(
            List<T> things, Function<T, Integer> id, Function<T, IdSet> processors) {
        Map<Integer, IdSet> map = new HashMap<>();
        things.forEach(thing -> map.put(id.apply(thing), processors.apply(thing)));
        return map;
    }

    private static IdSet union(String kind, IdSet ids, Map<Integer, IdSet> things) {
        IdSet processors = IdSet.none();
        for (int id : ids) {
            if (!things.containsKey(id)) {
                throw new IllegalArgumentException(
                        "there is no " + kind + " " + id + "; there are " + IdSet.of(things.keySet()));
            }
            processors = processors.or(things.get(id));
        }
        return processors;
    }
}
