package io.soabench.engine.server.peer;

/** What one replica asks another to do with a message. The other one never asks a third. */
public enum Hop {
    /** Gives it to the running instance it is for; {@link PeerAnswer#NOBODY} if there is none. */
    FIND("find"),
    /** Does as if its client had sent it there. */
    START("start");

    private final String word;

    Hop(String word) {
        this.word = word;
    }

    /** In the path of a request, between the secret of that replica and the path of the service. */
    public String word() {
        return word;
    }

    /** What the path of each message for another replica begins with. */
    static String path(String secret) {
        return "/" + secret + "/";
    }

    /** The path by which a message for a service arrives at another replica. */
    public String path(String secret, String service) {
        return path(secret) + word + service;
    }
}
