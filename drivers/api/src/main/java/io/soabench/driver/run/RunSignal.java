package io.soabench.driver.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A signal that wakes the one thread that waits for it, and the threads of its followers. Any number of threads may raise
 * it.
 */
public final class RunSignal {

    private final Semaphore raised = new Semaphore(0);
    private final List<RunSignal> followers = new CopyOnWriteArrayList<>();

    /** Wakes the thread that waits. */
    public void raise() {
        raised.release();
        followers.forEach(RunSignal::raise);
    }

    /** Returns a signal for another thread. It is raised by itself, and whenever this one is. */
    public RunSignal follower() {
        RunSignal signal = new RunSignal();
        followers.add(signal);
        return signal;
    }

    /** Waits until the signal is raised, or was raised since the last wait; at most so long. */
    public void await(long ms) throws InterruptedException {
        if (raised.tryAcquire(ms, TimeUnit.MILLISECONDS)) {
            raised.drainPermits();
        }
    }
}
