package io.soabench.engine.runtime.kernel;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The values of all {@link Counter}s since the start of the engine.
 *
 * <p>Thread-safe. Counting takes no lock and allocates nothing. Values that are read together are no snapshot.
 */
public final class Counters {
    private final Map<Counter, LongAdder> values = new EnumMap<>(Counter.class);
    private final List<Counters> parts;

    /** Creates counters that are zero. */
    public Counters() {
        this(List.of());
    }

    /**
     * Creates counters whose values include those of other counters.
     *
     * @param parts the other counters; their later counts are included, too
     */
    public Counters(List<Counters> parts) {
        this.parts = List.copyOf(parts);
        for (Counter counter : Counter.values()) {
            values.put(counter, new LongAdder());
        }
    }

    /** Adds one to a counter. */
    public void count(Counter counter) {
        values.get(counter).increment();
    }

    /** Returns the present value of a counter. */
    public long value(Counter counter) {
        long sum = values.get(counter).sum();
        for (Counters part : parts) {
            sum += part.value(counter);
        }
        return sum;
    }
}
