package io.soabench.engine.server;

import io.soabench.engine.runtime.scheduling.PipelineScheduler;
import io.soabench.engine.server.admin.PoolState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The pools of threads of an engine, each summed over all replicas. No state. */
final class Pools {
    private Pools() {}

    /** Returns the pools that exist under a policy. */
    static List<PoolState> of(SchedulingPolicy policy, List<Replica> replicas) {
        List<PoolState> pools = new ArrayList<>();
        pools.add(new PoolState(
                EngineConfiguration.HTTP,
                (int) sum(replicas, replica -> replica.configuration().httpThreads()),
                sum(replicas, replica -> replica.clients().waiting()),
                "Client connections stay on the event loop that has accepted them, so the number of event loops is"
                        + " fixed; start the engine with another --http-threads."));
        if (policy == SchedulingPolicy.AFFINE) {
            return List.copyOf(pools);
        }
        pools.add(new PoolState(
                EngineConfiguration.KERNEL,
                (int) sum(replicas, replica -> replica.scheduler().threads()),
                sum(replicas, Replica::queued),
                policy == SchedulingPolicy.PIPELINE
                        ? ""
                        : "Under policy '" + policy.name().toLowerCase(java.util.Locale.ROOT)
                                + "' the number of the kernel's threads is fixed; use --policy pipeline to change it"
                                + " while the engine runs."));
        pools.add(new PoolState(
                EngineConfiguration.INVOKER,
                (int) sum(replicas, replica -> replica.configuration().invokerThreads()),
                sum(replicas, replica -> replica.invoker().waiting()),
                "Connections to partners stay on the event loop that has opened them, so the number of event loops is"
                        + " fixed; start the engine with another --invoker-threads."));
        return List.copyOf(pools);
    }

    private static long sum(List<Replica> replicas, ToLongFunction<Replica> value) {
        return replicas.stream().mapToLong(value).sum();
    }

    /**
     * Spreads threads over the kernels of all replicas as evenly as possible. Only the policy
     * {@link SchedulingPolicy#PIPELINE} has kernels whose size can change.
     *
     * @param threads the number for all replicas together
     */
    static void resize(List<Replica> replicas, int threads) {
        for (int i = 0; i < replicas.size(); i++) {
            int share = threads / replicas.size() + (i < threads % replicas.size() ? 1 : 0);
            if (replicas.get(i).scheduler() instanceof PipelineScheduler pipeline) {
                pipeline.resize(share);
            }
        }
    }
}
