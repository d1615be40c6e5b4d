package io.soabench.engine.server.admin;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EndedInstances;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.server.counters.PoolCounters;
import io.soabench.engine.server.monitor.Sample;
import io.soabench.engine.server.replica.ReplicaState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The state of an engine for its admin interface. Thread-safe. */
public interface EngineState {
    /** Returns the counters of the engine. */
    Counters counters();

    /** Returns the current numbers by key: running instances, lengths of queues, threads of the stages. */
    Map<String, Long> gauges();

    /** Returns the milliseconds since the engine was ready. */
    long uptimeMs();

    /** Returns whether the engine takes no new clients any more, because it stops. */
    default boolean isStopping() {
        return false;
    }

    /** Returns facts about the engine that are no numbers, by key. */
    default Map<String, String> settings() {
        return Map.of();
    }

    /**
     * Returns the running instances; complete when every worker has reported its own.
     *
     * @param most the largest number from each worker
     */
    CompletableFuture<List<RunningInstance>> instances(int most);

    /** Returns the histories of ended instances, one of each replica; none when none are kept. */
    List<EndedInstances> histories();

    /** Returns the clock of the engine. */
    EngineClock clock();

    /** Returns one running instance; null if no instance has that number. */
    CompletableFuture<RunningInstance> instance(long id);

    /** Returns the pools of threads that exist under this policy. */
    List<PoolState> pools();

    /**
     * Changes the size of the kernel's pool, if that is not fixed. The size counts all replicas together, and is at
     * least {@link #smallestPool}.
     */
    void resize(int threads);

    /** Returns the smallest possible pool: one thread for each replica. */
    int smallestPool();

    /** Returns the performance counters of the pools. */
    PoolCounters performance();

    /** Ends an instance at once, without handlers; returns whether there was one of that number. */
    CompletableFuture<Boolean> endInstance(long id);

    /** Ends all instances of the deployments of a name at once, without handlers; returns their number. */
    CompletableFuture<Integer> endInstances(String deployment);

    /** Returns the places of the replicas at this moment. */
    List<ReplicaState> replicas();

    /** Returns the samples of the monitors at this moment. */
    List<Sample> samples();

    /** Asks the engine to stop; returns at once. */
    void requestShutdown();
}
