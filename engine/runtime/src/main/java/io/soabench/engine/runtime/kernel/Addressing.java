package io.soabench.engine.runtime.kernel;

/**
 * The addressing of a message (WS-Addressing 1.0 Core, section 3).
 *
 * @param namespace of the version
 * @param messageId what the sender calls the message; null when it has no name
 * @param replyTo where answers go; null for the connection
 * @param faultTo where faults go; null for where answers go
 */
public record Addressing(String namespace, String messageId, Endpoint replyTo, Endpoint faultTo) {
    private static final int OWN_BYTES = 128;

    /** Namespace of WS-Addressing 1.0, W3C Recommendation of 2006. */
    public static final String V10 = "http://www.w3.org/2005/08/addressing";

    /** Namespace of the W3C member submission of August 2004. */
    public static final String SUBMISSION = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    /** Whether a namespace is that of a version which is spoken here. */
    public static boolean isSupported(String namespace) {
        return namespace.equals(V10) || namespace.equals(SUBMISSION);
    }

    /** About how many bytes it takes. */
    public long weight() {
        return OWN_BYTES
                + (messageId == null ? 0 : messageId.length())
                + (replyTo == null ? 0 : replyTo.weight())
                + (faultTo == null || faultTo.equals(replyTo) ? 0 : faultTo.weight());
    }

    /** Where a fault goes; null for the connection. */
    public Endpoint faultEndpoint() {
        return faultTo == null ? replyTo : faultTo;
    }
}
