package io.soabench.engine.server.transport;

/** A transport that cannot be had. The message is one sentence: which one, why, what to use instead. */
public final class TransportException extends Exception {
    private static final long serialVersionUID = 1L;

    TransportException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
