package io.soabench.engine.runtime.kernel;

/** The failure of a recovery: the instance does not repeat the steps that its records describe. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergedException(String message) {
        super(message);
    }

    DivergedException(String message, Throwable cause) {
        super(message, cause);
    }
}
