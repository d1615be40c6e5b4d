package io.soabench.camel.front;

import io.soabench.messages.MessageFormat;
import java.util.Optional;
import org.apache.camel.Exchange;

/** The place of a client's answer, which an exchange shares with its copies. Safe for use by many threads. */
final class AnswerHolder {

    private static final String PROPERTY = "soabench.answer";

    private final Optional<MessageFormat> format;
    private volatile byte[] envelope;

    private AnswerHolder(Optional<MessageFormat> format) {
        this.format = format;
    }

    /** Opens the place of an answer. */
    static void open(Exchange exchange, Optional<MessageFormat> format) {
        exchange.setProperty(PROPERTY, new AnswerHolder(format));
    }

    /**
     * Returns the place of the answer.
     *
     * @throws IllegalStateException when the exchange began at no client
     */
    static AnswerHolder of(Exchange exchange) {
        AnswerHolder answer = exchange.getProperty(PROPERTY, AnswerHolder.class);
        if (answer == null) {
            throw new IllegalStateException("no client waits for an answer of this route");
        }
        return answer;
    }

    /** Returns the format; empty for a one-way operation. */
    Optional<MessageFormat> format() {
        return format;
    }

    /** Returns the answer; {@code null} while there is none. */
    byte[] envelope() {
        return envelope;
    }

    /** Sets the answer; that of the last step counts. */
    void set(byte[] answer) {
        envelope = answer;
    }
}
