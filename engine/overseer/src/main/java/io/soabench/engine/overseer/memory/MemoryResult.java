package io.soabench.engine.overseer.memory;

import io.soabench.engine.overseer.counter.CounterReading;
import java.util.List;

/**
 * The cost of walks of one pattern, with the memory of one node.
 *
 * @param seconds of each walk, in their order, at least one
 * @param readings of all walks together, of the thread that made them
 */
public record MemoryResult(AccessPattern pattern, List<Double> seconds, List<CounterReading> readings) {

    public MemoryResult {
        seconds = List.copyOf(seconds);
        readings = List.copyOf(readings);
    }

    /** Returns the walk in the middle; of an even number the mean of both. */
    public double median() {
        List<Double> sorted = seconds.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
