package io.soabench.engine.overseer.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A machine's processors, their shared parts, and its memory, at the moment of a {@link Survey}. A <em>processor</em>
 * is a hardware thread of a core, on which the kernel schedules threads.
 *
 * <p>Source: P11 §III-B ("how they are distributed over different CPUs", affinity groups), P13 §4.5.2 "Hardware Topology".
 *
 * @param online processors that the kernel schedules on; never empty
 * @param offline existing processors that are switched off; the kernel reports nothing more of them
 * @param packages in the order of their numbers; their processors are all those online, each once
 * @param dies in the order of their numbers; their processors are all those online, each once
 * @param cores in the order of their numbers; their processors are all those online, each once
 * @param caches by level, type and number; empty if the kernel reports none
 * @param nodes in the order of their numbers; at least one
 * @param allowance the part that this process may use
 * @param notes facts that the kernel did not report and their replacements, one sentence each
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
     * Returns the core of a processor.
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

    /** Returns the node with that number. */
    public Optional<NumaNode> node(int id) {
        return nodes.stream().filter(node -> node.id() == id).findFirst();
    }

    /** Returns the caches of a processor, the nearest first. */
    public List<Cache> cachesOf(int processor) {
        return caches.stream()
                .filter(cache -> cache.processors().contains(processor))
                .toList();
    }

    /**
     * Returns sets of processors that exchange data without going to memory: those under one last-level cache. Each
     * processor is in one of the sets. Where the kernel reports no caches, each core is a set. The sets are in the
     * order of first processors.
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

    /** Returns the most hardware threads that a core has online: 1 without SMT. */
    public int threadsPerCore() {
        return cores.stream().mapToInt(core -> core.processors().size()).max().orElse(1);
    }

    /** Returns whether there are cores of several kinds. */
    public boolean isHybrid() {
        return cores.stream().map(Core::kind).distinct().count() > 1;
    }
}
