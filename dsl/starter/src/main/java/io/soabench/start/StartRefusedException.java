package io.soabench.start;

/** A testbed that is not written; its message is one sentence for a user, with what to do. Nothing is left behind. */
public final class StartRefusedException extends Exception {

    private static final long serialVersionUID = 1;

    StartRefusedException(String sentence) {
        super(sentence);
    }

    StartRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
