package io.soabench.generators.jmeter;

import java.util.List;

/**
 * What one client host does in one case, as far as stock elements of JMeter can do it.
 *
 * @param threads threads of this host
 * @param ratePerSecond open: mean arrivals of this host; closed: 0
 * @param table the trace for stock elements, relative to the folder of the plan
 * @param requests by chunk index
 * @param durationMs warm-up and measurement
 * @param endpoint default address
 * @param soapAction without quotes
 * @param answerElement expanded name, or empty
 */
public record LoadTest(
        String testbed,
        String caseId,
        String host,
        boolean open,
        int threads,
        double ratePerSecond,
        String table,
        List<Request> requests,
        long durationMs,
        long timeOutMs,
        String endpoint,
        String soapAction,
        boolean oneWay,
        String answerElement) {

    /**
     * A request file.
     *
     * @param path relative to the folder of the plan
     * @param text its content
     */
    public record Request(String path, String text) {}

    public LoadTest {
        requests = List.copyOf(requests);
    }
}
