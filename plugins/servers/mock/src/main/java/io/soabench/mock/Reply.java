package io.soabench.mock;

import io.soabench.plan.CallOutcome;
import java.util.concurrent.TimeUnit;

/**
 * What a mock answers to one request, and when.
 *
 * @param service the mock that answers
 * @param operation name, or empty when unknown
 * @param uiid the identifier with its lap, or empty when unknown
 * @param step from 1; 0 when unknown
 * @param traced whether the behaviour was found by identifier
 * @param arrivalNs when the request had come, on the host's clock
 * @param plannedUs what has to pass from then on before the answer: response time and waiting for the throughput limit
 * @param outcome for the call log
 * @param status HTTP status
 * @param body SOAP 1.1 envelope in UTF-8, or empty
 */
public record Reply(
        MockService service,
        String operation,
        String uiid,
        int step,
        boolean traced,
        long arrivalNs,
        long plannedUs,
        CallOutcome outcome,
        int status,
        Content body) {

    /** {@code Content-Type} of each reply that has a body. */
    public static final String CONTENT_TYPE = "text/xml; charset=UTF-8";

    /** When the answer has to be handed to the network, on the host's clock. */
    public long dueNs() {
        return arrivalNs + TimeUnit.MICROSECONDS.toNanos(plannedUs);
    }
}
