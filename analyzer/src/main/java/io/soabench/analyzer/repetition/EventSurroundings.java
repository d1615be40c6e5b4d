package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RecordedEvent;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.plan.EventKind;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The events of a repetition; each event of the model has the requests of the measurement shortly before and after it. */
final class EventSurroundings {

    /** Length of the time before and after an event. */
    static final long REACH_NS = 5_000_000_000L;

    private final RequestSamples samples;
    private final MeasurementWindow window;

    private EventSurroundings(RequestSamples samples, MeasurementWindow window) {
        this.samples = samples;
        this.window = window;
    }

    /** Returns the events in the order of the record. Only the first line of an event of the model has surroundings. */
    static List<ChartSeries.Event> events(
            List<RecordedEvent> happenings, RequestSamples samples, MeasurementWindow window) {
        EventSurroundings surroundings = new EventSurroundings(samples, window);
        Set<String> seen = new HashSet<>();
        return happenings.stream()
                .map(h -> surroundings.event(h, h.kind() == EventKind.MODEL && seen.add(h.event())))
                .toList();
    }

    private ChartSeries.Event event(RecordedEvent of, boolean first) {
        long atNs = of.atNs();
        return new ChartSeries.Event(
                window.at(atNs),
                of.kind().text(),
                of.subject(),
                of.detail(),
                of.event(),
                first ? near(atNs - REACH_NS, atNs) : null,
                first ? near(atNs, atNs + REACH_NS) : null);
    }

    /** Returns the requests whose intended start is in a stretch of the measurement, without its end. */
    private ChartSeries.Near near(long fromNs, long toNs) {
        long[] latencies = new long[samples.size()];
        int requests = 0;
        int failures = 0;
        int timed = 0;
        for (int i = 0; i < samples.size(); i++) {
            long intendedNs = samples.intendedNs(i);
            if (samples.measured(i) && intendedNs >= fromNs && intendedNs < toNs && window.contains(intendedNs)) {
                requests++;
                if (samples.succeeded(i)) {
                    latencies[timed++] = samples.latencyNs(i);
                } else {
                    failures++;
                }
            }
        }
        SortedSample response = SortedSample.of(Arrays.copyOf(latencies, timed), timed);
        return new ChartSeries.Near(requests, failures, response.median() / 1e6, response.max() / 1e6);
    }
}
