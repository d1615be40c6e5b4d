package io.soabench.engine.server.archive;

/** An archive cannot be made; the message says why and what to change. */
public final class ArchiveException extends Exception {
    private static final long serialVersionUID = 1L;

    ArchiveException(String message) {
        super(message);
    }

    ArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
