package io.soabench.engine.server;

import java.io.IOException;

/**
 * The failure of an engine to start as configured. The message is one sentence for the user: the value, the reason, and
 * the cure.
 */
public final class EngineStartException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes a failure with a cause, or null. */
    public EngineStartException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** Returns the failure of the admin interface to listen. */
    static EngineStartException ofAdminPort(int port, IOException cause) {
        return new EngineStartException(
                "admin-port=" + port + " cannot be used: " + cause.getMessage() + "; choose another --admin-port",
                cause);
    }
}
