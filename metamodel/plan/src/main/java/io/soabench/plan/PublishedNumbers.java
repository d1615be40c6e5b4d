package io.soabench.plan;

/**
 * The published numbers of a test case. A number that was not published is null.
 *
 * @param failureRate share of the requests that failed, 0 to 1
 * @param note text that was published instead of a number, or empty
 */
public record PublishedNumbers(
        String process, String workload, Double maxMs, Double minMs, Double meanMs, Double failureRate, String note) {}
