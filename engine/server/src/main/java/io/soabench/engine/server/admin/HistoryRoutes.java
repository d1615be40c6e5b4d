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
     * Returns the instances of all replicas, one a line; the end of a running one is empty. Where a replica has
     * forgotten the ends that came first, the answer has only instances that began after the first end that it still
     * has: all of those are known. The last line then has the reason.
     *
     * @param clocks the clocks of the engine at this moment, for the times of the histories
     */
    static AdminAnswer answer(List<EndedInstances> histories, List<RunningInstance> running, WallClock clocks) {
        List<EndedInstances> forgetful = histories.stream()
                .filter(history -> history.count() > history.places())
                .toList();
        // Some instances that began before this time are forgotten. None of them is listed, because a reader takes
        // the first listed begin as the time from which all instances are there.
        long fromUs = forgetful.stream()
                .mapToLong(history -> clocks.epochUs(firstEnd(history)))
                .max()
                .orElse(Long.MIN_VALUE);
        StringBuilder lines = new StringBuilder(HEADER);
        long nowMs = clocks.epochMs();
        for (RunningInstance each : running) {
            long startUs = TimeUnit.MILLISECONDS.toMicros(nowMs - each.ageMs());
            if (startUs > fromUs) {
                line(lines, each.deployment(), startUs).append(",\n");
            }
        }
        for (EndedInstances history : histories) {
            history.read((deployment, startNs, endNs) -> {
                long startUs = clocks.epochUs(startNs);
                if (startUs > fromUs) {
                    line(lines, deployment, startUs)
                            .append(clocks.epochUs(endNs))
                            .append(",\n");
                }
            });
        }
        if (!forgetful.isEmpty()) {
            lines.append(",,,only the instances that ended last are kept; start the engine with a larger --history\n");
        }
        return AdminAnswer.lines(lines.toString());
    }

    /** Returns the first end that a history still has. */
    private static long firstEnd(EndedInstances history) {
        long[] first = {Long.MIN_VALUE};
        history.read((deployment, startNs, endNs) -> first[0] = endNs);
        return first[0];
    }

    /** Appends the columns that all instances have. */
    private static StringBuilder line(StringBuilder lines, String deployment, long startUs) {
        return lines.append(deployment).append(',').append(startUs).append(',');
    }
}
