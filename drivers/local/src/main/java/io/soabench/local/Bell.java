package io.soabench.local;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes the one thread that waits for something to happen. Safe for use by many ringing threads. */
final class Bell {

    private final Semaphore rings = new Semaphore(0);

    void ring() {
        rings.release();
    }

    /** Waits for a ring since the last wait, at most so long. */
    void await(long ms) throws InterruptedException {
        if (rings.tryAcquire(ms, TimeUnit.MILLISECONDS)) {
            rings.drainPermits();
        }
    }
}
