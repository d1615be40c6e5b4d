package io.soabench.engine.server.peer;

/**
 * The address at which the other replicas reach a replica. Immutable.
 *
 * @param port the port on the loopback address
 * @param secret the secret that must be sent to that port; letters and digits, of this replica alone
 */
public record PeerAddress(int port, String secret) {
    /**
     * Reads the text written by {@link #text}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static PeerAddress read(String text) {
        int mark = text.indexOf(':');
        if (mark < 0) {
            // The text itself is left out, as it may be a secret.
            throw new IllegalArgumentException("an address of a replica has a port, ':' and a secret");
        }
        return new PeerAddress(Integer.parseInt(text.substring(0, mark)), text.substring(mark + 1));
    }

    /** Returns the address as one word. */
    public String text() {
        return port + ":" + secret;
    }

    /** Returns the address without the secret, for logs. */
    @Override
    public String toString() {
        return "port " + port;
    }
}
