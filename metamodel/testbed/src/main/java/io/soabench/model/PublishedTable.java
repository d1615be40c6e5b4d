package io.soabench.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A CSV file of published numbers. Its first line names the columns, with their units: {@code process},
 * {@code workload}, and any of {@code max_s}, {@code min_s}, {@code avg_s} (or {@code …_ms}), {@code failure_percent}
 * (or {@code failure_ratio}) and {@code note}. Numbers may be left out. A field with a comma stands in double quotes.
 *
 * @param rows the rows that can be used
 * @param problems the mistakes; a file with mistakes must not be used
 */
public record PublishedTable(List<Row> rows, List<Problem> problems) {

    /**
     * One test case that was published. A number that was not published is null.
     *
     * @param line from 1
     * @param failureRate 0 to 1
     * @param note or empty
     */
    public record Row(
            int line,
            String process,
            String workload,
            Double maxMs,
            Double minMs,
            Double meanMs,
            Double failureRate,
            String note) {}

    /**
     * A mistake in the file.
     *
     * @param line from 1
     * @param column from 1
     * @param text the finding and the correction
     */
    public record Problem(int line, int column, String text) {}

    private enum Meaning {
        PROCESS,
        WORKLOAD,
        MAX,
        MIN,
        MEAN,
        FAILURES,
        NOTE
    }

    /** A column that a file may have; its numbers are multiplied by ten to the power of {@code digits}. */
    private record Column(Meaning meaning, int digits) {}

    private static final Map<String, Column> COLUMNS = Map.ofEntries(
            Map.entry("process", new Column(Meaning.PROCESS, 0)),
            Map.entry("workload", new Column(Meaning.WORKLOAD, 0)),
            Map.entry("max_s", new Column(Meaning.MAX, 3)),
            Map.entry("max_ms", new Column(Meaning.MAX, 0)),
            Map.entry("min_s", new Column(Meaning.MIN, 3)),
            Map.entry("min_ms", new Column(Meaning.MIN, 0)),
            Map.entry("avg_s", new Column(Meaning.MEAN, 3)),
            Map.entry("avg_ms", new Column(Meaning.MEAN, 0)),
            Map.entry("failure_percent", new Column(Meaning.FAILURES, -2)),
            Map.entry("failure_ratio", new Column(Meaning.FAILURES, 0)),
            Map.entry("note", new Column(Meaning.NOTE, 0)));

    private record Field(int column, String text) {}

    /** Reads the text of a file; never fails, but reports the mistakes. */
    public static PublishedTable parse(String text) {
        Reading reading = new Reading();
        List<String> lines = text.replace("\uFEFF", "").lines().toList();
        if (lines.isEmpty() || !reading.header(lines.get(0))) {
            reading.problem(
                    1,
                    1,
                    "the first line must name the columns: "
                            + "process,workload,max_s,min_s,avg_s,failure_percent,note");
            return reading.table();
        }
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                reading.row(i + 1, lines.get(i));
            }
        }
        return reading.table();
    }

    private static final class Reading {
        private final List<Row> rows = new ArrayList<>();
        private final List<Problem> problems = new ArrayList<>();
        private final Set<List<String>> seen = new HashSet<>();
        private List<Column> columns = List.of();

        void problem(int line, int column, String text) {
            problems.add(new Problem(line, column, text));
        }

        PublishedTable table() {
            return new PublishedTable(List.copyOf(rows), List.copyOf(problems));
        }

        boolean header(String line) {
            List<Column> found = new ArrayList<>();
            for (Field field : fields(line)) {
                Column column = COLUMNS.get(field.text());
                if (column == null || found.stream().anyMatch(c -> c.meaning() == column.meaning())) {
                    return false;
                }
                found.add(column);
            }
            columns = found;
            return has(Meaning.PROCESS) && has(Meaning.WORKLOAD);
        }

        private boolean has(Meaning meaning) {
            return columns.stream().anyMatch(c -> c.meaning() == meaning);
        }

        void row(int line, String text) {
            int before = problems.size();
            List<Field> fields = fields(text);
            if (fields.size() != columns.size()) {
                problem(
                        line,
                        1,
                        "there are " + fields.size() + " fields, but the first line names " + columns.size()
                                + " columns");
                return;
            }
            Map<Meaning, String> texts = new HashMap<>();
            Map<Meaning, Double> numbers = new HashMap<>();
            for (int i = 0; i < fields.size(); i++) {
                Field field = fields.get(i);
                Column column = columns.get(i);
                switch (column.meaning()) {
                    case PROCESS, WORKLOAD, NOTE -> texts.put(column.meaning(), field.text());
                    default -> number(line, field, column).ifPresent(n -> numbers.put(column.meaning(), n));
                }
            }
            Row row = new Row(
                    line,
                    texts.get(Meaning.PROCESS),
                    texts.get(Meaning.WORKLOAD),
                    numbers.get(Meaning.MAX),
                    numbers.get(Meaning.MIN),
                    numbers.get(Meaning.MEAN),
                    numbers.get(Meaning.FAILURES),
                    texts.getOrDefault(Meaning.NOTE, ""));
            if (problems.size() == before) {
                sense(row, numbers.isEmpty());
            }
            if (problems.size() == before) {
                rows.add(row);
            }
        }

        private void sense(Row row, boolean noNumbers) {
            if (row.process().isEmpty() || row.workload().isEmpty()) {
                problem(row.line(), 1, "a process and a workload must be named");
            } else if (!seen.add(List.of(row.process(), row.workload()))) {
                problem(row.line(), 1, row.process() + " under " + row.workload() + " is there twice; remove one");
            } else if (noNumbers && row.note().isEmpty()) {
                problem(row.line(), 1, "there is neither a number nor a note that says why");
            } else if (above(row.minMs(), row.meanMs())
                    || above(row.meanMs(), row.maxMs())
                    || above(row.minMs(), row.maxMs())) {
                problem(row.line(), 1, "minimum, average and maximum are not in this order; correct them");
            } else if (above(row.failureRate(), 1.0)) {
                problem(row.line(), 1, "more than all requests failed; is the unit of the column right?");
            }
        }

        private static boolean above(Double small, Double large) {
            return small != null && large != null && small > large;
        }

        private Optional<Double> number(int line, Field field, Column column) {
            if (field.text().isEmpty()) {
                return Optional.empty();
            }
            try {
                double number = new BigDecimal(field.text())
                        .scaleByPowerOfTen(column.digits())
                        .doubleValue();
                if (number >= 0 && Double.isFinite(number)) {
                    return Optional.of(number);
                }
                problem(line, field.column(), "\"" + field.text() + "\" is " + (number < 0 ? "below 0" : "too large"));
            } catch (NumberFormatException | ArithmeticException e) {
                problem(
                        line,
                        field.column(),
                        "\"" + field.text() + "\" is no number; write e.g. 0.607, or nothing and a note");
            }
            return Optional.empty();
        }
    }

    /** Returns the fields of a line with the columns at which they begin, without quotes. */
    private static List<Field> fields(String line) {
        List<Field> fields = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        boolean quoted = false;
        int begin = 1;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                boolean doubled = quoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                if (doubled) {
                    text.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                fields.add(new Field(begin, text.toString().strip()));
                text.setLength(0);
                begin = i + 2;
            } else {
                text.append(c);
            }
        }
        fields.add(new Field(begin, text.toString().strip()));
        return fields;
    }
}
