package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.io.Serial;

/** The absence of room on the disk, which may come back. */
public final class DiskFullException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    /** An exception with a sentence for the user. */
    public DiskFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
