package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.io.Serial;

/** The refusal of a folder that another engine has locked. The message is a sentence for the user. */
public final class FolderInUseException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    FolderInUseException(String message) {
        super(message);
    }
}
