package io.soabench.engine.runtime.kernel;

/**
 * The addressing properties of a message (WS-Addressing 1.0 Core, section 3).
 *
 * @param namespace the namespace of the WS-Addressing version
 * @param messageId the identifier that the sender has given to the message; null for none
 * @param replyTo the destination of answers; null for the connection on which the message came
 * @param faultTo the destination of faults; null for the destination of answers
 */
public record Addressing(String namespace, String messageId, Endpoint replyTo, Endpoint faultTo) {
    private static final int OWN_BYTES = 128;

    /** Namespace of WS-Addressing 1.0, W3C Recommendation of 2006. */
    public static final String V10 = "http://www.w3.org/2005/08/addressing";

    /** Namespace of the W3C member submission of August 2004. */
    public static final String SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    /** Returns whether the engine supports the WS-Addressing version of a namespace. */
    public static boolean isSupported(String namespace) {
        return namespace.equals(V10) || namespace.equals(SUBMISSION);
    }

    /** Returns the estimated size in bytes. */
    public long weight() {
        return OWN_BYTES
                + (messageId == null ? 0 : messageId.length())
                + (replyTo == null ? 0 : replyTo.weight())
                + (faultTo == null || faultTo.equals(replyTo) ? 0 : faultTo.weight());
    }

    /** Returns the destination of a fault; null for the connection on which the message came. */
    public Endpoint faultEndpoint() {
        return faultTo == null ? replyTo : faultTo;
    }
}
