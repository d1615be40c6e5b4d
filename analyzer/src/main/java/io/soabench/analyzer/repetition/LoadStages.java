package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.plan.StagePlan;
import io.soabench.plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stages of a measurement whose load changes over time, each with its requests. A stage counts the requests whose intended start is in
 * it, and all answers that ended in it. Stretches of one name, such as those of a state of bursts, are one stage.
 */
final class LoadStages {

    private static final double NS_PER_MS = 1e6;

    private final boolean closed;
    private final RequestSamples samples;
    private final MeasurementWindow window;
    private final long[] beginNs;
    private final int[] stageOf;
    private final List<Sum> sums = new ArrayList<>();

    /** The sums of a stage. */
    private static final class Sum {
        private final String name;
        private final double fromS;
        private double seconds;
        private double planned;
        private int requests;
        private int failures;
        private int answers;
        private int timed;

        Sum(String name, double fromS) {
            this.name = name;
            this.fromS = fromS;
        }
    }

    private LoadStages(WorkloadPlan workload, RequestSamples samples, MeasurementWindow window) {
        List<StagePlan> plan = workload.stages();
        closed = workload.kind() == WorkloadPlan.Load.CLOSED;
        this.samples = samples;
        this.window = window;
        beginNs = new long[plan.size()];
        stageOf = new int[plan.size()];
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < plan.size(); i++) {
            StagePlan each = plan.get(i);
            beginNs[i] = window.startNs() + Math.round(each.fromMs() * NS_PER_MS);
            double fromS = each.fromMs() / 1e3;
            stageOf[i] = byName.computeIfAbsent(each.stage(), name -> {
                sums.add(new Sum(name, fromS));
                return sums.size() - 1;
            });
            // The plan is of the longest measurement of the workload; another suite may measure shorter.
            double lengthS = Math.min(each.toMs() / 1e3, window.seconds()) - fromS;
            if (lengthS > 0) {
                Sum sum = sums.get(stageOf[i]);
                sum.seconds += lengthS;
                sum.planned += planned(each, fromS, fromS + lengthS);
            }
        }
    }

    /** Returns the measured stages in the order of their begin; none where the load does not change. */
    static List<ChartSeries.Stage> of(WorkloadPlan workload, RequestSamples samples, MeasurementWindow window) {
        return workload.stages().isEmpty() || !window.known()
                ? List.of()
                : new LoadStages(workload, samples, window).stages();
    }

    /** Returns the buckets of the measurement with the planned number of clients, where it changes over time. */
    static List<ChartSeries.Bucket> withClients(
            WorkloadPlan workload, MeasurementWindow window, List<ChartSeries.Bucket> buckets) {
        if (workload.stages().isEmpty() || workload.kind() == WorkloadPlan.Load.OPEN) {
            return buckets;
        }
        return buckets.stream()
                .map(bucket -> {
                    double end = Math.min(bucket.atS() + bucket.widthS(), window.seconds());
                    return bucket.atS() < 0 || end <= bucket.atS()
                            ? bucket
                            : bucket.withClients(workload.stages().stream()
                                            .mapToDouble(each -> planned(each, bucket.atS(), end))
                                            .sum()
                                    / (end - bucket.atS()));
                })
                .toList();
    }

    /** Returns the load of a stretch, summed over its part between two times. */
    private static double planned(StagePlan each, double fromS, double toS) {
        double from = Math.max(fromS, each.fromMs() / 1e3);
        double to = Math.min(toS, each.toMs() / 1e3);
        return to > from ? (to - from) * load(each, (from + to) / 2) : 0;
    }

    private static double load(StagePlan each, double atS) {
        double share = (atS * 1e3 - each.fromMs()) / (each.toMs() - each.fromMs());
        return each.from() + share * (each.to() - each.from());
    }

    /** Returns the index of the stage at a time. Times before the first stage, which only a damaged file has, belong to the first. */
    private int at(long ns) {
        int found = Arrays.binarySearch(beginNs, ns);
        return stageOf[Math.max(0, found < 0 ? -found - 2 : found)];
    }

    private List<ChartSeries.Stage> stages() {
        for (int i = 0; i < samples.size(); i++) {
            if (samples.measured(i)) {
                Sum sum = sums.get(at(samples.intendedNs(i)));
                sum.requests++;
                sum.failures += samples.succeeded(i) ? 0 : 1;
                sum.timed += samples.timed(i) ? 1 : 0;
            }
            if (samples.succeeded(i) && window.contains(samples.endNs(i))) {
                sums.get(at(samples.endNs(i))).answers++;
            }
        }
        long[][] latencies = sums.stream().map(sum -> new long[sum.timed]).toArray(long[][]::new);
        int[] next = new int[sums.size()];
        for (int i = 0; i < samples.size(); i++) {
            if (samples.measured(i) && samples.timed(i)) {
                int stage = at(samples.intendedNs(i));
                latencies[stage][next[stage]++] = samples.latencyNs(i);
            }
        }
        List<ChartSeries.Stage> stages = new ArrayList<>();
        for (int s = 0; s < sums.size(); s++) {
            if (sums.get(s).seconds > 0) {
                stages.add(stage(sums.get(s), SortedSample.of(latencies[s], latencies[s].length)));
            }
        }
        return stages;
    }

    private ChartSeries.Stage stage(Sum sum, SortedSample response) {
        return new ChartSeries.Stage(
                sum.name,
                sum.fromS,
                sum.seconds,
                closed ? Double.NaN : sum.planned / sum.seconds,
                closed ? sum.planned / sum.seconds : Double.NaN,
                sum.requests,
                sum.failures,
                sum.requests / sum.seconds,
                sum.answers / sum.seconds,
                response.mean() / NS_PER_MS,
                response.median() / NS_PER_MS,
                response.tail(0.95) / NS_PER_MS,
                response.tail(0.99) / NS_PER_MS,
                response.max() / NS_PER_MS);
    }
}
