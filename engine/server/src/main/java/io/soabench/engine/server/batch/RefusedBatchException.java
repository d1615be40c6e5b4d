package io.soabench.engine.server.batch;

/** The refusal of a batch; the message is a sentence for the client. */
public final class RefusedBatchException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    RefusedBatchException(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    RefusedBatchException(String sentence) {
        this(400, sentence);
    }

    /** Returns the HTTP status of the refusal. */
    public int status() {
        return status;
    }
}
