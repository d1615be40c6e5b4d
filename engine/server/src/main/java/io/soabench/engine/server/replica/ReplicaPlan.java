package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.topology.IdSet;
import java.util.List;
import java.util.Map;

/**
 * The processors and the number of threads of one replica. Immutable.
 *
 * @param id its number, from 1
 * @param of the number of replicas
 * @param processors the processors that its threads may run on; empty if the operating system decides
 * @param nodes the NUMA nodes whose memory it uses; empty if the operating system decides
 * @param pools the processors of each thread, by role of the pool; a thread with no processors runs on
 *     {@code processors}
 */
public record ReplicaPlan(int id, int of, IdSet processors, IdSet nodes, Map<String, List<IdSet>> pools) {
    /** Copies the map. */
    public ReplicaPlan {
        pools = Map.copyOf(pools);
    }

    /**
     * Returns the number of threads of a role.
     *
     * @throws IllegalArgumentException if there is no such role
     */
    public int threads(String role) {
        List<IdSet> pool = pools.get(role);
        if (pool == null) {
            throw new IllegalArgumentException(
                    "replica " + id + " has no threads '" + role + "', but " + pools.keySet());
        }
        return pool.size();
    }

    /** Returns the processors of a thread; empty if it is not bound. The sets of a pool repeat after the last one. */
    IdSet processors(String role, int number) {
        List<IdSet> pool = pools.getOrDefault(role, List.of());
        IdSet wished = pool.isEmpty() ? IdSet.none() : pool.get(number % pool.size());
        return wished.isEmpty() ? processors : wished;
    }

    /** Returns the prefix of the names of its threads; empty if there is only one replica. */
    String prefix() {
        return of == 1 ? "" : "replica-" + id + "-";
    }
}
