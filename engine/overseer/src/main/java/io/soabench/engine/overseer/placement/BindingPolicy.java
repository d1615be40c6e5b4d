package io.soabench.engine.overseer.placement;

import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A policy for the processors of threads of pools. Threads of one pool work on the same data, so the policies differ in
 * the hardware that such threads share. Source: P11 §IV-C and figure 2; its CPUs are {@link AffinityGroup#cpus}.
 */
public enum BindingPolicy {
    /** No binding: the operating system decides. The baseline. */
    DEFAULT,
    /** The threads of a pool run within one CPU, on any of its cores. */
    PER_CPU,
    /** The threads of a pool run within one CPU, each on one core of it. */
    PER_CORE,
    /** Adjacent threads of a pool run on different CPUs, each on one core: the worst case for shared data. */
    INTERLEAVED;

    /** Returns the name in options: {@code per-cpu}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the processors of each thread of one pool.
     *
     * @param within processors that may be used, usually those of the topology's allowance
     * @param threads the number, at least 1
     * @return a set for each thread, never empty
     */
    public List<IdSet> place(Topology topology, IdSet within, int threads) {
        return place(topology, within, List.of(threads)).get(0);
    }

    /**
     * Returns the processors of each thread of each pool. Pools are dealt to the CPUs round robin. Pools on the same
     * CPU take its cores in turn, the first pool the first ones; when there are more threads than cores, the first
     * cores are taken again. A core is all its hardware threads that may be used. Quick cores are taken before small
     * ones.
     *
     * @param within processors that may be used, usually those of the topology's allowance
     * @param pools number of threads of each pool, at least 1
     * @return for each pool a set for each thread, never empty
     * @throws IllegalArgumentException if no processor may be used or a pool has no thread
     */
    public List<List<IdSet>> place(Topology topology, IdSet within, List<Integer> pools) {
        IdSet usable = within.and(topology.online());
        if (usable.isEmpty()) {
            throw new IllegalArgumentException(
                    "none of processors '" + within + "' is online; name some of " + topology.online());
        }
        if (pools.stream().anyMatch(threads -> threads < 1)) {
            throw new IllegalArgumentException("pools of " + pools + " threads: each needs at least one");
        }
        List<AffinityGroup> cpus = AffinityGroup.cpus(topology, usable);
        List<List<IdSet>> placed = new ArrayList<>();
        for (int pool = 0; pool < pools.size(); pool++) {
            List<IdSet> threads = new ArrayList<>();
            for (int thread = 0; thread < pools.get(pool); thread++) {
                threads.add(
                        switch (this) {
                            case DEFAULT -> usable;
                            case PER_CPU -> cpus.get(pool % cpus.size()).processors();
                            case PER_CORE -> core(cpus, pool, taken(pools, pool, cpus.size()) + thread);
                            case INTERLEAVED -> core(cpus, pool + thread, row(pools, pool, cpus.size()) + thread);
                        });
            }
            placed.add(List.copyOf(threads));
        }
        return List.copyOf(placed);
    }

    private static IdSet core(List<AffinityGroup> cpus, int cpu, int core) {
        List<IdSet> cores = cpus.get(cpu % cpus.size()).cores();
        return cores.get(core % cores.size());
    }

    /** Returns the number of cores that earlier pools took on the same CPU. */
    private static int taken(List<Integer> pools, int pool, int cpus) {
        int taken = 0;
        for (int earlier = pool % cpus; earlier < pool; earlier += cpus) {
            taken += pools.get(earlier);
        }
        return taken;
    }

    /**
     * Returns the first core of a pool's row. Rows of as many pools as there are CPUs begin at the same core; the next
     * row begins above the longest of them.
     */
    private static int row(List<Integer> pools, int pool, int cpus) {
        int base = 0;
        for (int first = 0; first + cpus <= pool; first += cpus) {
            base += pools.subList(first, first + cpus).stream()
                    .mapToInt(Integer::intValue)
                    .max()
                    .orElse(0);
        }
        return base;
    }
}
