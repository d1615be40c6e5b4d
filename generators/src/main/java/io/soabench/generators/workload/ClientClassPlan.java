package io.soabench.generators.workload;

import io.soabench.distribution.Distribution;
import java.util.List;

/**
 * Clients that behave alike (B10 §3.3).
 *
 * @param name of the class, empty when the workload has only one
 * @param clients simulated clients of a closed workload; ignored for an open one
 * @param pause think time (closed) or time between two arrivals (open), seconds
 * @param chunks what is sent, at least one
 */
public record ClientClassPlan(String name, int clients, Distribution pause, List<WeightedChunk> chunks) {

    /**
     * A chunk of the class's pool.
     *
     * @param index in the list of all chunks of the workload
     * @param weight relative frequency, greater than zero
     */
    public record WeightedChunk(int index, double weight) {}

    public ClientClassPlan {
        chunks = List.copyOf(chunks);
    }
}
