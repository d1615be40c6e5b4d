package io.soabench.analyzer.folder;

import io.soabench.plan.LoadRecord;
import io.soabench.plan.RepetitionRecord.PhaseRecord;
import java.util.Collection;
import java.util.Locale;

/**
 * The measured stretch of time of a repetition, in nanoseconds since the Unix epoch.
 *
 * @param warmUpNs start of the warm-up
 * @param startNs start of the measurement; equals the end when nothing was measured
 * @param endNs end of the measurement
 */
public record MeasurementWindow(long warmUpNs, long startNs, long endNs) {

    /** Returns the window that the load clients recorded; else the driver's; else the time from the first to the last measured request. */
    public static MeasurementWindow of(RepetitionFolder folder) {
        Collection<LoadRecord> loads = folder.loads().values();
        RequestSamples samples = folder.samples();
        long first = Long.MAX_VALUE;
        long start = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < samples.size(); i++) {
            first = Math.min(first, samples.intendedNs(i));
            if (samples.measured(i)) {
                start = Math.min(start, samples.intendedNs(i));
                last = Math.max(last, samples.intendedNs(i));
            }
        }
        if (!loads.isEmpty()) {
            long warmUp = loads.stream()
                    .mapToLong(load -> load.times().startNs())
                    .min()
                    .orElse(first);
            long begin = loads.stream()
                    .mapToLong(load -> load.times().measureStartNs())
                    .min()
                    .orElse(start);
            long end = loads.stream()
                    .mapToLong(load -> load.times().measureEndNs())
                    .max()
                    .orElse(last);
            if (begin > 0 && end > begin) {
                return new MeasurementWindow(Math.min(warmUp, begin), begin, end);
            }
        }
        PhaseRecord measure = phase(folder, PhaseRecord.MEASURE);
        if (measure != null && measure.startNs() > 0 && measure.endNs() > measure.startNs()) {
            return new MeasurementWindow(Math.min(first, measure.startNs()), measure.startNs(), measure.endNs());
        }
        return last > start ? new MeasurementWindow(first, start, last) : new MeasurementWindow(0, 0, 0);
    }

    private static PhaseRecord phase(RepetitionFolder folder, String name) {
        return folder.record().stream()
                .flatMap(r -> r.phases().stream())
                .filter(p -> p.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether anything was measured. */
    public boolean known() {
        return endNs > startNs;
    }

    /** Returns the length of the measurement in seconds. */
    public double seconds() {
        return (endNs - startNs) / 1e9;
    }

    /** Returns the length of the warm-up in seconds. */
    public double warmUpSeconds() {
        return (startNs - warmUpNs) / 1e9;
    }

    /** Returns the seconds from the start of the measurement to an instant. */
    public double at(long ns) {
        return (ns - startNs) / 1e9;
    }

    /** Returns whether the instant is in the measurement. */
    public boolean contains(long ns) {
        return ns >= startNs && ns < endNs;
    }
}
