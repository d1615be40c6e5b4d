package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EndedInstances;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.server.admin.EngineState;
import io.soabench.engine.server.admin.PoolState;
import io.soabench.engine.server.counters.PoolCounters;
import io.soabench.engine.server.durable.DurableState;
import io.soabench.engine.server.durable.FolderStorage;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.monitor.Sample;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaState;
import io.soabench.engine.server.replica.ReplicaThreads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The state of all replicas of this process for the admin interface. Thread-safe. */
final class LiveState implements EngineState {
    private final EngineConfiguration configuration;
    private final List<Replica> replicas;
    private final Map<ReplicaPlan, ReplicaThreads> placed;
    private final Counters counters;
    private final PoolCounters performance;
    private final HeldMemory memory;
    private final DurableState durable;
    private final FolderStorage storage;
    private final Supplier<List<Sample>> samples;
    private final LongSupplier uptimeMs;
    private final BooleanSupplier stopping;
    private final Runnable stop;

    /**
     * Makes the state of running replicas.
     *
     * @param placed the threads of each replica, by the plan of its place
     * @param performance the performance counters of the pools
     * @param memory the memory that connections hold
     * @param durable the folder of a durable engine; null for another engine
     * @param samples returns the samples of the monitors
     * @param uptimeMs returns the milliseconds since the engine was ready
     * @param stop asks the engine to stop
     */
    LiveState(
            EngineConfiguration configuration,
            List<Replica> replicas,
            Map<ReplicaPlan, ReplicaThreads> placed,
            Counters counters,
            PoolCounters performance,
            HeldMemory memory,
            DurableState durable,
            Supplier<List<Sample>> samples,
            LongSupplier uptimeMs,
            BooleanSupplier stopping,
            Runnable stop) {
        this.configuration = configuration;
        this.replicas = replicas;
        this.placed = placed;
        this.counters = counters;
        this.performance = performance;
        this.memory = memory;
        this.durable = durable;
        this.storage = durable == null ? null : FolderStorage.of(configuration.durable());
        this.samples = samples;
        this.uptimeMs = uptimeMs;
        this.stopping = stopping;
        this.stop = stop;
    }

    @Override
    public Counters counters() {
        return counters;
    }

    @Override
    public Map<String, Long> gauges() {
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("instancesRunning", sum(replica -> replica.kernel().running()));
        gauges.put("kernelBytes", sum(replica -> replica.kernel().heldBytes()));
        gauges.put("kernelQueue", sum(Replica::queued));
        gauges.put("invokerQueue", sum(replica -> replica.invoker().waiting()));
        gauges.put("admissionQueue", sum(replica -> replica.clients().waiting()));
        gauges.put("clientConnections", sum(replica -> replica.clients().open()));
        gauges.put("connectionBytes", memory.bytes());
        // Under this policy, the threads that read requests also call partners.
        boolean affine = configuration.policy() == SchedulingPolicy.AFFINE;
        gauges.put("httpThreads", sum(replica -> replica.configuration().httpThreads()));
        gauges.put("kernelThreads", sum(replica -> replica.scheduler().threads()));
        gauges.put(
                "invokerThreads",
                affine ? 0L : sum(replica -> replica.configuration().invokerThreads()));
        if (durable != null) {
            gauges.putAll(durable.gauges());
        }
        return gauges;
    }

    @Override
    public Map<String, String> settings() {
        return storage == null ? Map.of() : Map.of("durableStorage", storage.text());
    }

    @Override
    public long uptimeMs() {
        return uptimeMs.getAsLong();
    }

    @Override
    public boolean isStopping() {
        return stopping.getAsBoolean();
    }

    private long sum(ToLongFunction<Replica> value) {
        return replicas.stream().mapToLong(value).sum();
    }

    @Override
    public CompletableFuture<List<RunningInstance>> instances(int most) {
        return ofAll(replica -> replica.kernel().instances(most), List.of(), (some, more) -> Stream.concat(
                        some.stream(), more.stream())
                .toList());
    }

    @Override
    public List<EndedInstances> histories() {
        return replicas.stream()
                .map(replica -> replica.kernel().endedInstances())
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public EngineClock clock() {
        return replicas.get(0).kernel().clock();
    }

    @Override
    public CompletableFuture<RunningInstance> instance(long id) {
        return ofAll(replica -> replica.kernel().instance(id), null, (some, other) -> some == null ? other : some);
    }

    @Override
    public PoolCounters performance() {
        return performance;
    }

    @Override
    public List<PoolState> pools() {
        return Pools.of(configuration.policy(), replicas);
    }

    @Override
    public void resize(int threads) {
        Pools.resize(replicas, threads);
    }

    @Override
    public int smallestPool() {
        return Math.max(1, replicas.size());
    }

    @Override
    public CompletableFuture<Boolean> endInstance(long id) {
        return ofAll(replica -> replica.kernel().endInstance(id), false, Boolean::logicalOr);
    }

    @Override
    public CompletableFuture<Integer> endInstances(String deployment) {
        return ofAll(replica -> replica.kernel().endInstances(deployment), 0, Integer::sum);
    }

    /**
     * Asks all replicas, and combines their answers in the order of the replicas.
     *
     * @param ask asks one replica
     * @param none the answer of no replica
     * @param combine combines two answers
     */
    private <T> CompletableFuture<T> ofAll(
            Function<Replica, CompletableFuture<T>> ask, T none, BinaryOperator<T> combine) {
        CompletableFuture<T> all = CompletableFuture.completedFuture(none);
        for (Replica replica : replicas) {
            all = all.thenCombine(ask.apply(replica), combine);
        }
        return all;
    }

    @Override
    public List<ReplicaState> replicas() {
        return placed.entrySet().stream()
                .map(one -> ReplicaState.of(one.getKey(), one.getValue()))
                .toList();
    }

    @Override
    public List<Sample> samples() {
        return samples.get();
    }

    @Override
    public void requestShutdown() {
        stop.run();
    }
}
