package io.soabench.metrics.reported;

import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * Metrics from performance counters that an engine keeps of its own threads, in all its processes. A counter that the
 * machine or missing rights exclude is unavailable, with the engine's reason, and never a zero. Source: P11 table I;
 * P13 §4.5.2.
 */
public final class CounterMetrics implements MetricSource {

    private static final String SOURCE =
            "perf_event_open(2), by the engine, of the threads of its stages; asked over HTTP";

    private static final String LIMITS =
            "The engine's own threads only: neither collectors nor compilers. Counted since the engine has started, and"
                    + " scaled where events take turns on the processor. Of a lost replica that is a process, its last report,"
                    + " at most a second old. The engine is asked for them once a second.";

    private static final List<MetricRecord> METRICS = Stream.of(
                    "cycles",
                    "instructions",
                    "cache-references",
                    "cache-misses",
                    "branch-misses",
                    "context-switches",
                    "migrations",
                    "page-faults")
            .map(name -> new MetricRecord(name, Kind.COUNTER, "count", SOURCE, LIMITS))
            .toList();

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    /** Does nothing: the metrics come from {@link #ask}. */
    @Override
    public void observe(List<Long> pids, Sink sink) {}

    @Override
    public void ask(Asked server, Sink sink) {
        StatisticsClient.ask(METRICS, server, sink, CounterMetrics::reason);
    }

    private static String reason(String key, Object value) {
        return value instanceof String refusal
                ? refusal
                : "the engine does not count it: name "
                        + key.substring(key.indexOf('.') + 1)
                        + " in its parameter 'counters'";
    }
}
