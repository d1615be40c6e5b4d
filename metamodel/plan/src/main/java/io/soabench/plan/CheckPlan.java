package io.soabench.plan;

/**
 * A functional check.
 *
 * @param process that must give the answer
 * @param request path of the envelope to send under the compiled testbed, with the placeholder <code>${uiid}</code>
 * @param answer path of the envelope that is the right answer, under the compiled testbed. Or it is the path of a
 *     {@linkplain RowFile file of rows}; the answer must contain the values of the first row. Empty when any answer
 *     will do that is not a fault and has the process's answer element
 * @param event identity of the event that puts the process on the engine, after which it is sent; empty: before
 *     anything is measured
 * @param uiid its identifier: it has the form of those of the workload, and no request of the workload has it
 */
public record CheckPlan(String process, String request, String answer, String event, String uiid) {

    /** Returns a check before the measurement. */
    public static CheckPlan before(String process, String request, String answer, String uiid) {
        return new CheckPlan(process, request, answer, "", uiid);
    }

    /** Returns a copy with another identifier. */
    public CheckPlan named(String other) {
        return new CheckPlan(process, request, answer, event, other);
    }
}
