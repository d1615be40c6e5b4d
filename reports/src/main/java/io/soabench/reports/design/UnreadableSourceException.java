package io.soabench.reports.design;

/** The database cannot answer what a part of the report wants to show; the message names the part and the reason. */
public final class UnreadableSourceException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableSourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
