package io.soabench.generators.soap;

import io.soabench.model.issue.IssueCode;

/** Request data that cannot be sent; the message is one sentence that says what to change. */
public final class BadRequestDataException extends Exception {

    private static final long serialVersionUID = 1L;

    private final IssueCode code;

    BadRequestDataException(IssueCode code, String message) {
        super(message);
        this.code = code;
    }

    /** What is wrong. */
    public IssueCode code() {
        return code;
    }
}
