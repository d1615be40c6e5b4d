package io.soabench.plan;

import java.util.List;

/**
 * The tables of a run record: CSV files as in RFC 4180, but with {@code \n} line ends. Their first line names the columns (meanings in
 * docs/reference/formats.md). Columns that end in {@code _ns} are of {@link HostClock#epochNanos()}.
 */
public enum CsvTable {
    /** One line a request, see {@link RunFiles.Each#SAMPLES}. */
    SAMPLES(
            "phase",
            "client",
            "uiid",
            "chunk",
            "row",
            "intended_ns",
            "start_ns",
            "end_ns",
            "outcome",
            "status",
            "bytes_out",
            "bytes_in",
            "detail"),
    /** One line a call that a mock host received. */
    CALLS(
            "service",
            "instance",
            "operation",
            "uiid",
            "step",
            "traced",
            "arrival_ns",
            "planned_us",
            "end_ns",
            "outcome"),
    /** One line an observation of a server. */
    METRICS("at_ns", "metric", "value", "unit", "source"),
    /** One line for each event, see {@link EventKind}. */
    EVENTS("at_ns", "kind", "subject", "detail", "event"),
    /**
     * One line an instance of a process, by the engine's own history: microseconds since the Unix epoch by the clock of the engine's host, and no
     * end while it runs. A line without a begin has the reason why instances are missing.
     */
    INSTANCES("process", "start_epoch_us", "end_epoch_us", "reason");

    @SuppressWarnings("ImmutableEnumChecker") // The list is an immutable copy.
    private final List<String> columns;

    CsvTable(String... columns) {
        this.columns = List.of(columns);
    }

    /** Returns the names of the columns, in their order. */
    public List<String> columns() {
        return columns;
    }

    /** Returns the index of a column, from 0. */
    public int index(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException(name() + " has no column \"" + column + "\"");
        }
        return index;
    }

    /** Returns the first line of the file, without its end. */
    public String header() {
        return String.join(",", columns);
    }

    /** Returns a line of these fields, with its end. */
    public String line(Object... fields) {
        if (fields.length != columns.size()) {
            throw new IllegalArgumentException(
                    name() + " has " + columns.size() + " columns, but there are " + fields.length + " fields");
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            line.append(i == 0 ? "" : ",").append(field(String.valueOf(fields[i])));
        }
        return line.append('\n').toString();
    }

    /** Returns a text as a field, quoted when it must be (RFC 4180 §2); line ends become blanks, so that a line is a record. */
    public static String field(String text) {
        String line = text.replaceAll("\\R", " ");
        return line.indexOf(',') < 0 && line.indexOf('"') < 0 ? line : '"' + line.replace("\"", "\"\"") + '"';
    }
}
