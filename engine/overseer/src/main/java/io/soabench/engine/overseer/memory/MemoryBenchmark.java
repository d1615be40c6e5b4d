package io.soabench.engine.overseer.memory;

import io.soabench.engine.overseer.counter.CounterEvent;
import io.soabench.engine.overseer.counter.CounterSet;
import io.soabench.engine.overseer.counter.CounterTarget;
import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.BoundThreads;
import io.soabench.engine.overseer.thread.MemoryPolicy;
import io.soabench.engine.overseer.thread.NumaMemory;
import io.soabench.engine.overseer.topology.IdSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;

/**
 * A benchmark that walks an array of bytes on one processor, with all its memory on one node. The same code reads,
 * increments and writes back each byte, linearly and at random (P13 §5.1). P13's code is in C, so seconds of both
 * compare only by their ratios.
 *
 * <p>Cost: an array of n bytes takes 5 n bytes outside of the Java heap.
 */
public final class MemoryBenchmark {

    /** A number of places that fits every first cache. */
    private static final int WARM_PLACES = 1 << 12;

    /** A number of walks that is enough for the second compiler. */
    private static final int WARM_WALKS = 5_000;

    /** The number of pages whose node is checked. */
    private static final int ASKED = 16;

    private final int places;
    private final int runs;
    private final PerformanceCounters counters;
    private final List<CounterEvent> events;
    private final LongSupplier nanoClock;

    /**
     * Makes a benchmark.
     *
     * @param places bytes of the array, 3 to 2^30
     * @param runs walks of each pattern, at least 1
     * @param events the events to count during the walks
     */
    public MemoryBenchmark(
            int places, int runs, PerformanceCounters counters, List<CounterEvent> events, LongSupplier nanoClock) {
        this.places = places;
        this.runs = runs;
        this.counters = counters;
        this.events = List.copyOf(events);
        this.nanoClock = nanoClock;
    }

    /** Returns the bytes that an array of so many takes with its path. */
    public static long bytes(long places) {
        return places + AccessPath.bytes(places);
    }

    /**
     * Measures both patterns.
     *
     * @param processors on which they are run, usually one
     * @param node whose memory is taken; absent: any
     * @throws NotAvailableException if processor or memory is unavailable
     * @throws IllegalArgumentException with a sentence, if there is not enough memory
     */
    public List<MemoryResult> measure(IdSet processors, OptionalInt node) throws InterruptedException {
        Optional<MemoryPolicy> memory =
                node.isPresent() ? Optional.of(MemoryPolicy.bind(IdSet.of(node.getAsInt()))) : Optional.empty();
        BoundThreads threads = new BoundThreads("memory", List.of(processors), memory);
        FutureTask<List<MemoryResult>> task = new FutureTask<>(() -> {
            Optional<Availability> failure = threads.threads().get(0).failure();
            if (failure.isPresent()) {
                throw new NotAvailableException(failure.get());
            }
            return walks(node);
        });
        threads.newThread(task).start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NotAvailableException refused) {
                throw refused;
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                throw new IllegalArgumentException(
                        "an array of " + places + " bytes takes " + bytes(places)
                                + " with its path, more than this Java virtual machine may have outside of its heap; give java -XX:MaxDirectMemorySize="
                                + (bytes(places) >> 20) * 5 / 4 + "m, or take a smaller one",
                        e);
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private List<MemoryResult> walks(OptionalInt node) {
        AccessPath small = new AccessPath(WARM_PLACES);
        ByteBuffer few = ByteBuffer.allocateDirect(WARM_PLACES);
        for (int i = 0; i < WARM_WALKS; i++) {
            small.walk(few);
        }
        ByteBuffer array = ByteBuffer.allocateDirect(places);
        AccessPath path = new AccessPath(places);
        node.ifPresent(wished -> check(array, wished));
        List<MemoryResult> results = new ArrayList<>();
        for (AccessPattern pattern : AccessPattern.values()) {
            path.follow(pattern);
            results.add(result(pattern, path, array));
        }
        for (int i = 0; i < places; i++) {
            if (array.get(i) != (byte) (runs * results.size())) {
                throw new IllegalStateException(
                        "byte " + i + " is " + array.get(i) + " after " + runs * results.size() + " walks");
            }
        }
        return results;
    }

    private MemoryResult result(AccessPattern pattern, AccessPath path, ByteBuffer array) {
        List<Double> seconds = new ArrayList<>();
        try (CounterSet set = counters.open(events, CounterTarget.ofThisThread())) {
            for (int run = 0; run < runs; run++) {
                set.start();
                long start = nanoClock.getAsLong();
                path.walk(array);
                seconds.add((nanoClock.getAsLong() - start) / 1e9);
                set.stop();
            }
            return new MemoryResult(pattern, seconds, set.read());
        }
    }

    /** Checks the node of the memory. The kernel does not always follow the wish of a policy. */
    private static void check(ByteBuffer array, int wished) {
        for (int i = 0; i < ASKED; i++) {
            int node = NumaMemory.nodeOf(array, (int) ((long) array.capacity() * i / ASKED));
            if (node != wished) {
                throw new NotAvailableException(
                        Availability.denied("memory was wished of node " + wished + ", and is of node " + node));
            }
        }
    }
}
