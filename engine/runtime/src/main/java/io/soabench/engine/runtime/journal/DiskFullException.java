package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** The failure of a write because the disk is full. A later attempt may succeed. */
public final class DiskFullException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates an exception with a sentence for the user. */
    public DiskFullException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Returns the exception for a full disk if that is the cause, else the given exception. Java has no type for a full
     * disk, so the message of the system decides.
     */
    public static IOException of(IOException e, Path folder) {
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        if (reason != null && (reason.contains("No space left") || reason.contains("quota exceeded"))) {
            return new DiskFullException("There is no room on the disk of " + folder + ".", e);
        }
        return e;
    }
}
