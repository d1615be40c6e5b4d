package io.soabench.generators.soap;

import io.soabench.model.issue.IssueCode;

/** A failure because request data cannot be sent; the message is one sentence with the remedy. */
public final class BadRequestDataException extends Exception {

    private static final long serialVersionUID = 1L;

    private final IssueCode code;

    BadRequestDataException(IssueCode code, String message) {
        super(message);
        this.code = code;
    }

    /** Returns the code of the issue. */
    public IssueCode code() {
        return code;
    }
}
