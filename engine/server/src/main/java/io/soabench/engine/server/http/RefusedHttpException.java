package io.soabench.engine.server.http;

/**
 * The refusal of bytes that are no acceptable HTTP message. The connection cannot be used any further. The message is a
 * sentence for the client.
 */
public final class RefusedHttpException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** Makes a refusal with the status of the answer and one sentence. */
    public RefusedHttpException(int status, String sentence) {
        // No stack trace: hostile input must be cheap to refuse.
        super(sentence, null, false, false);
        this.status = status;
    }

    /** Returns the status a server answers with. */
    public int status() {
        return status;
    }
}
