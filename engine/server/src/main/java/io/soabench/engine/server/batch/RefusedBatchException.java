package io.soabench.engine.server.batch;

/** A batch cannot be run as asked for; the message is a sentence for whoever has asked. */
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

    /** The HTTP status that says the same. */
    public int status() {
        return status;
    }
}
