package io.soabench.maven.live;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** An estimate of the time that is left, from the mean time of the repetitions that have ended. Not thread-safe. */
public final class RunEstimate {

    private boolean begun;
    private long firstStartNs;
    private long lastEndNs;
    private int ended;
    private int planned;

    /**
     * Notes the start of a repetition.
     *
     * @param of number of all repetitions
     * @return whether it is the first one
     */
    public boolean started(long nowNs, int of) {
        boolean first = !begun;
        if (first) {
            begun = true;
            firstStartNs = nowNs;
        }
        planned = of;
        return first;
    }

    /** Notes the end of a repetition. */
    public void ended(long nowNs) {
        ended++;
        lastEndNs = nowNs;
    }

    /** Returns the milliseconds that are left; empty before the first repetition has ended. */
    public OptionalLong leftMs(long nowNs) {
        if (ended == 0) {
            return OptionalLong.empty();
        }
        long meanNs = (lastEndNs - firstStartNs) / ended;
        long leftNs = meanNs * (planned - ended) - (nowNs - lastEndNs);
        return OptionalLong.of(Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNs)));
    }
}
