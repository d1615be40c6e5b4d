package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A destination of messages (WS-Addressing 1.0 Core, section 2).
 *
 * @param address an absolute http URL, or the text that a message had in its place
 * @param namespace the WS-Addressing version of the headers of messages to it; null when they carry no such headers
 * @param parameters its reference parameters, which are headers of every message to it
 * @param relatesTo the identifier of the message that messages to it answer; null for none
 */
public record Endpoint(String address, String namespace, List<Element> parameters, String relatesTo) {
    private static final int OWN_BYTES = 128;

    /** Copies the list. */
    public Endpoint {
        parameters = List.copyOf(parameters);
    }

    /** Returns an endpoint that has only an address. */
    public static Endpoint of(String address) {
        return new Endpoint(address, null, List.of(), null);
    }

    /** Returns the estimated size in bytes. */
    public long weight() {
        long sum = (long) OWN_BYTES + address.length() + (relatesTo == null ? 0 : relatesTo.length());
        for (int i = 0; i < parameters.size(); i++) {
            sum += parameters.get(i).weight();
        }
        return sum;
    }

    /** Returns whether messages to it are discarded (WS-Addressing 1.0 Core, section 2.1). */
    public boolean isNowhere() {
        return address.equals(Addressing.V10 + "/none");
    }

    /** Returns whether messages to it carry WS-Addressing headers. */
    public boolean isAddressed() {
        return namespace != null;
    }
}
