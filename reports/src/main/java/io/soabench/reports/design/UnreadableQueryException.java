package io.soabench.reports.design;

/** The failure of a query that a part of the report needs; the message names the part and the reason. */
public final class UnreadableQueryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableQueryException(String message, Throwable cause) {
        super(message, cause);
    }
}
