package io.soabench.plan;

import java.util.Arrays;
import java.util.Collection;

/**
 * A metric of the instances of an engine, computed from the begin and end that the engine itself keeps of each ({@link CsvTable#INSTANCES}).
 */
public enum InstanceMetric {
    /** The time from the begin to the end of an instance. */
    DURATION("instance-duration", "ms"),
    /** Instances that end, per second. */
    RATE("instances-per-second", "1/s");

    private final String word;
    private final String unit;

    InstanceMetric(String word, String unit) {
        this.word = word;
        this.unit = unit;
    }

    /** Returns the name of the metric type. */
    public String word() {
        return word;
    }

    /** Returns the unit of the values. */
    public String unit() {
        return unit;
    }

    /** Returns whether any of these names is that of a metric of instances. */
    public static boolean among(Collection<String> metrics) {
        return Arrays.stream(values()).anyMatch(each -> metrics.contains(each.word));
    }
}
