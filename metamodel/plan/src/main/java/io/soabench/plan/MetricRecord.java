package io.soabench.plan;

import java.util.List;

/**
 * The description of a server metric and its trustworthiness; an entry of {@code metrics.json}.
 *
 * @param name name of the metric type
 * @param kind whether values are levels or counts
 * @param unit unit of the values, e.g. {@code bytes}
 * @param source place from which values are read, e.g. {@code /proc/PID/stat}
 * @param limits parts that a value does not include, its resolution and its accuracy; one or more sentences
 */
public record MetricRecord(String name, Kind kind, String unit, String source, String limits) {

    /** The meaning of a value. */
    public enum Kind {
        /** A level at the instant of the observation, such as memory in use. */
        GAUGE,
        /** A count since the start of the server; it never falls. */
        COUNTER
    }

    /** The file {@link RunFiles#METRICS} of a run. */
    @FileFormat(version = File.FORMAT, remedy = "begin a new run")
    public record File(int format, List<MetricRecord> metrics) {

        /** The version of the format that this class reads and writes. */
        public static final int FORMAT = 1;

        /** Creates a file of the version {@link #FORMAT}. */
        public File(List<MetricRecord> metrics) {
            this(FORMAT, metrics);
        }
    }
}
