package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.PrescribedCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.SortedSample;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The time that an engine adds to the response time of an ideal engine, which needs no time itself. It is computed for each successful
 * request with all its prescribed calls. It is the latency minus the time that the prescribed structure takes with the real delays of just
 * these calls. The lateness of a mock host is therefore not part of the overhead.
 *
 * @param overhead in milliseconds
 * @param idealMedianMs median response time of an ideal engine; NaN when there is none
 * @param idealMeanMs mean response time of an ideal engine; NaN when there is none
 * @param note reason for its absence, or empty
 */
public record EngineOverhead(DurationSummary overhead, double idealMedianMs, double idealMeanMs, String note) {

    private static final double NS_PER_MS = 1e6;

    /** The overhead with all single values. */
    record Computed(EngineOverhead overhead, MetricValues values) {}

    /** Returns the overhead of all processes together; none when one of them has none. */
    static Computed of(RepetitionFolder folder) {
        for (int process = 0; process < folder.prescriptions().size(); process++) {
            String why = whyNone(folder, process);
            if (!why.isEmpty()) {
                return none(why);
            }
        }
        return of(folder, i -> true);
    }

    /** Returns the overhead of one process. */
    static Computed of(RepetitionFolder folder, int process) {
        String why = whyNone(folder, process);
        return why.isEmpty() ? of(folder, i -> folder.samples().process(i) == process) : none(why);
    }

    private static String whyNone(RepetitionFolder folder, int process) {
        if (folder.workload().ordersBatches()) {
            return "The partners of a batch are inside the engine, so that all of its response time is the engine's.";
        }
        PrescribedCalls prescription = folder.prescriptions().get(process);
        if (prescription.calls().isEmpty()) {
            return "The number of partner calls depends on data or is unknown, so the ideal response time is, too.";
        }
        if (!prescription.ordered()) {
            return "Which partners are called depends on data, so the ideal response time is unknown.";
        }
        if (!folder.calls().orderedOf(process)) {
            return "There are too many partner calls to follow each of them.";
        }
        if (!folder.allCalls() && prescription.calls().getAsInt() > 0) {
            return "Not all calls of the partners are recorded, so the ideal response time is unknown.";
        }
        if (folder.calls().callbacks() > 0) {
            return "The process waits for callbacks at times that its structure does not determine; the ideal response time is unknown.";
        }
        return "";
    }

    private static Computed of(RepetitionFolder folder, IntPredicate choice) {
        RequestSamples samples = folder.samples();
        PartnerCalls calls = folder.calls();
        long[] overhead = new long[samples.size()];
        long[] ideal = new long[samples.size()];
        List<long[]> places = folder.versions().all().stream()
                .map(prescription -> new long[prescription.calls().orElse(0)])
                .toList();
        int count = 0;
        for (int i = 0; i < samples.size(); i++) {
            long[] delays = places.get(folder.versions().of(i));
            if (choice.test(i)
                    && calls.ordered(i)
                    && samples.measured(i)
                    && samples.succeeded(i)
                    && calls.seen(i) == delays.length
                    && calls.extra(i) == 0
                    && !calls.plannedFailure(i)) {
                calls.delaysNs(i, delays);
                ideal[count] = folder.prescription(i).idealNs(delays);
                overhead[count] = samples.latencyNs(i) - ideal[count];
                count++;
            }
        }
        if (count == 0) {
            return none("No successful request has all its prescribed calls in the calls files.");
        }
        SortedSample distribution = SortedSample.of(Arrays.copyOf(overhead, count), count);
        SortedSample ideals = SortedSample.of(Arrays.copyOf(ideal, count), count);
        return new Computed(
                new EngineOverhead(
                        DurationSummary.of(distribution), ideals.median() / NS_PER_MS, ideals.mean() / NS_PER_MS, ""),
                MetricValues.of(distribution));
    }

    private static Computed none(String note) {
        return new Computed(without(note), MetricValues.of(SortedSample.of(new long[0], 0)));
    }

    /** Returns the result for a process with too few requests. */
    static Computed few() {
        return none("There are too few requests.");
    }

    /** Returns the absence of an overhead, with its reason. */
    public static EngineOverhead without(String note) {
        return new EngineOverhead(DurationSummary.EMPTY, Double.NaN, Double.NaN, note);
    }
}
