package io.soabench.mock;

import io.soabench.plan.CallOutcome;
import java.util.concurrent.TimeUnit;

/**
 * The answer of a mock to one request, and its time. The outcome may also replace an answer: {@link CallOutcome#CLOSED}
 * closes the connection, {@link CallOutcome#SILENT} never answers. Status and body have no meaning then.
 *
 * @param service the mock that answers
 * @param operation name, or empty when unknown
 * @param uiid the identifier with its lap, or empty when unknown
 * @param step from 1; 0 when unknown
 * @param traced whether the behaviour was found by identifier
 * @param arrivalNs instant of the request's arrival, on the host's clock
 * @param plannedUs time from the arrival to the answer: response time, waiting for the throughput limit and for a free
 *     place, and the time that other requests add
 * @param outcome for the call log
 * @param status HTTP status
 * @param body SOAP envelope in UTF-8, or empty; of {@link CallOutcome#MALFORMED} the beginning of one
 * @param callback later callback; {@code null} when there is none
 */
public record PlannedReply(
        MockService service,
        String operation,
        String uiid,
        int step,
        boolean traced,
        long arrivalNs,
        long plannedUs,
        CallOutcome outcome,
        int status,
        AnswerBytes body,
        Later callback) {

    /**
     * The callback that follows an accepted request.
     *
     * @param afterUs time from the arrival of the request
     * @param outcome {@link CallOutcome#OMITTED} when it never comes, as planned
     */
    public record Later(long afterUs, CallOutcome outcome) {}

    /** Creates an answer without a callback. */
    public PlannedReply(
            MockService service,
            String operation,
            String uiid,
            int step,
            boolean traced,
            long arrivalNs,
            long plannedUs,
            CallOutcome outcome,
            int status,
            AnswerBytes body) {
        this(service, operation, uiid, step, traced, arrivalNs, plannedUs, outcome, status, body, null);
    }

    /** Returns whether a callback follows. */
    public boolean callsBack() {
        return callback != null;
    }

    /** The {@code Content-Type} of callbacks and documents. */
    public static final String CONTENT_TYPE = "text/xml; charset=UTF-8";

    /** Returns the instant at which the answer is due for the network, on the host's clock. */
    public long dueNs() {
        return arrivalNs + TimeUnit.MICROSECONDS.toNanos(plannedUs);
    }

    /** Returns whether the body is a SOAP message or empty, so that a SOAP stack can send it. */
    public boolean soap() {
        return switch (outcome) {
            case OK, FAULT, SERVER_FAULT, CALLED_BACK, REFUSED, OMITTED, BAD -> true;
            case HTTP, CLOSED, SILENT, MALFORMED -> false;
        };
    }
}
