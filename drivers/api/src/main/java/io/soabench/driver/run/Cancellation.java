package io.soabench.driver.run;

/** The user's wish to end the run: asked once, by a signal to this JVM or by an interrupt of the run's thread. */
public final class Cancellation {

    private final RunSignal signal;
    private volatile boolean asked;
    private volatile boolean threadInterrupted;

    /** Creates a cancellation that raises a signal when it is requested. */
    public Cancellation(RunSignal signal) {
        this.signal = signal;
    }

    /** Requests the cancellation for the user. */
    public void ask() {
        asked = true;
        signal.raise();
    }

    /** Requests the cancellation after an {@link InterruptedException}; the interrupt flag is restored at the end of the run. */
    public void askAsInterrupted() {
        threadInterrupted = true;
        ask();
    }

    /** Returns whether the user wishes it. */
    public boolean asked() {
        return asked;
    }

    /** Sets the interrupt flag of the calling thread again if an interrupt was the wish. */
    public void restoreInterrupt() {
        if (threadInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
