package io.soabench.engine.runtime.kernel;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The values of all {@link Counter}s. Thread-safe; counting neither locks nor allocates; sums are not a snapshot. */
public final class Counters {
    private final Map<Counter, LongAdder> values = new EnumMap<>(Counter.class);
    private final List<Counters> parts;

    /** All zero. */
    public Counters() {
        this(List.of());
    }

    /** What others count, now and later, and what is counted here beside. */
    public Counters(List<Counters> parts) {
        this.parts = List.copyOf(parts);
        for (Counter counter : Counter.values()) {
            values.put(counter, new LongAdder());
        }
    }

    /** Counts one. */
    public void count(Counter counter) {
        values.get(counter).increment();
    }

    /** What was counted so far. */
    public long value(Counter counter) {
        long sum = values.get(counter).sum();
        for (Counters part : parts) {
            sum += part.value(counter);
        }
        return sum;
    }
}
