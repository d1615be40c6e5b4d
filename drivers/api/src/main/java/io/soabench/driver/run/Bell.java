package io.soabench.driver.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A signal that wakes the one thread that waits for an event, and its followers' threads. Safe for use by many ringing
 * threads.
 */
public final class Bell {

    private final Semaphore rings = new Semaphore(0);
    private final List<Bell> followers = new CopyOnWriteArrayList<>();

    /** Wakes it. */
    public void ring() {
        rings.release();
        followers.forEach(Bell::ring);
    }

    /** Returns a bell for another thread, which rings on its own and whenever this one does. */
    public Bell follower() {
        Bell bell = new Bell();
        followers.add(bell);
        return bell;
    }

    /** Waits for a ring since the last wait, at most so long. */
    public void await(long ms) throws InterruptedException {
        if (rings.tryAcquire(ms, TimeUnit.MILLISECONDS)) {
            rings.drainPermits();
        }
    }
}
