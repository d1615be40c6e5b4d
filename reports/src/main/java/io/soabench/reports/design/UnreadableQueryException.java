package io.soabench.reports.design;

/** The database cannot answer what a part of the report wants to show; the message names the part and the reason. */
public final class UnreadableQueryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableQueryException(String message, Throwable cause) {
        super(message, cause);
    }
}
