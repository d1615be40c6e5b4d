package io.soabench.contracts.sample;

/** No default instance exists or none could be found; the message is one sentence that says what to change. */
public final class NoInstanceException extends Exception {

    private static final long serialVersionUID = 1L;

    /** With that sentence. */
    public NoInstanceException(String message) {
        super(message);
    }
}
