package io.soabench.plan;

/** The end of one request, as the testing client saw it. */
public enum Outcome {
    /** The answer, or the callback that answers, arrived in time and carried no fault. */
    OK,
    /** The answer was a SOAP fault. */
    FAULT,
    /** An HTTP status outside 2xx without a SOAP fault. */
    HTTP,
    /** No complete answer within the time-out of the workload. */
    TIMEOUT,
    /** The connection could not be opened. */
    CONNECT,
    /** The connection broke before the answer was complete. */
    IO,
    /** The answer was complete but is not what the process must answer. */
    WRONG,
    /** The run ended before the answer arrived. */
    ABORTED,
    /** The request was acknowledged, but the callback that answers it did not come within the time-out of the workload. */
    NO_CALLBACK;

    /** Returns whether the answer did not come in time: the request took at least as long as the time-out. */
    public boolean outOfTime() {
        return this == TIMEOUT || this == NO_CALLBACK;
    }
}
