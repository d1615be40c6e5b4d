package io.soabench.engine.server.guard;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The receiver of unexpected exceptions and errors of event loops, admin threads and deployments. It counts them as
 * {@link Counter#ERRORS}. It logs them with their stack trace, at most once a minute for each kind and place. It
 * reports a lack of memory to {@link Exhaustion}. Thread-safe. It never throws, so that it can be the last call in a
 * thread that must continue.
 */
public final class Failures {
    private static final System.Logger LOG = System.getLogger(Failures.class.getName());
    private static final long PAUSE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_KINDS = 100;

    private final Counters counters;
    private final EngineClock clock;
    private final Exhaustion exhaustion;
    private final Map<String, Long> silentUntilNs = new ConcurrentHashMap<>();

    /**
     * Makes the receiver, without failures yet.
     *
     * @param counters the counters of failures
     * @param clock the time
     * @param exhaustion the check of a lack of memory
     */
    public Failures(Counters counters, EngineClock clock, Exhaustion exhaustion) {
        this.counters = counters;
        this.clock = clock;
        this.exhaustion = exhaustion;
    }

    /**
     * Reports an unexpected error, and counts it.
     *
     * @param what the thing that it has ended, for the log: "A request", "A deployment"
     */
    public void caught(String what, Throwable error) {
        try {
            counters.count(Counter.ERRORS);
            report(what, error);
        } catch (RuntimeException | Error e) {
            // There is too little memory even for the log; the report below needs none.
            exhaustion.outOfMemory();
        }
    }

    /** Returns whether the heap is nearly full, see {@link Exhaustion#isShort}. */
    public boolean isMemoryShort() {
        return exhaustion.isShort();
    }

    /** Reports an error like {@link #caught}, for failures that are counted elsewhere. */
    public void report(String what, Throwable error) {
        if (error instanceof OutOfMemoryError) {
            exhaustion.outOfMemory();
        }
        String kind = what + error.getClass().getName();
        long nowNs = clock.nanoTime();
        Long until = silentUntilNs.get(kind);
        if (until != null && nowNs - until < 0) {
            return;
        }
        if (silentUntilNs.size() >= MAX_KINDS) {
            silentUntilNs.clear();
        }
        silentUntilNs.put(kind, nowNs + PAUSE_NS);
        LOG.log(System.Logger.Level.ERROR, what + " was ended by an error of the engine.", error);
    }
}
