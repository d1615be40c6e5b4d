package io.soabench.start;

/**
 * The refusal to write a testbed. Its message is one sentence for a user, with the action to take. No file is left
 * behind.
 */
public final class StartRefusedException extends Exception {

    private static final long serialVersionUID = 1;

    StartRefusedException(String sentence) {
        super(sentence);
    }

    StartRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
