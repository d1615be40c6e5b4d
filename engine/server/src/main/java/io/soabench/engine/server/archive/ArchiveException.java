package io.soabench.engine.server.archive;

/** The failure to make an archive of classes. The message has the reason and the cure. */
public final class ArchiveException extends Exception {
    private static final long serialVersionUID = 1L;

    ArchiveException(String message) {
        super(message);
    }

    ArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
