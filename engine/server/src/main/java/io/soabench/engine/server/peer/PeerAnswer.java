package io.soabench.engine.server.peer;

/** The answer of another replica. Immutable, but for the bytes, which nobody changes. */
public final class PeerAnswer {
    /** The status by which a replica says that no instance of its own waits for a message (RFC 9110, section 15.5.20). */
    public static final int NOBODY = 421;

    static final PeerAnswer NOT_HERE = new PeerAnswer(End.NOT_HERE, NOBODY, "", new byte[0]);
    static final PeerAnswer LOST = new PeerAnswer(End.LOST, 0, "", new byte[0]);

    private final End end;
    private final int status;
    private final String contentType;
    private final byte[] body;

    /** How a question ends. */
    public enum End {
        /** The answer for the client. */
        ANSWERED,
        /** No instance there waits for the message, or nobody is there at all; nothing has happened. */
        NOT_HERE,
        /** The replica ended while it had the message. */
        LOST
    }

    private PeerAnswer(End end, int status, String contentType, byte[] body) {
        this.end = end;
        this.status = status;
        this.contentType = contentType;
        this.body = body;
    }

    static PeerAnswer of(int status, String contentType, byte[] body) {
        return new PeerAnswer(End.ANSWERED, status, contentType, body);
    }

    /** Whether there is an answer. */
    public End end() {
        return end;
    }

    /** Of HTTP; 0 if there is no answer. */
    public int status() {
        return status;
    }

    /** Empty if there is no content. */
    public String contentType() {
        return contentType;
    }

    /** Empty if there is no content. */
    public byte[] body() {
        return body;
    }
}
