package io.soabench.engine.server.admin;

import io.soabench.engine.runtime.kernel.EndedInstances;
import io.soabench.engine.runtime.kernel.RunningInstance;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The answer about the instances that run and those whose ends are kept, as CSV. No state. */
final class HistoryRoutes {
    static final String HISTORY = "/history";
    private static final String HEADER = String.join(",", "process", "start_epoch_us", "end_epoch_us", "reason") + "\n";

    private HistoryRoutes() {}

    /** Returns the sentence of an engine that keeps no history. */
    static AdminAnswer none() {
        return AdminAnswer.sentence(
                409, "the engine keeps no history of instances; start it with --history and a number of instances");
    }

    /**
     * Returns the instances of all replicas.
     *
     * @param clocks the clock of the engine, by which the times of histories become those of the wall clock
     */
    static AdminAnswer answer(List<EndedInstances> histories, List<RunningInstance> running, WallClock clocks) {
        StringBuilder lines = new StringBuilder(HEADER);
        long nowMs = clocks.epochMs();
        for (RunningInstance instance : running) {
            line(lines, instance.deployment(), TimeUnit.MILLISECONDS.toMicros(nowMs - instance.ageMs()))
                    .append(",\n");
        }
        boolean whole = true;
        for (EndedInstances history : histories) {
            boolean full = history.count() > history.places();
            long oldestEndNs = full ? oldestEnd(history) : Long.MIN_VALUE;
            whole &= !full;
            history.read((deployment, startNs, endNs) -> {
                // Some of the instances that began before the oldest kept end may be missing.
                if (!full || startNs - oldestEndNs >= 0) {
                    line(lines, deployment, clocks.epochUs(startNs))
                            .append(clocks.epochUs(endNs))
                            .append(",\n");
                }
            });
        }
        if (!whole) {
            lines.append(",,,only the instances that ended last are kept; start the engine with a larger --history\n");
        }
        return AdminAnswer.lines(lines.toString());
    }

    /** Returns the oldest end that is kept. The history is read from the last end backwards. */
    private static long oldestEnd(EndedInstances history) {
        long[] oldest = {Long.MIN_VALUE};
        history.read((deployment, startNs, endNs) -> oldest[0] = endNs);
        return oldest[0];
    }

    private static StringBuilder line(StringBuilder lines, String deployment, long startUs) {
        return lines.append(deployment).append(',').append(startUs).append(',');
    }
}
