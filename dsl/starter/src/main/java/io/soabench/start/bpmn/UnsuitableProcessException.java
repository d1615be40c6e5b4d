package io.soabench.start.bpmn;

/** A BPMN file of which no measurable copy can be made. Its message is for users, with the remedy. */
public final class UnsuitableProcessException extends Exception {

    private static final long serialVersionUID = 1;

    UnsuitableProcessException(String message) {
        super(message);
    }

    UnsuitableProcessException(String message, Throwable cause) {
        super(message, cause);
    }
}
