package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.plan.StagePlan;
import io.soabench.plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The work that an engine has taken and not completed: requests whose intended start has passed, without those that are complete (Frantz et
 * al. 2012, section IV). A request is complete when its client has the answer. A one-way request without a callback is complete when its
 * instance has made all prescribed calls of partners. A failed request is complete when its client knows that.
 *
 * @param course the pending requests over time; empty for closed workloads, where clients bound them
 * @param stretches the stretches of a changing load in which requests arrive
 * @param completed requests that were completed well within the measurement
 * @param completedPerS the same a second; NaN when nothing was measured
 * @param cpuS processor time of the engine, and of the servers that it uses, in the measurement, in seconds; NaN when that of one of them is
 *     unknown
 * @param processor course of that time for a completed request
 */
public record PendingWork(
        List<Level> course,
        List<Stretch> stretches,
        long completed,
        double completedPerS,
        double cpuS,
        ProcessorCourse processor) {

    /** No work. */
    static final PendingWork NONE =
            new PendingWork(List.of(), List.of(), 0, Double.NaN, Double.NaN, ProcessorCourse.UNKNOWN);

    /** Maximum number of stretches of a repetition that are kept. */
    private static final int MOST_STRETCHES = 2_000;

    private static final long NEVER = Long.MAX_VALUE;

    private static final double NS_PER_MS = 1e6;

    private static final double NS_PER_S = 1e9;

    /** The pending requests at a time, in seconds since the start of the measurement. */
    public record Level(double atS, long pending) {}

    /**
     * A stretch of time in which requests arrive.
     *
     * @param stage name of the stage or state
     * @param endS its end, seconds since the start of the measurement
     * @param requests number of requests whose intended start is in it
     * @param pending number of requests that are pending at its end
     */
    public record Stretch(String stage, double endS, long requests, long pending) {}

    /** The times of all requests, each column sorted. */
    private static final class Times {

        private final long[] begun;
        private final long[] done;

        Times(long[] begun, long[] done) {
            this.begun = begun;
            this.done = done;
        }

        long pending(long ns) {
            return until(begun, ns) - until(done, ns);
        }

        /** Returns the number of requests that begin in a stretch of time. */
        long between(long fromNs, long toNs) {
            return until(begun, toNs - 1) - until(begun, fromNs - 1);
        }

        private static long until(long[] sorted, long ns) {
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sorted[middle] <= ns) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /**
     * Returns the work of a repetition; none when nothing was measured.
     *
     * @param cpuS processor time for it, see {@link #cpuS}
     * @param clocks processor time of each server for it, a counter of seconds; empty when that of one of them is unknown
     */
    static PendingWork of(
            RepetitionFolder folder,
            MeasurementWindow window,
            List<ChartSeries.Bucket> buckets,
            double cpuS,
            List<MetricSeries> clocks) {
        if (!window.known()) {
            return NONE;
        }
        RequestSamples samples = folder.samples();
        long[] begun = new long[samples.size()];
        long[] done = new long[samples.size()];
        long[] completed = new long[samples.size()];
        int number = 0;
        for (int i = 0; i < done.length; i++) {
            begun[i] = samples.intendedNs(i);
            done[i] = done(folder, i);
            if (samples.succeeded(i) && window.contains(done[i])) {
                completed[number++] = done[i];
            }
        }
        Arrays.sort(begun);
        Arrays.sort(done);
        Times times = new Times(begun, done);
        return new PendingWork(
                folder.openLoad() ? course(times, window, buckets) : List.of(),
                stretches(folder.workload(), times, window),
                number,
                number / window.seconds(),
                cpuS,
                ProcessorCourse.of(clocks, window, Arrays.copyOf(completed, number)));
    }

    private static long done(RepetitionFolder folder, int request) {
        RequestSamples samples = folder.samples();
        int process = samples.process(request);
        if (!samples.succeeded(request) || !folder.endsWithCalls(process)) {
            return samples.endNs(request);
        }
        PartnerCalls calls = folder.calls();
        return calls.seen(request) < folder.callsOf(process) ? NEVER : calls.lastEndNs(request);
    }

    private static List<Level> course(Times times, MeasurementWindow window, List<ChartSeries.Bucket> buckets) {
        List<Level> course = new ArrayList<>();
        for (ChartSeries.Bucket bucket : buckets) {
            double atS = Math.min(bucket.atS() + bucket.widthS(), window.seconds());
            course.add(new Level(atS, times.pending(window.startNs() + Math.round(atS * NS_PER_S))));
        }
        return List.copyOf(course);
    }

    private static List<Stretch> stretches(WorkloadPlan workload, Times times, MeasurementWindow window) {
        List<Stretch> stretches = new ArrayList<>();
        if (workload.kind() == WorkloadPlan.Load.CLOSED) {
            return stretches;
        }
        for (StagePlan each : workload.stages()) {
            long fromNs = window.startNs() + Math.round(each.fromMs() * NS_PER_MS);
            long toNs = window.startNs() + Math.round(each.toMs() * NS_PER_MS);
            boolean arriving = each.from() > 0 || each.to() > 0;
            if (arriving && toNs <= window.endNs() && stretches.size() < MOST_STRETCHES) {
                stretches.add(
                        new Stretch(each.stage(), each.toMs() / 1e3, times.between(fromNs, toNs), times.pending(toNs)));
            }
        }
        return List.copyOf(stretches);
    }

    /** Returns the same work without its course. */
    PendingWork withoutCourse() {
        return new PendingWork(List.of(), stretches, completed, completedPerS, cpuS, processor);
    }
}
