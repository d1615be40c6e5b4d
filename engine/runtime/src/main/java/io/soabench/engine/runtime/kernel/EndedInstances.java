package io.soabench.engine.runtime.kernel;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The begin and end of the instances of a kernel that ended last, in a ring that never grows. Thread-safe: a writer
 * takes a place of its own and never waits. A place is invisible to readers from the moment when a writer begins to use
 * it again until its new end is published. Two writers share a place only if as many instances as the ring has places
 * end while one of them writes.
 */
public final class EndedInstances {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final int most;
    private final AtomicLong ended = new AtomicLong();
    private final String[] deployments;
    private final long[] startsNs;

    /** The ends; each is written last, and publishes its place. */
    private final AtomicLongArray endsNs;

    /**
     * Creates an empty history.
     *
     * @param most the number of places, at least 1; each has 20 bytes
     */
    public EndedInstances(int most) {
        this.most = most;
        this.deployments = new String[most];
        this.startsNs = new long[most];
        this.endsNs = new AtomicLongArray(most);
        for (int i = 0; i < most; i++) {
            endsNs.setPlain(i, UNKNOWN);
        }
    }

    /** A receiver of instances. */
    @FunctionalInterface
    public interface Reader {
        /** Takes an instance; times are those of {@link EngineClock#nanoTime}. */
        void instance(String deployment, long startNs, long endNs);
    }

    /** Notes the end of an instance, in place of the oldest end if no place is free. */
    void ended(String deployment, long startNs, long endNs) {
        int place = (int) (ended.getAndIncrement() % most);
        endsNs.setOpaque(place, UNKNOWN);
        // Without the fence, a reader could see the values below together with the old end.
        VarHandle.storeStoreFence();
        deployments[place] = deployment;
        startsNs[place] = startNs;
        endsNs.setRelease(place, endNs);
    }

    /** Returns the number of instances that have ended, also of those that are not kept any more. */
    public long count() {
        return ended.get();
    }

    /** Returns the number of places. */
    public int places() {
        return most;
    }

    /** Reads the instances, the last end first. Ends that come meanwhile may be missing. */
    public void read(Reader reader) {
        long last = ended.get();
        for (long i = last - 1; i >= Math.max(0, last - most); i--) {
            int place = (int) (i % most);
            long endNs = endsNs.getAcquire(place);
            String deployment = deployments[place];
            long startNs = startsNs[place];
            VarHandle.loadLoadFence();
            // If a writer has used the place again meanwhile, these values may be a mixture of two instances.
            if (endNs != UNKNOWN && endsNs.getOpaque(place) == endNs) {
                reader.instance(deployment, startNs, endNs);
            }
        }
    }
}
