package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.SortedSample;
import java.util.ArrayList;
import java.util.List;

/** The selection of points for the charts of a repetition, thinned out to the capacity of a chart. */
final class ChartSampling {

    private static final double NS_PER_MS = 1e6;
    private static final double[] SHARES = {
        0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925,
        0.95, 0.97, 0.98, 0.985, 0.99, 0.995, 0.9975, 0.999, 0.9995, 0.9999, 0.99999, 1
    };

    private ChartSampling() {}

    /**
     * Returns single requests, evenly thinned out. Failures have precedence over successful requests: all are kept, unless they fill more
     * than half of the places that the others need.
     */
    static List<ChartSeries.Point> points(RequestSamples samples, MeasurementWindow window, int limit) {
        long failures = 0;
        for (int i = 0; i < samples.size(); i++) {
            failures += samples.succeeded(i) ? 0 : 1;
        }
        long successes = samples.size() - failures;
        long keptFailures = Math.min(failures, Math.max(limit / 2, limit - successes));
        long keptSuccesses = Math.min(successes, limit - keptFailures);
        List<ChartSeries.Point> points = new ArrayList<>();
        long seenFailures = 0;
        long seenSuccesses = 0;
        for (int i = 0; i < samples.size(); i++) {
            boolean ok = samples.succeeded(i);
            long seen = ok ? seenSuccesses++ : seenFailures++;
            long kept = ok ? keptSuccesses : keptFailures;
            long all = ok ? successes : failures;
            if ((seen + 1) * kept / all > seen * kept / all) {
                points.add(new ChartSeries.Point(
                        samples.measured(i),
                        window.at(samples.intendedNs(i)),
                        samples.latencyNs(i) / NS_PER_MS,
                        samples.outcome(i),
                        (double) all / kept));
            }
        }
        return points;
    }

    /** Returns the distribution of the latencies of all measured requests. */
    static LogarithmicHistogram histogram(RequestSamples samples) {
        LogarithmicHistogram histogram = new LogarithmicHistogram();
        for (int i = 0; i < samples.size(); i++) {
            if (samples.measured(i)) {
                histogram.add(samples.latencyNs(i), samples.succeeded(i));
            }
        }
        return histogram;
    }

    /** Returns the percentile curve, up to the percentile that at least one request exceeds. */
    static List<ChartSeries.Percentile> percentiles(SortedSample response) {
        List<ChartSeries.Percentile> curve = new ArrayList<>();
        for (double share : SHARES) {
            if (response.count() > 0 && (share == 1 || response.count() * (1 - share) >= 1)) {
                curve.add(new ChartSeries.Percentile(share, response.quantile(share) / NS_PER_MS));
            }
        }
        return curve;
    }
}
