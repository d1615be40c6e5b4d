package io.soabench.engine.runtime.journal.codec;

import java.io.Serial;

/** The failure to read bytes that no encoder has written. The message is a sentence for the user. */
public final class MalformedRecordException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates an exception with a sentence that names the reason. */
    public MalformedRecordException(String sentence) {
        super(sentence);
    }
}
