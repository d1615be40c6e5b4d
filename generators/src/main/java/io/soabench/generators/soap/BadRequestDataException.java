package io.soabench.generators.soap;

/** Request data that cannot be sent; the message is one sentence that says what to change. */
public final class BadRequestDataException extends Exception {

    private static final long serialVersionUID = 1L;

    BadRequestDataException(String message) {
        super(message);
    }
}
