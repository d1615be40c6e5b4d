package io.soabench.contracts.sample;

/** An exception for a type without a default instance; the message is one sentence with the remedy. */
public final class NoInstanceException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with one sentence. */
    public NoInstanceException(String message) {
        super(message);
    }
}
