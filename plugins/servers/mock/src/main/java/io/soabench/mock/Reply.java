package io.soabench.mock;

import io.soabench.plan.CallOutcome;
import java.util.concurrent.TimeUnit;

/**
 * What a mock answers to one request, and when. What it does instead of an answer says its outcome: {@link CallOutcome#CLOSED} closes
 * the connection, {@link CallOutcome#SILENT} never answers; status and body have no meaning then.
 *
 * @param service the mock that answers
 * @param operation name, or empty when unknown
 * @param uiid the identifier with its lap, or empty when unknown
 * @param step from 1; 0 when unknown
 * @param traced whether the behaviour was found by identifier
 * @param arrivalNs when the request had come, on the host's clock
 * @param plannedUs what has to pass from then on before the answer: response time, waiting for the
 *     throughput limit and for a free place, and what other requests add
 * @param outcome for the call log
 * @param status HTTP status
 * @param body SOAP 1.1 envelope in UTF-8, or empty; of {@link CallOutcome#MALFORMED} the beginning of one
 * @param callback what follows; {@code null} when nothing does
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
        Content body,
        Later callback) {

    /**
     * The callback that follows a request which was taken.
     *
     * @param afterUs what has to pass from the arrival of the request on
     * @param outcome {@link CallOutcome#OMITTED} when it never comes, as planned
     */
    public record Later(long afterUs, CallOutcome outcome) {}

    /** An answer that no callback follows. */
    public Reply(
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
        this(service, operation, uiid, step, traced, arrivalNs, plannedUs, outcome, status, body, null);
    }

    /** Whether a callback follows. */
    public boolean callsBack() {
        return callback != null;
    }

    /** {@code Content-Type} of each reply that has a body. */
    public static final String CONTENT_TYPE = "text/xml; charset=UTF-8";

    /** When the answer has to be handed to the network, on the host's clock. */
    public long dueNs() {
        return arrivalNs + TimeUnit.MICROSECONDS.toNanos(plannedUs);
    }

    /** Whether the body is a SOAP message or empty, so that a SOAP stack can send it. */
    public boolean soap() {
        return switch (outcome) {
            case OK, FAULT, SERVER_FAULT, CALLED_BACK, REFUSED, OMITTED, BAD -> true;
            case HTTP, CLOSED, SILENT, MALFORMED -> false;
        };
    }
}
