package io.soabench.driver.run;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes the one thread that waits for something to happen. Safe for use by many ringing threads. */
public final class Bell {

    private final Semaphore rings = new Semaphore(0);

    /** Wakes it. */
    public void ring() {
        rings.release();
    }

    /** Waits for a ring since the last wait, at most so long. */
    public void await(long ms) throws InterruptedException {
        if (rings.tryAcquire(ms, TimeUnit.MILLISECONDS)) {
            rings.drainPermits();
        }
    }
}
