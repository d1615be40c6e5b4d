package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.PrescribedCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The time of the engine in successful requests, step by step: before the first partner call, between partner calls, after the last one. A
 * step between calls begins when no call is in progress any more, and ends with the arrival of the next call. All times include the network
 * between the engine and its clients or partners. They do not contain the slip of the load client, nor the lateness of partners.
 */
final class StepTimes {

    private static final double NS_PER_MS = 1e6;

    private final DoubleColumn before = new DoubleColumn();
    private final DoubleColumn steps = new DoubleColumn();
    private final DoubleColumn after = new DoubleColumn();
    private final DoubleColumn engine = new DoubleColumn();
    private final DoubleColumn overlaps = new DoubleColumn();

    /** A growing column of numbers. */
    private static final class DoubleColumn {
        private double[] values = new double[64];
        private int size;

        void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        MetricValues ms() {
            return MetricValues.of(Arrays.copyOf(values, size), "ms");
        }

        MetricValues shares() {
            return MetricValues.of(Arrays.copyOf(values, size), "ratio");
        }
    }

    private StepTimes() {}

    /** Returns the steps of the chosen requests; none where calls and requests do not determine them. */
    static StepTimes of(RepetitionFolder folder, IntPredicate choice) {
        StepTimes found = new StepTimes();
        RequestSamples samples = folder.samples();
        List<Boolean> known = new ArrayList<>();
        for (PrescribedCalls prescription : folder.versions().all()) {
            known.add(known(folder, prescription));
        }
        folder.calls().times().each((request, arrivalsNs, endsNs, leastEndsNs) -> {
            if (choice.test(request)
                    && known.get(folder.versions().of(request))
                    && complete(folder, request, arrivalsNs.length)) {
                found.add(samples.startNs(request), samples.endNs(request), arrivalsNs, endsNs, leastEndsNs);
            }
        });
        return found;
    }

    /** Returns whether all time without a call is the engine's: no prescribed pause, no callback, no call to a direct service. */
    private static boolean known(RepetitionFolder folder, PrescribedCalls prescription) {
        return !folder.workload().ordersBatches()
                && !prescription.isDirect()
                && !prescription.pauses()
                && folder.allCalls()
                && folder.calls().callbacks() == 0;
    }

    /** Returns whether a request has its prescribed calls, none more, and none that failed as planned. */
    private static boolean complete(RepetitionFolder folder, int request, int found) {
        PartnerCalls calls = folder.calls();
        int prescribed = folder.prescription(request).calls().orElse(found);
        return found == prescribed
                && calls.extra(request) == 0
                && !calls.rerouted(request)
                && !calls.plannedFailure(request);
    }

    /**
     * Adds a request. Two calls overlap where the second one arrives before the first one can have ended. Calls that
     * arrive after its answer, and the rest of calls in progress then, are not part of it.
     */
    private void add(long startNs, long endNs, long[] arrivalsNs, long[] endsNs, long[] leastEndsNs) {
        long busyUntilNs = startNs;
        long busyAtLeastUntilNs = startNs;
        long engineNs = 0;
        boolean overlapping = false;
        int calls = 0;
        for (int i = 0; i < arrivalsNs.length && arrivalsNs[i] < endNs; i++) {
            long idleNs = Math.max(0, arrivalsNs[i] - busyUntilNs);
            if (calls == 0) {
                before.add(idleNs / NS_PER_MS);
            } else if (arrivalsNs[i] >= busyAtLeastUntilNs) {
                steps.add(idleNs / NS_PER_MS);
            } else {
                overlapping = true;
            }
            engineNs += idleNs;
            busyUntilNs = Math.max(busyUntilNs, endsNs[i]);
            busyAtLeastUntilNs = Math.max(busyAtLeastUntilNs, leastEndsNs[i]);
            calls++;
        }
        if (calls == 0) {
            return;
        }
        long lastNs = Math.max(0, endNs - busyUntilNs);
        after.add(lastNs / NS_PER_MS);
        engine.add((engineNs + lastNs) / NS_PER_MS);
        if (calls > 1) {
            overlaps.add(overlapping ? 1 : 0);
        }
    }

    /** Adds the metrics of a process. */
    void addTo(RepetitionStatistics.Collection measured, Target process) {
        measured.add(Statistic.STEP_OVERHEAD, process, steps.ms());
        measured.add(Statistic.BEFORE_CALLS, process, before.ms());
        measured.add(Statistic.AFTER_CALLS, process, after.ms());
        measured.add(Statistic.ENGINE_TIME, process, engine.ms());
        measured.add(Statistic.CALLS_OVERLAP, process, overlaps.shares());
    }
}
