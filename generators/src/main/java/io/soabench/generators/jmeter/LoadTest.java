package io.soabench.generators.jmeter;

import java.util.List;

/**
 * What one client host does in one case; the source of the variables {@code soabench.*}.
 *
 * @param clients closed: simulated clients of this host; open: 0
 * @param threads threads of this host
 * @param ratePerSecond open: mean arrivals of this host; closed: 0
 * @param trace relative to the folder of the plan, as the other paths
 * @param table the trace for stock elements
 * @param requests by chunk index
 * @param endpoint default address
 * @param soapAction without quotes
 * @param answerElement expanded name, or empty
 */
public record LoadTest(
        String testbed,
        String caseId,
        String process,
        String workload,
        String host,
        boolean open,
        int clients,
        int threads,
        double ratePerSecond,
        String trace,
        String table,
        List<Request> requests,
        long warmUpMs,
        long measureMs,
        long drainMs,
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
