package io.soabench.front;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counters of instances: started, completed, faulted. Safe for use by many threads. */
public final class InstanceCounts {

    /** The names of the counts. */
    public static final String STARTED = "instancesStarted";

    public static final String COMPLETED = "instancesCompleted";
    public static final String FAULTED = "instancesFaulted";
    public static final String ACTIVE = "instancesActive";

    private final AtomicLong started = new AtomicLong();
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong faulted = new AtomicLong();

    /** Counts an instance that began. */
    public void started() {
        started.incrementAndGet();
    }

    /** Counts an instance that came to its end. */
    public void completed() {
        completed.incrementAndGet();
    }

    /** Counts an instance that ended with a fault or an error. */
    public void faulted() {
        faulted.incrementAndGet();
    }

    /** Returns the counts by the names that all engines of SOABench use. Ends are read first, so that never more have ended than begun. */
    public Map<String, Object> counts() {
        long ends = completed.get();
        long faults = faulted.get();
        long begun = started.get();
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put(STARTED, begun);
        counts.put(COMPLETED, ends);
        counts.put(FAULTED, faults);
        counts.put(ACTIVE, begun - ends - faults);
        return counts;
    }
}
