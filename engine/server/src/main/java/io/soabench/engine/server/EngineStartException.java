package io.soabench.engine.server;

import java.io.IOException;

/** An engine that cannot be started as configured. The message is one sentence: what, where, what to change. */
public final class EngineStartException extends Exception {
    private static final long serialVersionUID = 1L;

    /** For a reason. */
    public EngineStartException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** The admin interface cannot listen. */
    static EngineStartException ofAdminPort(int port, IOException cause) {
        return new EngineStartException(
                "admin-port=" + port + " cannot be used: " + cause.getMessage() + "; choose another --admin-port",
                cause);
    }
}
