package io.soabench.engine.server.counters;

import io.soabench.engine.overseer.counter.CounterEvent;
import io.soabench.engine.overseer.counter.CounterReading;
import io.soabench.engine.overseer.counter.CounterSet;
import io.soabench.engine.overseer.counter.CounterTarget;
import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.server.replica.ReplicaThreads;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The performance counters of all threads of the stages, summed by pool. At first no events are chosen, which costs
 * nothing. A thread that starts later is counted from the next reading on. Cost of a reading: a system call for each
 * thread, and its name and number. Thread-safe.
 */
public final class PoolCounters implements AutoCloseable {
    private static final Pattern ROLE = Pattern.compile("(?:replica-[0-9]+-)?([a-z]+)-[0-9].*");

    private final Supplier<List<ReplicaThreads.Running>> threads;
    private final Map<Integer, Counted> counted = new TreeMap<>();
    private PerformanceCounters counters;
    private List<CounterEvent> events = List.of();

    /** The counters of a thread. Without counters, there is a reason. */
    private record Counted(String pool, CounterSet set, String reason) {}

    /** Makes the counters, without events yet. The threads are looked up at each reading. */
    public PoolCounters(Supplier<List<ReplicaThreads.Running>> threads) {
        this.threads = threads;
    }

    /**
     * Counts other events from now on, starting at zero.
     *
     * @param names the names of the overseer, separated by commas; empty for none
     * @throws IllegalArgumentException with a sentence for each unknown name
     */
    public synchronized void choose(String names) {
        if (counters == null) {
            counters = new PerformanceCounters();
        }
        List<CounterEvent> chosen =
                names.isBlank() ? List.of() : counters.catalogue().parseList(names);
        close();
        events = chosen;
        open();
    }

    /** Returns the names of the events that are counted. */
    public synchronized List<String> events() {
        return events.stream().map(CounterEvent::name).toList();
    }

    private void open() {
        if (events.isEmpty()) {
            return;
        }
        for (ReplicaThreads.Running thread : threads.get()) {
            counted.computeIfAbsent(thread.tid(), tid -> open(pool(thread.name()), tid));
        }
    }

    private Counted open(String pool, int tid) {
        if (tid < 0) {
            return new Counted(pool, null, "unsupported: the numbers of threads are not known here");
        }
        try {
            CounterSet set = counters.open(events, CounterTarget.ofThread(tid));
            set.start();
            return new Counted(pool, set, "");
        } catch (NotAvailableException e) {
            return new Counted(pool, null, e.getMessage());
        }
    }

    private static String pool(String thread) {
        Matcher role = ROLE.matcher(thread);
        return role.matches() ? role.group(1) : thread;
    }

    /** Returns the counts since the events were chosen, by pool and event. */
    public synchronized Map<String, Map<String, CounterValue>> byPool() {
        open();
        Map<String, Map<String, CounterValue>> pools = new TreeMap<>();
        counted.values().forEach(thread -> values(thread)
                .forEach((event, value) -> pools.computeIfAbsent(thread.pool(), key -> new LinkedHashMap<>())
                        .merge(event, value, CounterValue::plus)));
        return pools;
    }

    /** Returns the counts since the events were chosen, of all pools together. */
    public Map<String, CounterValue> total() {
        Map<String, CounterValue> total = new LinkedHashMap<>();
        byPool().values()
                .forEach(pool -> pool.forEach((event, value) -> total.merge(event, value, CounterValue::plus)));
        return total;
    }

    private Map<String, CounterValue> values(Counted thread) {
        Map<String, CounterValue> values = new HashMap<>();
        if (thread.set() == null) {
            events.forEach(event -> values.put(event.name(), CounterValue.none(thread.reason())));
            return values;
        }
        try {
            for (CounterReading reading : thread.set().read()) {
                values.put(
                        reading.event().name(),
                        reading.value().isPresent()
                                ? CounterValue.of(reading.value().getAsLong())
                                : CounterValue.none(reading.availability().toString()));
            }
        } catch (NotAvailableException e) {
            events.forEach(event -> values.put(event.name(), CounterValue.none(e.getMessage())));
        }
        return values;
    }

    /** Stops counting. */
    @Override
    public synchronized void close() {
        counted.values().stream().filter(thread -> thread.set() != null).forEach(thread -> thread.set()
                .close());
        counted.clear();
        events = List.of();
    }
}
