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
 * The threads of one replica. A thread binds itself as its first step, so that it does not keep the binding of the
 * thread that makes it. A thread that cannot be bound runs nevertheless, and {@link #threads} returns the reason.
 * Thread-safe.
 *
 * <p>Source: P13, section 4.5.2, "Affinity and Scheduling". The library's own {@code BoundThreads} is not used here,
 * since its threads are slower in Netty's thread-local data.
 */
public final class ReplicaThreads implements Placement {
    private static final Path SELF = Path.of("/proc/thread-self");

    /**
     * A running thread. Immutable.
     *
     * @param name its name in Java
     * @param tid its number in the operating system; -1 where there is no {@code /proc}
     * @param processors the processors it may run on, as the operating system has just reported; empty if unknown
     * @param failure the reason why it is not bound as planned; absent if it is bound
     */
    public record Running(String name, int tid, IdSet processors, Optional<String> failure) {}

    private record Started(String name, int tid, IdSet wished, Optional<String> failure) {}

    private final ReplicaPlan plan;
    private final Map<Thread, Started> running = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> made = new ConcurrentHashMap<>();

    /** Makes the threads of a replica; none runs yet. */
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

    /** Returns the number of the calling thread, without a system call, since most engines bind no thread. */
    private static int tid() {
        try {
            return Integer.parseInt(Files.readSymbolicLink(SELF).getFileName().toString());
        } catch (IOException | UnsupportedOperationException e) {
            return -1;
        }
    }

    /**
     * Returns the running threads by their numbers, each with the processors that the operating system reports at this
     * moment.
     */
    public List<Running> threads() {
        List<Running> all = new ArrayList<>();
        for (Started started : running.values()) {
            all.add(readBack(started));
        }
        all.sort(Comparator.comparingInt(Running::tid));
        return List.copyOf(all);
    }

    /** Returns the names of the running threads, by Java's number of each. */
    public Map<Long, String> alive() {
        Map<Long, String> names = new TreeMap<>();
        running.forEach((thread, started) -> names.put(thread.getId(), started.name()));
        return names;
    }

    /** Returns the reasons why threads are not bound as planned, one sentence each. */
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
