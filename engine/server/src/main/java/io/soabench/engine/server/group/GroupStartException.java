package io.soabench.engine.server.group;

/** The failure to start replicas. The message is a sentence for the user. */
public final class GroupStartException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a cause, or null. */
    GroupStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
