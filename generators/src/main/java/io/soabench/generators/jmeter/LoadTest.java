package io.soabench.generators.jmeter;

import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.RequestForm;
import java.util.List;
import java.util.Optional;

/**
 * The work of one client host in one case, as far as stock elements of JMeter can do it.
 *
 * @param threads threads of this host
 * @param ratePerSecond open: mean arrivals of this host; closed: 0
 * @param schedule of an open load that changes over time
 * @param presence of a closed load whose number of clients changes over time
 * @param table the trace for stock elements, relative to the folder of the plan
 * @param columns of records that fill requests, as the table has them behind its own
 * @param targets the called processes; at least one
 * @param requests by chunk index
 * @param connections of this host
 * @param durationMs warm-up and measurement
 */
public record LoadTest(
        String testbed,
        String caseId,
        String host,
        boolean open,
        int threads,
        double ratePerSecond,
        Optional<OpenSchedule> schedule,
        Optional<ClientSchedule> presence,
        String table,
        List<String> columns,
        List<Target> targets,
        List<Request> requests,
        ConnectionPlan connections,
        long durationMs,
        long timeOutMs) {

    /**
     * A called process.
     *
     * @param process its name
     * @param endpoint default address
     * @param soapAction without quotes
     * @param answerElement expanded name, or empty
     * @param form version of SOAP and HTTP headers of its requests
     */
    public record Target(
            String process,
            String endpoint,
            String soapAction,
            boolean oneWay,
            String answerElement,
            RequestForm form) {}

    /**
     * A request file.
     *
     * @param path relative to the folder of the plan
     * @param text its content
     * @param target process that gets the request
     */
    public record Request(String path, String text, Target target) {}

    /** Returns whether each request has headers of its own, because processes differ in more than the action. */
    boolean differing() {
        return mixed() && targets.stream().anyMatch(target -> !target.form().equals(RequestForm.USUAL));
    }

    /** Returns whether several processes are called. */
    boolean mixed() {
        return targets.size() > 1;
    }

    public LoadTest {
        columns = List.copyOf(columns);
        targets = List.copyOf(targets);
        requests = List.copyOf(requests);
    }
}
