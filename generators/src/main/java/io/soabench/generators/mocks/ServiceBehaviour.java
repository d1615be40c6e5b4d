package io.soabench.generators.mocks;

import io.soabench.distribution.Distribution;
import io.soabench.model.Bursts;
import io.soabench.model.FailureShare;
import io.soabench.model.testbed.FailureKind;
import java.util.List;
import java.util.Optional;

/**
 * The quality of each instance of a service.
 *
 * @param responseTime seconds
 * @param perConcurrentUs microseconds that each other request on which the instance works adds
 * @param capacity requests on which it works at a time; 0: any number
 * @param reliability share of requests that succeed, of which each instance draws its own, from 0 to 1; with bursts
 *     their states have it
 * @param bursts two states of reliability that take turns; empty: it does not change
 * @param failures kinds of failures, with shares that add up to 1
 * @param throughput limit of accepted requests, 1/s; empty: none
 */
public record ServiceBehaviour(
        Distribution responseTime,
        long perConcurrentUs,
        int capacity,
        Distribution reliability,
        Optional<Bursts> bursts,
        List<FailureShare> failures,
        Optional<Distribution> throughput) {

    /** Returns a service that takes a time, fails with a SOAP fault, and is the same however much it has to do. */
    public static ServiceBehaviour of(Distribution responseTime, double reliability) {
        return new ServiceBehaviour(
                responseTime,
                0,
                0,
                Distribution.constant(reliability),
                Optional.empty(),
                List.of(new FailureShare(FailureKind.FAULT, 0, 1)),
                Optional.empty());
    }

    /** Returns a copy with a limit of accepted requests, 1/s. */
    public ServiceBehaviour withThroughput(Distribution limit) {
        return new ServiceBehaviour(
                responseTime, perConcurrentUs, capacity, reliability, bursts, failures, Optional.of(limit));
    }

    /** Returns a copy whose instances draw their reliability. */
    public ServiceBehaviour withReliability(Distribution shares) {
        return new ServiceBehaviour(responseTime, perConcurrentUs, capacity, shares, bursts, failures, throughput);
    }

    /** Returns a copy with failures that come in bursts. */
    public ServiceBehaviour withBursts(Bursts states) {
        return new ServiceBehaviour(
                responseTime, perConcurrentUs, capacity, reliability, Optional.of(states), failures, throughput);
    }

    /** Returns a copy with other kinds of failures. */
    public ServiceBehaviour withFailures(List<FailureShare> kinds) {
        return new ServiceBehaviour(responseTime, perConcurrentUs, capacity, reliability, bursts, kinds, throughput);
    }

    /** Returns a copy that takes longer the more it has to do. */
    public ServiceBehaviour withLoad(long addedUs, int atATime) {
        return new ServiceBehaviour(responseTime, addedUs, atATime, reliability, bursts, failures, throughput);
    }

    /** Returns whether times depend on how much an instance has to do. */
    boolean dependsOnLoad() {
        return perConcurrentUs > 0 || capacity > 0;
    }
}
