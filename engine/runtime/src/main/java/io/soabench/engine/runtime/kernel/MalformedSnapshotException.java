package io.soabench.engine.runtime.kernel;

import java.io.Serial;

/** The failure to make an instance anew of a snapshot that does not fit its program, or that no engine has written. */
public final class MalformedSnapshotException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the reason, which goes on a sentence about the instance. */
    public MalformedSnapshotException(String reason) {
        super(reason);
    }

    MalformedSnapshotException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
