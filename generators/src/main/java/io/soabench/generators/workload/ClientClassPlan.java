package io.soabench.generators.workload;

import io.soabench.distribution.Distribution;
import java.util.List;
import java.util.Optional;

/**
 * Clients that behave alike (B10 §3.3).
 *
 * @param name of the class, empty when the workload has only one
 * @param clients simulated clients of a closed workload, the most that are there at once; ignored for an open one
 * @param pause think time (closed) or time between two arrivals (open), seconds; where the rate has a shape, the
 *     distances of arrivals whose mean is 1, before the shape stretches them
 * @param shape change over time of the rate of an open workload, or of the number of clients of a closed one; empty
 *     where it is constant
 * @param chunks the chunks that are sent, at least one
 * @param pools records of users that fill some of the chunks
 */
public record ClientClassPlan(
        String name,
        int clients,
        Distribution pause,
        Optional<LoadShape> shape,
        List<WeightedChunk> chunks,
        List<RowPool> pools) {

    /** Creates clients whose load does not change over time. */
    public ClientClassPlan(String name, int clients, Distribution pause, List<WeightedChunk> chunks) {
        this(name, clients, pause, Optional.empty(), chunks, List.of());
    }

    /** Returns the arrivals of an open workload to be expected in warm-up and measurement, seconds. */
    double arrivals(double warmUp, double measure) {
        return shape.map(of -> of.warmUpRate(measure) * warmUp + of.expected(measure))
                .orElse((warmUp + measure) / pause.mean());
    }

    /** Returns the mean arrivals per second of an open workload in a measurement of a length in seconds. */
    double rate(double measure) {
        return shape.map(of -> of.expected(measure) / measure).orElse(1 / pause.mean());
    }

    /**
     * Returns the total presence of the clients of a closed workload in warm-up and measurement, in seconds: the sum
     * over all clients.
     */
    double presence(double warmUp, double measure) {
        return shape.map(of -> ClientPresence.warmUpClients(of, measure) * warmUp + of.expected(measure))
                .orElse(clients * (warmUp + measure));
    }

    /** Returns the highest rate of an open workload. */
    double greatestRate() {
        return shape.map(LoadShape::greatestRate).orElse(1 / pause.mean());
    }

    /**
     * A chunk of the class's pool.
     *
     * @param index in the list of all chunks of the workload
     * @param weight relative frequency, greater than zero
     */
    public record WeightedChunk(int index, double weight) {}

    public ClientClassPlan {
        chunks = List.copyOf(chunks);
        pools = List.copyOf(pools);
    }
}
