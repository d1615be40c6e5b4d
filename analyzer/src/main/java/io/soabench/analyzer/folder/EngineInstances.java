package io.soabench.analyzer.folder;

import java.util.ArrayList;
import java.util.List;

/** The instances of the engine under test that the engine itself has kept. Times are the driver's, in nanoseconds. */
public final class EngineInstances {

    private static final long NS_PER_US = 1_000;
    private static final long RUNNING = -1;

    private final String server;
    private final List<String> processes = new ArrayList<>();
    private final IntColumn process = new IntColumn();
    private final LongColumn startsNs = new LongColumn();
    private final LongColumn endsNs = new LongColumn();
    private long earliestNs = Long.MAX_VALUE;
    private long longestNs;
    private String reason = "";

    /** Creates a list without instances. */
    EngineInstances(String server) {
        this.server = server;
    }

    /** Takes one line of a file; a wrong field is left to the reader. */
    void take(CsvReader csv, long aheadNs) {
        if (csv.text(1).isEmpty()) {
            reason = csv.text(3);
            return;
        }
        long startNs = csv.number(1) * NS_PER_US - aheadNs;
        long endNs = csv.text(2).isEmpty() ? RUNNING : csv.number(2) * NS_PER_US - aheadNs;
        if (!csv.wrong()) {
            process.add(index(csv.text(0)));
            startsNs.add(startNs);
            endsNs.add(endNs);
            earliestNs = Math.min(earliestNs, startNs);
            longestNs = Math.max(longestNs, endNs == RUNNING ? 0 : endNs - startNs);
        }
    }

    private int index(String name) {
        int known = processes.indexOf(name);
        if (known < 0) {
            processes.add(name);
            return processes.size() - 1;
        }
        return known;
    }

    /** Returns the engine. */
    public String server() {
        return server;
    }

    /** Returns the number of instances. */
    public int size() {
        return startsNs.size();
    }

    /** Returns the process of an instance. */
    public String process(int instance) {
        return processes.get(process.of(instance));
    }

    /** Returns whether an instance is one of a process. */
    public boolean of(int instance, String name) {
        return process(instance).equals(name);
    }

    /** Returns the begin of an instance. */
    public long startNs(int instance) {
        return startsNs.of(instance);
    }

    /** Returns whether an instance had ended when the history was read. */
    public boolean ended(int instance) {
        return endsNs.of(instance) != RUNNING;
    }

    /** Returns the end of an instance that has {@link #ended}. */
    public long endNs(int instance) {
        return endsNs.of(instance);
    }

    /** Returns the reason why instances of the window are missing; empty when none is. */
    public String missing(MeasurementWindow window) {
        return earliestNs <= window.startNs() ? "" : reason;
    }

    /**
     * Returns the reason why instances that ended in the window are missing; empty when none is. An instance that began before all others of
     * a history that was cut may have ended in the window if instances last so long.
     */
    public String missingEnds(MeasurementWindow window) {
        return reason.isEmpty() || earliestNs + longestNs < window.startNs() ? "" : reason;
    }
}
