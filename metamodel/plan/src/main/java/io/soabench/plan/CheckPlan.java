package io.soabench.plan;

/**
 * A functional check. Its identifier is {@link #uiid}.
 *
 * @param process that must give the answer
 * @param request path of the envelope to send under the compiled testbed, with the placeholder <code>${uiid}</code>
 * @param answer path of the envelope that is the right answer, under the compiled testbed. Or it is the path of a
 *     {@linkplain RowFile file of rows}; the answer must contain the values of the first row. Empty when any answer
 *     will do that is not a fault and has the process's answer element
 * @param event identity of the event that puts the process on the engine, after which it is sent; empty: before
 *     anything is measured
 */
public record CheckPlan(String process, String request, String answer, String event) {
    /** The prefix of the identifiers of functional checks. */
    public static final String UIID_PREFIX = "-check.";

    /**
     * Returns the identifier of a case's n-th check. No workload has such a name, so no request of a workload has such an
     * identifier.
     *
     * @param n from 1
     */
    public static String uiid(int n) {
        return UIID_PREFIX + "1." + n;
    }

    /** Returns a check before the measurement. */
    public static CheckPlan before(String process, String request, String answer) {
        return new CheckPlan(process, request, answer, "");
    }
}
