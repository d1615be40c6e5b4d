package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.batch.Usage;
import io.soabench.engine.server.counters.PoolCounters;
import io.soabench.engine.server.monitor.Sample;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaThreads;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The source of the values that monitors see: memory, collectors, processor time of the process and of each worker,
 * queues and their completed work, counters of each pool. Thread-safe. A reading costs some system calls for each
 * thread and does not interrupt the threads. Source: F12, section III-A.
 */
final class LiveSamples implements Supplier<List<Sample>> {
    private static final String BYTES = "bytes";
    private static final String COUNT = "count";
    private static final String NS = "ns";
    private static final String UNSUPPORTED = "unsupported: the virtual machine does not tell";

    private final List<Replica> replicas;
    private final Map<ReplicaPlan, ReplicaThreads> placed;
    private final PoolCounters performance;

    /** Makes the source for running replicas. */
    LiveSamples(List<Replica> replicas, Map<ReplicaPlan, ReplicaThreads> placed, PoolCounters performance) {
        this.replicas = replicas;
        this.placed = placed;
        this.performance = performance;
    }

    @Override
    public List<Sample> get() {
        List<Sample> samples = new ArrayList<>();
        int all = replicas.size() == 1 ? placed.keySet().iterator().next().id() : 0;
        memory(all, samples);
        processor(all, samples);
        int number = 0;
        for (Map.Entry<ReplicaPlan, ReplicaThreads> one : placed.entrySet()) {
            stages(one.getKey().id(), replicas.get(number++), samples);
            threads(one.getKey().id(), one.getValue(), samples);
        }
        performance
                .byPool()
                .forEach((pool, values) -> values.forEach((event, value) -> samples.add(
                        value.value().isPresent()
                                ? Sample.of(
                                        all,
                                        "pool:" + pool,
                                        event,
                                        COUNT,
                                        value.value().getAsLong())
                                : Sample.none(all, "pool:" + pool, event, COUNT, value.reason()))));
        return List.copyOf(samples);
    }

    private static void memory(int replica, List<Sample> samples) {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        MemoryUsage other = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
        samples.add(Sample.of(replica, "memory", "heap-used", BYTES, heap.getUsed()));
        samples.add(Sample.of(replica, "memory", "heap-committed", BYTES, heap.getCommitted()));
        samples.add(Sample.of(replica, "memory", "non-heap-used", BYTES, other.getUsed()));
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            String subject = "gc:" + collector.getName();
            addIfKnown(replica, subject, "collections", COUNT, collector.getCollectionCount(), samples);
            addIfKnown(replica, subject, "time", "ms", collector.getCollectionTime(), samples);
        }
    }

    private static void addIfKnown(
            int replica, String subject, String measure, String unit, long value, List<Sample> samples) {
        samples.add(
                value < 0
                        ? Sample.none(replica, subject, measure, unit, UNSUPPORTED)
                        : Sample.of(replica, subject, measure, unit, value));
    }

    private static void processor(int replica, List<Sample> samples) {
        addIfKnown(replica, "process", "cpu-time", NS, Usage.now().cpuNs(), samples);
    }

    private static void stages(int id, Replica replica, List<Sample> samples) {
        stage(
                id,
                "request",
                replica.clients().waiting(),
                done(replica, Counter.REQUESTS_ANSWERED, Counter.REQUESTS_REFUSED, Counter.REQUESTS_REJECTED),
                samples);
        stage(
                id,
                "kernel",
                replica.queued(),
                done(replica, Counter.INSTANCES_COMPLETED, Counter.INSTANCES_FAULTED),
                samples);
        stage(
                id,
                "invoker",
                replica.invoker().waiting(),
                done(replica, Counter.CALLS_ANSWERED, Counter.CALLS_FAILED),
                samples);
        samples.add(
                Sample.of(id, "stage:kernel", "running", COUNT, replica.kernel().running()));
    }

    private static long done(Replica replica, Counter... counters) {
        long sum = 0;
        for (Counter counter : counters) {
            sum += replica.counters().value(counter);
        }
        return sum;
    }

    private static void stage(int id, String name, long queued, long done, List<Sample> samples) {
        samples.add(Sample.of(id, "stage:" + name, "queued", COUNT, queued));
        samples.add(Sample.of(id, "stage:" + name, "done", COUNT, done));
    }

    private static void threads(int id, ReplicaThreads threads, List<Sample> samples) {
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        threads.alive().forEach((thread, name) -> {
            String subject = "thread:" + name;
            long all = times.isThreadCpuTimeSupported() ? times.getThreadCpuTime(thread) : -1;
            long user = times.isThreadCpuTimeSupported() ? times.getThreadUserTime(thread) : -1;
            addIfKnown(id, subject, "user-time", NS, user, samples);
            // User time is counted in ticks, the total exactly, so a short user time may seem to exceed the total.
            addIfKnown(id, subject, "system-time", NS, all < 0 || user < 0 ? -1 : Math.max(0, all - user), samples);
        });
    }
}
