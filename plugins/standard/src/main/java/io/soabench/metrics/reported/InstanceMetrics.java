package io.soabench.metrics.reported;

import io.soabench.plan.InstanceMetric;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.util.List;

/**
 * The metrics of the instances of an engine. The engine keeps the begin and end of each instance for itself; a driver reads them once after a
 * measurement, so nothing is observed while the engine works.
 */
public final class InstanceMetrics implements MetricSource {

    private static final String SOURCE = "the engine's own history, read after the measurement";

    private static final String REACH =
            " Trusts the engine and the clock of its host; engines of BPMN keep whole milliseconds. Keeping a history costs"
                    + " the engine time, whether the model asks for it or not; reading it does not, because nothing is measured then.";

    private static final List<MetricRecord> METRICS = List.of(
            metric(
                    InstanceMetric.DURATION,
                    "Time from the begin to the end of an instance, of those that began within the measured window. Instances that"
                            + " still ran when the history was read have no duration and are counted apart."),
            metric(
                    InstanceMetric.RATE,
                    "Instances that ended within the measured window, whenever they began; other statistics than average and"
                            + " count are of its seconds."));

    private static MetricRecord metric(InstanceMetric metric, String limits) {
        return new MetricRecord(metric.word(), Kind.GAUGE, metric.unit(), SOURCE, limits + REACH);
    }

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    /** Does nothing: the values are computed from the history. */
    @Override
    public void observe(List<Long> pids, Sink sink) {}
}
