package io.soabench.front;

import java.util.LinkedHashSet;
import java.util.Set;

/** A refusal that a person has to act on; the message states what to change. */
public final class FrontRefused extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates a refusal. */
    public FrontRefused(String message) {
        super(message);
    }

    /** Creates a refusal with the exception behind it. */
    public FrontRefused(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the messages of a chain of exceptions, once each: an engine's own words are seldom in the first. */
    public static String reason(Throwable thrown) {
        Set<String> sentences = new LinkedHashSet<>();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            sentences.add(
                    cause.getMessage() == null || cause.getMessage().isBlank()
                            ? cause.getClass().getSimpleName()
                            : cause.getMessage().strip());
        }
        return String.join(": ", sentences);
    }
}
