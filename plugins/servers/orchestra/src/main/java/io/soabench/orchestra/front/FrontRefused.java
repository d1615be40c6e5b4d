package io.soabench.orchestra.front;

/** Something that a person has to change; the message says what. */
final class FrontRefused extends Exception {

    private static final long serialVersionUID = 1L;

    FrontRefused(String message) {
        super(message);
    }

    FrontRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
