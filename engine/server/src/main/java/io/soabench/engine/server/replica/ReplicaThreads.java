package io.soabench.engine.server.replica;

import io.netty.util.concurrent.FastThreadLocalThread;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.thread.MemoryPolicy;
import io.soabench.engine.overseer.thread.NumaMemory;
import io.soabench.engine.overseer.topology.IdSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one replica. A thread binds itself as its first step, so it does not keep the mask and memory policy
 * of the thread that makes it. A thread that cannot be bound runs all the same, and {@link #threads} gives the reason.
 * Thread-safe.
 *
 * <p>Source: P13 §4.5.2, "Affinity and Scheduling"; the library's own {@code BoundThreads} makes threads that are slower in Netty's thread-local data.
 */
public final class ReplicaThreads implements Placement {
    private static final Path SELF = Path.of("/proc/thread-self");

    /**
     * A thread that runs.
     *
     * @param name its name in Java
     * @param tid the kernel's number; -1 where there is no {@code /proc}
     * @param processors the processors it may run on, as the kernel has just reported; empty if unknown
     * @param failure why it is not bound as planned; absent if it is
     */
    public record Running(String name, int tid, IdSet processors, Optional<String> failure) {}

    private record Started(String name, int tid, IdSet wished, Optional<String> failure) {}

    private final ReplicaPlan plan;
    private final Map<Thread, Started> running = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> made = new ConcurrentHashMap<>();

    /** The threads of a replica. */
    public ReplicaThreads(ReplicaPlan plan) {
        this.plan = plan;
    }

    @Override
    public ThreadFactory threads(String role) {
        AtomicInteger count = made.computeIfAbsent(role, key -> new AtomicInteger());
        return task -> {
            int number = count.getAndIncrement();
            IdSet wished = plan.processors(role, number);
            String name = plan.prefix() + role + "-" + (number + 1) + (wished.isEmpty() ? "" : "@cpu" + wished);
            Thread thread = new FastThreadLocalThread(
                    () -> {
                        Thread self = Thread.currentThread();
                        running.put(self, start(name, wished));
                        try {
                            task.run();
                        } finally {
                            running.remove(self);
                        }
                    },
                    name);
            thread.setDaemon(true);
            return thread;
        };
    }

    private Started start(String name, IdSet wished) {
        Optional<String> failure = Optional.empty();
        try {
            if (!wished.isEmpty()) {
                Affinity.set(wished);
            }
            if (!plan.nodes().isEmpty()) {
                NumaMemory.set(MemoryPolicy.bind(plan.nodes()));
            }
        } catch (NotAvailableException e) {
            failure = Optional.of(e.getMessage());
        }
        return new Started(name, tid(), wished, failure);
    }

    /** Returns the calling thread's number, without a system call, since most engines bind no thread. */
    private static int tid() {
        try {
            return Integer.parseInt(Files.readSymbolicLink(SELF).getFileName().toString());
        } catch (IOException | UnsupportedOperationException e) {
            return -1;
        }
    }

    /**
     * Returns the running threads by their numbers, each with the processors that the kernel reports at this moment.
     */
    public List<Running> threads() {
        List<Running> all = new ArrayList<>();
        for (Started started : running.values()) {
            all.add(readBack(started));
        }
        all.sort(Comparator.comparingInt(Running::tid));
        return List.copyOf(all);
    }

    /** Returns the running threads: Java's number of each, and its name. */
    public Map<Long, String> alive() {
        Map<Long, String> names = new TreeMap<>();
        running.forEach((thread, started) -> names.put(thread.getId(), started.name()));
        return names;
    }

    /** Returns the reasons why threads are not bound as planned, one sentence each, found when they started. */
    public List<String> problems() {
        return running.values().stream()
                .filter(thread -> thread.failure().isPresent())
                .map(thread ->
                        "Thread " + thread.name() + " is not bound to " + ReplicaTexts.processors(thread.wished())
                                + ": " + thread.failure().get() + ". It runs where it may.")
                .sorted()
                .toList();
    }

    private static Running readBack(Started started) {
        try {
            IdSet now = Affinity.get(started.tid());
            Optional<String> failure = started.failure();
            if (failure.isEmpty() && !started.wished().isEmpty() && !now.equals(started.wished())) {
                failure = Optional.of("it was bound to processors " + started.wished() + ", and is on " + now
                        + ": somebody has moved it");
            }
            return new Running(started.name(), started.tid(), now, failure);
        } catch (NotAvailableException e) {
            return new Running(
                    started.name(),
                    started.tid(),
                    IdSet.none(),
                    Optional.of(started.failure().orElse(e.getMessage())));
        }
    }
}
