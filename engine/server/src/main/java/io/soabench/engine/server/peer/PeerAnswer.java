package io.soabench.engine.server.peer;

/** The answer of another replica. Immutable, if its bytes are not changed. */
public final class PeerAnswer {
    /** The status of a replica without an instance that waits for a message (RFC 9110, section 15.5.20). */
    public static final int NOBODY = 421;

    static final int NO_SERVICE = 404;

    static final PeerAnswer NOT_HERE = new PeerAnswer(End.NOT_HERE, NOBODY, "", new byte[0]);
    static final PeerAnswer NOT_DEPLOYED = new PeerAnswer(End.NOT_HERE, NO_SERVICE, "", new byte[0]);
    static final PeerAnswer ABSENT = new PeerAnswer(End.ABSENT, NOBODY, "", new byte[0]);
    static final PeerAnswer LOST = new PeerAnswer(End.LOST, 0, "", new byte[0]);

    private final End end;
    private final int status;
    private final String contentType;
    private final byte[] body;

    /** The outcomes of a request to another replica. */
    public enum End {
        /** The replica has handled the message; the answer is for the client. */
        ANSWERED,
        /** No instance of that replica waits for the message. The message had no effect. */
        NOT_HERE,
        /** The replica cannot be reached, or is being started again. The message had no effect. */
        ABSENT,
        /** The replica has ended while it had the message. The effect of the message is unknown. */
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

    /** Returns the outcome. */
    public End end() {
        return end;
    }

    /** Returns whether the message has certainly had no effect. */
    public boolean hadNoEffect() {
        return end == End.NOT_HERE || end == End.ABSENT;
    }

    /** Returns whether the replica has answered that it has nothing for the message. */
    public boolean isNobody() {
        return end == End.NOT_HERE && status == NOBODY;
    }

    /** Returns the status of HTTP; 0 if there is no answer for the client. */
    public int status() {
        return status;
    }

    /** Returns the content type; empty if there is no content. */
    public String contentType() {
        return contentType;
    }

    /** Returns the content; empty if there is none. */
    public byte[] body() {
        return body;
    }
}
