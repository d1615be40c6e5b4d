package io.soabench.engine.overseer.thread;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.IdSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A factory of threads that bind themselves before their first step. Thread n runs on the n-th set of processors; after
 * the last set comes the first one again. The thread that makes a pool does not matter, although new threads inherit
 * its mask. A thread that cannot be bound runs all the same, and {@link #threads} gives the reason.
 *
 * <p>Thread-safe.
 *
 * <p>Source: P13 §4.5.2, where an agent of the JVM "intercepts events such as thread creation and termination to dynamically
 * configure core affinity masks and NUMA node bindings".
 */
public final class BoundThreads implements ThreadFactory {

    /**
     * A thread that runs.
     *
     * @param name its name in Java
     * @param tid the kernel's number
     * @param processors its mask, as read back from the kernel; empty if it cannot be read
     * @param memory its memory policy, as read back from the kernel; absent without a planned policy, or if it could
     *     not be set
     * @param failure reason why the thread is not bound as planned; absent if it is
     */
    public record Bound(
            String name, int tid, IdSet processors, Optional<MemoryPolicy> memory, Optional<Availability> failure) {}

    private final String role;
    private final List<IdSet> processors;
    private final Optional<MemoryPolicy> memory;
    private final AtomicInteger made = new AtomicInteger();
    private final Map<Thread, Bound> running = new ConcurrentHashMap<>();

    /**
     * Makes a factory of threads named {@code role-n@cpu…}.
     *
     * @param processors for each thread in turn; not empty
     * @param memory for all of them; absent if memory is left as it is
     */
    public BoundThreads(String role, List<IdSet> processors, Optional<MemoryPolicy> memory) {
        if (processors.isEmpty()) {
            throw new IllegalArgumentException("threads '" + role + "' need at least one set of processors");
        }
        this.role = role;
        this.processors = List.copyOf(processors);
        this.memory = memory;
    }

    @Override
    public Thread newThread(Runnable task) {
        int number = made.getAndIncrement();
        IdSet wished = processors.get(number % processors.size());
        return new Thread(
                () -> {
                    Thread self = Thread.currentThread();
                    running.put(self, bind(self.getName(), wished));
                    try {
                        task.run();
                    } finally {
                        running.remove(self);
                    }
                },
                role + "-" + number + "@cpu" + wished);
    }

    private Bound bind(String name, IdSet wished) {
        int tid = -1;
        IdSet got = IdSet.none();
        try {
            tid = Affinity.threadId();
            got = Affinity.get();
            Affinity.set(wished);
            got = Affinity.get();
            memory.ifPresent(NumaMemory::set);
            Optional<MemoryPolicy> policy = memory.isPresent() ? Optional.of(NumaMemory.policy()) : Optional.empty();
            return new Bound(name, tid, got, policy, Optional.empty());
        } catch (NotAvailableException e) {
            return new Bound(name, tid, got, Optional.empty(), Optional.of(e.availability()));
        }
    }

    /** Returns the threads that run their tasks now, by the kernel's numbers. */
    public List<Bound> threads() {
        return running.values().stream()
                .sorted(Comparator.comparingInt(Bound::tid))
                .toList();
    }
}
