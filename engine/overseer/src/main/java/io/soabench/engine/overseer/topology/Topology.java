package io.soabench.engine.overseer.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A machine's processors, what they share, and its memory, at the moment of a {@link Survey}. A <em>processor</em> is what the
 * kernel schedules on: a hardware thread of a core.
 *
 * <p>Source: P11 §III-B ("how they are distributed over different CPUs", affinity groups), P13 §4.5.2 "Hardware Topology".
 *
 * @param online processors that the kernel schedules on; never empty
 * @param offline processors that are there and switched off; the kernel tells nothing more of them
 * @param packages in the order of their numbers; their processors are all those online, each once
 * @param dies in the order of their numbers; their processors are all those online, each once
 * @param cores in the order of their numbers; their processors are all those online, each once
 * @param caches by level, type and number; empty if the kernel tells of none
 * @param nodes in the order of their numbers; at least one
 * @param allowance what this process may use of it
 * @param notes what the kernel did not tell and what was taken instead, one sentence each
 */
public record Topology(
        IdSet online,
        IdSet offline,
        List<CpuPackage> packages,
        List<Die> dies,
        List<Core> cores,
        List<Cache> caches,
        List<NumaNode> nodes,
        Allowance allowance,
        List<String> notes) {

    public Topology {
        packages = List.copyOf(packages);
        dies = List.copyOf(dies);
        cores = List.copyOf(cores);
        caches = List.copyOf(caches);
        nodes = List.copyOf(nodes);
        notes = List.copyOf(notes);
    }

    /**
     * The core of a processor.
     *
     * @throws IllegalArgumentException if there is no such processor online
     */
    public Core core(int processor) {
        return cores.stream()
                .filter(core -> core.processors().contains(processor))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no processor " + processor + " online; there are " + online));
    }

    /** The node with that number. */
    public Optional<NumaNode> node(int id) {
        return nodes.stream().filter(node -> node.id() == id).findFirst();
    }

    /** The caches of a processor, the nearest first. */
    public List<Cache> cachesOf(int processor) {
        return caches.stream()
                .filter(cache -> cache.processors().contains(processor))
                .toList();
    }

    /**
     * The processors that find each other's data without going to memory: those under one last-level cache. Each processor is in
     * one of the sets; where the kernel tells of no caches, each core is a set. In the order of first processors.
     */
    public List<IdSet> cacheDomains() {
        List<IdSet> domains = new ArrayList<>();
        IdSet covered = IdSet.none();
        for (int processor : online) {
            if (!covered.contains(processor)) {
                IdSet domain = cachesOf(processor).stream()
                        .filter(cache -> cache.type().holdsData())
                        .max(Comparator.comparingInt(Cache::level))
                        .map(Cache::processors)
                        .orElseGet(() -> core(processor).processors())
                        .minus(covered);
                domains.add(domain);
                covered = covered.or(domain);
            }
        }
        return List.copyOf(domains);
    }

    /** The most hardware threads that a core has online: 1 without SMT. */
    public int threadsPerCore() {
        return cores.stream().mapToInt(core -> core.processors().size()).max().orElse(1);
    }

    /** Whether there are cores of several kinds. */
    public boolean isHybrid() {
        return cores.stream().map(Core::kind).distinct().count() > 1;
    }
}
