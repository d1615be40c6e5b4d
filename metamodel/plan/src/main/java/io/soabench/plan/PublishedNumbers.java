package io.soabench.plan;

/**
 * One published test case. A number that was not published is null.
 *
 * @param failureRate share of the requests that failed, 0 to 1
 * @param note what was published instead of a number, or empty
 */
public record PublishedNumbers(
        String process, String workload, Double maxMs, Double minMs, Double meanMs, Double failureRate, String note) {}
