package io.soabench.engine.runtime.kernel;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The values of all {@link Counter}s. Thread-safe; counting neither locks nor allocates; sums are not a snapshot. */
public final class Counters {
    private final Map<Counter, LongAdder> values = new EnumMap<>(Counter.class);

    /** All zero. */
    public Counters() {
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
        return values.get(counter).sum();
    }
}
