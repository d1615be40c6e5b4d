package io.soabench.engine.runtime.kernel;

/** The failure of an instance that is made anew of its records and does something else than they say. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergedException(String message) {
        super(message);
    }

    DivergedException(String message, Throwable cause) {
        super(message, cause);
    }
}
