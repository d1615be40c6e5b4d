package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.Calls;
import io.soabench.analyzer.folder.Prescription;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.Samples;
import io.soabench.analyzer.stat.Distribution;
import io.soabench.analyzer.stat.Summary;
import java.util.Arrays;

/**
 * What an engine adds to the response time of one that needs no time itself: for each successful request with all its
 * prescribed calls, the latency minus the time that the prescribed structure takes with the planned delays of just these calls.
 *
 * @param overhead in milliseconds
 * @param idealMedianMs median of the response time of an engine that needs no time itself; NaN when there is none
 * @param note why there is none, or empty
 */
public record Overhead(Summary overhead, double idealMedianMs, String note) {

    /** The same with all values. */
    record Computed(Overhead overhead, Values values) {}

    static Computed of(RepetitionFolder folder) {
        Prescription prescription = folder.prescription();
        Samples samples = folder.samples();
        Calls calls = folder.calls();
        if (prescription.calls().isEmpty()) {
            return none(
                    "The number of partner calls depends on data or is unknown, so the ideal response time is, too.");
        }
        if (!prescription.ordered()) {
            return none("Which partners are called depends on data, so the ideal response time is unknown.");
        }
        if (!calls.ordered()) {
            return none("There are too many partner calls to follow each of them.");
        }
        if (!folder.allCalls() && prescription.calls().getAsInt() > 0) {
            return none("Not all calls of the partners are recorded, so the ideal response time is unknown.");
        }
        int prescribed = prescription.calls().getAsInt();
        long[] overhead = new long[samples.size()];
        long[] ideal = new long[samples.size()];
        long[] delays = new long[prescribed];
        int count = 0;
        for (int i = 0; i < samples.size(); i++) {
            if (samples.measured(i)
                    && samples.succeeded(i)
                    && calls.seen(i) == prescribed
                    && calls.extra(i) == 0
                    && !calls.plannedFailure(i)) {
                calls.delaysNs(i, delays);
                ideal[count] = prescription.idealNs(delays);
                overhead[count] = samples.latencyNs(i) - ideal[count];
                count++;
            }
        }
        if (count == 0) {
            return none("No successful request has all its prescribed calls in the calls files.");
        }
        Distribution distribution = Distribution.of(Arrays.copyOf(overhead, count), count);
        return new Computed(
                new Overhead(
                        Summary.of(distribution),
                        Distribution.of(Arrays.copyOf(ideal, count), count).median() / 1e6,
                        ""),
                Values.of(distribution));
    }

    private static Computed none(String note) {
        return new Computed(without(note), Values.of(Distribution.of(new long[0], 0)));
    }

    static Overhead without(String note) {
        return new Overhead(Summary.EMPTY, Double.NaN, note);
    }
}
