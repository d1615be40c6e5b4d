package io.soabench.driver;

import io.soabench.plan.MetricRecord;
import io.soabench.plugin.MetricSource;
import java.util.List;

/** Observes what can be observed of any process: that it is there, and how often it was looked at. */
public final class FakeMetric implements MetricSource {

    private static final List<MetricRecord> METRICS = List.of(
            new MetricRecord("fake-processes", MetricRecord.Kind.GAUGE, "count", "a test", "None."),
            new MetricRecord("fake-looks", MetricRecord.Kind.COUNTER, "count", "a test", "None."));

    private int looks;

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    @Override
    public void observe(List<Long> pids, Sink sink) {
        looks++;
        sink.value("fake-processes", pids.size());
        sink.value("fake-looks", looks);
    }
}
