package io.soabench.load.http;

import java.nio.charset.StandardCharsets;

/** What must come back for a request to have succeeded. Immutable. */
public final class Expectation {

    private final boolean oneWay;
    private final boolean any;
    private final byte[] namespace;
    private final byte[] local;

    /**
     * @param oneWay whether no answer message is expected
     * @param answerElement expanded name {@code {namespace}local} of the answer's body element, or empty when any will do
     */
    public Expectation(boolean oneWay, String answerElement) {
        this.oneWay = oneWay;
        any = answerElement.isEmpty();
        int brace = answerElement.lastIndexOf('}');
        namespace = (brace > 0 ? answerElement.substring(1, brace) : "").getBytes(StandardCharsets.UTF_8);
        local = answerElement.substring(brace + 1).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether every answer will do that is neither a fault nor an HTTP error, also none. */
    boolean nothing() {
        return oneWay || any;
    }

    /** Whether the body element that was found is the right one. */
    boolean is(SoapScan found) {
        return found.is(namespace, local);
    }
}
