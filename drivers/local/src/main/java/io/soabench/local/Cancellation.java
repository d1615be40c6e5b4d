package io.soabench.local;

/** The user's wish to end the run: asked once, by a signal to this JVM or by an interrupt of the run's thread. */
final class Cancellation {

    private final Bell bell;
    private volatile boolean asked;
    private volatile boolean threadInterrupted;

    Cancellation(Bell bell) {
        this.bell = bell;
    }

    void ask() {
        asked = true;
        bell.ring();
    }

    /** The same after an {@link InterruptedException}; the interrupt flag is restored at the end of the run. */
    void askAsInterrupted() {
        threadInterrupted = true;
        ask();
    }

    boolean asked() {
        return asked;
    }

    void restoreInterrupt() {
        if (threadInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
