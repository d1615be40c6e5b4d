package io.soabench.maven.store;

/** A refusal of the store; its message is one sentence for the user. */
public final class StoreRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoreRefused(String sentence) {
        super(sentence);
    }

    StoreRefused(String sentence, Exception cause) {
        super(sentence, cause);
    }
}
