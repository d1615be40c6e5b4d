package io.soabench.engine.server.transport;

/** The refusal of a transport that is unavailable. The message is one sentence: which one, why, and the alternative. */
public final class TransportException extends Exception {
    private static final long serialVersionUID = 1L;

    TransportException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
