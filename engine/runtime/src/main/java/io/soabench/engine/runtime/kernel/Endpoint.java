package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * The destination of messages (WS-Addressing 1.0 Core, section 2).
 *
 * @param address an absolute http URL, or what was taken for one
 * @param namespace of the WS-Addressing version in which messages to it are addressed; null when they carry no such headers
 * @param parameters its reference parameters, which go with every message to it
 * @param relatesTo the message that messages to it answer; null for none
 */
public record Endpoint(String address, String namespace, List<Element> parameters, String relatesTo) {
    private static final int OWN_BYTES = 128;

    /** Copies the list. */
    public Endpoint {
        parameters = List.copyOf(parameters);
    }

    /** An endpoint that is nothing but an address. */
    public static Endpoint of(String address) {
        return new Endpoint(address, null, List.of(), null);
    }

    /** About how many bytes it takes. */
    public long weight() {
        long sum = (long) OWN_BYTES + address.length() + (relatesTo == null ? 0 : relatesTo.length());
        for (int i = 0; i < parameters.size(); i++) {
            sum += parameters.get(i).weight();
        }
        return sum;
    }

    /** Whether whatever is sent there is dropped (WS-Addressing 1.0 Core, section 2.1). */
    public boolean isNowhere() {
        return address.equals(Addressing.V10 + "/none");
    }

    /** Whether messages to it carry WS-Addressing headers. */
    public boolean isAddressed() {
        return namespace != null;
    }
}
