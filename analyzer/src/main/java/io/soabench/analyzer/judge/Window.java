package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.Samples;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.RepetitionRecord.PhaseRecord;
import java.util.Collection;
import java.util.Locale;

/**
 * The measured stretch of time of a repetition, in nanoseconds since the Unix epoch.
 *
 * @param warmUpNs begin of the warm-up
 * @param startNs begin of the measurement; equals the end when nothing was measured
 * @param endNs its end
 */
record Window(long warmUpNs, long startNs, long endNs) {

    /** As the load clients say; else as the driver says; else from the first to the last measured request. */
    static Window of(RepetitionFolder folder) {
        Collection<LoadRecord> loads = folder.loads().values();
        Samples samples = folder.samples();
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
            long warmUp = loads.stream().mapToLong(LoadRecord::startNs).min().orElse(first);
            long begin =
                    loads.stream().mapToLong(LoadRecord::measureStartNs).min().orElse(start);
            long end = loads.stream().mapToLong(LoadRecord::measureEndNs).max().orElse(last);
            if (begin > 0 && end > begin) {
                return new Window(Math.min(warmUp, begin), begin, end);
            }
        }
        PhaseRecord measure = phase(folder, "measure");
        if (measure != null && measure.startNs() > 0 && measure.endNs() > measure.startNs()) {
            return new Window(Math.min(first, measure.startNs()), measure.startNs(), measure.endNs());
        }
        return last > start ? new Window(first, start, last) : new Window(0, 0, 0);
    }

    private static PhaseRecord phase(RepetitionFolder folder, String name) {
        return folder.record().stream()
                .flatMap(r -> r.phases().stream())
                .filter(p -> p.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElse(null);
    }

    boolean known() {
        return endNs > startNs;
    }

    double seconds() {
        return (endNs - startNs) / 1e9;
    }

    double warmUpSeconds() {
        return (startNs - warmUpNs) / 1e9;
    }

    /** Seconds since the begin of the measurement. */
    double at(long ns) {
        return (ns - startNs) / 1e9;
    }

    boolean contains(long ns) {
        return ns >= startNs && ns < endNs;
    }
}
