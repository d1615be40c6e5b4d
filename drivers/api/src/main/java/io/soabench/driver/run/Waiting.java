package io.soabench.driver.run;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.plan.HostClock;
import java.time.Duration;

/**
 * The waits of the run's thread. Each has a deadline; the signal ends a pause early, so that no event is noticed late.
 */
public final class Waiting {

    /** A condition of a wait. */
    public interface Condition {
        /** Returns whether it is true now. */
        boolean holds() throws PhaseFailed;
    }

    private final RunSignal signal;
    private final Cancellation cancellation;
    private final HostClock clock;

    /** @param signal wakes the thread that waits */
    public Waiting(RunSignal signal, Cancellation cancellation, HostClock clock) {
        this.signal = signal;
        this.cancellation = cancellation;
        this.clock = clock;
    }

    /**
     * Waits until the condition holds or the time is up.
     *
     * @param stepMs interval of checks of the condition while no signal is raised
     * @return whether it holds
     */
    public boolean until(Condition condition, Duration max, long stepMs) throws PhaseFailed, RunInterrupted {
        long end = clock.epochNanos() + max.toNanos();
        while (true) {
            if (cancellation.asked()) {
                throw new RunInterrupted();
            }
            if (condition.holds()) {
                return true;
            }
            long leftMs = leftMs(end);
            if (leftMs <= 0) {
                return false;
            }
            pause(Math.min(stepMs, leftMs));
        }
    }

    /** Waits in the same way, but the user cannot end the wait: for phases that compensate for others. */
    public boolean untilUninterruptibly(Condition condition, Duration max, long stepMs) throws PhaseFailed {
        long end = clock.epochNanos() + max.toNanos();
        while (!condition.holds()) {
            long leftMs = leftMs(end);
            if (leftMs <= 0) {
                return false;
            }
            pause(Math.min(stepMs, leftMs));
        }
        return true;
    }

    /** Ends the pause of the thread that waits now, if there is one. */
    public void wake() {
        signal.raise();
    }

    /** Returns the clock of the waits. */
    public HostClock clock() {
        return clock;
    }

    /** Returns the time from now to an instant of that clock; zero when it is over. */
    public Duration left(long endNs) {
        return Duration.ofNanos(Math.max(0, endNs - clock.epochNanos()));
    }

    private long leftMs(long endNs) {
        return (endNs - clock.epochNanos() + 999_999) / 1_000_000;
    }

    private void pause(long ms) {
        try {
            signal.await(ms);
        } catch (InterruptedException e) {
            cancellation.askAsInterrupted();
        }
    }
}
