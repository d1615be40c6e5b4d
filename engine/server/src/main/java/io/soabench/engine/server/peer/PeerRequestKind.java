package io.soabench.engine.server.peer;

/**
 * The kind of the request of one replica to another about a message. A replica that gets such a request does not
 * forward it to a third one, except {@link #KEYED}.
 */
public enum PeerRequestKind {
    /**
     * The replica gives the message to a running instance that waits for it; {@link PeerAnswer#NOBODY} if there is
     * none.
     */
    FIND("find"),
    /** The replica handles the message as if the client had sent it there. */
    START("start"),
    /** The replica is responsible for the key of the message, and handles the message like one of its own clients. */
    KEYED("keyed"),
    /** The replica looks for the key in the body; {@link PeerAnswer#NOBODY} if it does not remember that key. */
    KNOWN("known"),
    /** The replica gives the answer to the first message with the key; {@link PeerAnswer#NOBODY} if there is none. */
    REPEAT("repeat");

    private final String word;

    PeerRequestKind(String word) {
        this.word = word;
    }

    /** Returns the word in the path of a request, between the secret of that replica and the path of the service. */
    public String word() {
        return word;
    }

    /** Returns the beginning of the path of each message for another replica. */
    static String path(String secret) {
        return "/" + secret + "/";
    }

    /** Returns the path by which a message for a service arrives at another replica. */
    public String path(String secret, String service) {
        return path(secret) + word + service;
    }
}
