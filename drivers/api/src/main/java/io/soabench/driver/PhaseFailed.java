package io.soabench.driver;

/** A phase of a repetition cannot be done. The message is one sentence: what failed, where to look, what to do. */
public class PhaseFailed extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates a failure with its sentence. */
    public PhaseFailed(String message) {
        super(message);
    }

    /** Creates a failure with its sentence and its cause. */
    public PhaseFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
