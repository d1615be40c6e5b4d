package io.soabench.plan;

import java.util.List;

/**
 * The later answer of a process to a one-way request of its clients: a call of the load client (B10 §4.3). Requests may have the
 * placeholder {@value #ADDRESS} in place of the address.
 *
 * @param operation of the clients
 * @param uiid steps from the body's element of the callback to the element with the UIID of its request, expanded names. Empty: the request
 *     has a message identifier that begins with {@value #MESSAGE_ID}, and the callback's {@code RelatesTo} repeats it (WS-Addressing 1.0)
 */
public record CallbackPlan(String operation, List<String> uiid) {

    /** The placeholder for the address of the load client in a request. */
    public static final String ADDRESS = "${callback}";

    /** The start of the message identifier of each request: a URI, as WS-Addressing 1.0, section 3.1, requires. */
    public static final String MESSAGE_ID = "urn:soabench:";

    /** Name of the namespace of WS-Addressing 1.0. */
    public static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

    /** Returns whether request and callback use WS-Addressing: the request names the address, and the callback its request. */
    public boolean addressed() {
        return uiid.isEmpty();
    }

    /** Returns the placeholder in a compiled testbed for the address at which a process calls its only load client back. */
    public static String addressOf(String process) {
        return "${callback.client." + process + "}";
    }
}
