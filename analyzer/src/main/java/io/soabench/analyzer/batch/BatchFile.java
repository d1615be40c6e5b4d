package io.soabench.analyzer.batch;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A file of batches: CSV (RFC 4180, no line ends within fields) with the columns {@value #PROCESS}, {@value #INSTANCES},
 * {@value #CONFIGURATION}, {@value #ROUND}, {@value #RUN}, {@value #COMPLETED}, {@value #WALL_MS}, in any order, and others, each of which
 * is something measured.
 *
 * @param batches in the order of the lines, at least one
 * @param measures the other columns, in their order
 * @param absent of the measures of which a batch has no number, what stands there in the first such line
 */
public record BatchFile(List<Batch> batches, List<String> measures, Map<String, String> absent) {

    static final String PROCESS = "process";
    static final String INSTANCES = "instances";
    static final String CONFIGURATION = "configuration";
    static final String ROUND = "round";
    static final String RUN = "run";
    static final String COMPLETED = "completed";
    static final String WALL_MS = "wall_ms";

    private static final List<String> REQUIRED =
            List.of(PROCESS, INSTANCES, CONFIGURATION, ROUND, RUN, COMPLETED, WALL_MS);
    private static final Set<String> WHOLE = Set.of(INSTANCES, ROUND, RUN, COMPLETED);
    /** The byte order mark that spreadsheets write. */
    private static final String MARK = "\uFEFF";

    /** So many wrong lines are named; the others are counted. */
    private static final int MOST_NAMED = 20;

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

    private static final String NOTHING = "nothing stands there";

    public BatchFile {
        batches = List.copyOf(batches);
        measures = List.copyOf(measures);
        absent = Collections.unmodifiableMap(new LinkedHashMap<>(absent));
    }

    /**
     * Reads a file.
     *
     * @throws BatchesRefused with a sentence for each line that is wrong
     */
    public static BatchFile read(Path file) throws IOException {
        List<String> lines;
        try {
            lines = new ArrayList<>(Files.readAllLines(file));
        } catch (MalformedInputException e) {
            throw new BatchesRefused(List.of(file + " is no text in UTF-8; name a file that batch.sh has written"));
        }
        if (!lines.isEmpty() && lines.get(0).startsWith(MARK)) {
            lines.set(0, lines.get(0).substring(MARK.length()));
        }
        List<String> columns = lines.isEmpty() ? List.of() : fields(lines.get(0));
        List<String> missing =
                REQUIRED.stream().filter(name -> !columns.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new BatchesRefused(List.of(file + " has no column " + String.join(", ", missing)
                    + " in its first line; name a file that batch.sh has written"));
        }
        return new Reading(file, columns).of(lines);
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    /** What has been read so far. */
    private static final class Reading {

        private final Path file;
        private final List<String> columns;
        private final List<String> measures;
        private final List<Batch> batches = new ArrayList<>();
        private final Map<String, Integer> lines = new LinkedHashMap<>();
        private final Map<String, String> absent = new LinkedHashMap<>();
        private final List<String> wrong = new ArrayList<>();

        private Reading(Path file, List<String> columns) {
            this.file = file;
            this.columns = columns;
            this.measures =
                    columns.stream().filter(name -> !REQUIRED.contains(name)).toList();
        }

        private BatchFile of(List<String> all) {
            for (int i = 1; i < all.size(); i++) {
                if (!all.get(i).isBlank()) {
                    add(i + 1, fields(all.get(i)));
                }
            }
            if (batches.isEmpty() && wrong.isEmpty()) {
                wrong.add(file + " has no batches; let batch.sh come to its end");
            }
            if (!wrong.isEmpty()) {
                throw new BatchesRefused(named());
            }
            return new BatchFile(batches, measures, absent);
        }

        private List<String> named() {
            if (wrong.size() <= MOST_NAMED) {
                return wrong;
            }
            List<String> first = new ArrayList<>(wrong.subList(0, MOST_NAMED));
            first.add(file + ": and " + (wrong.size() - MOST_NAMED) + " more like these");
            return first;
        }

        private void add(int line, List<String> fields) {
            int before = wrong.size();
            if (fields.size() != columns.size()) {
                refuse(
                        line,
                        fields.size() + " fields where the first line has " + columns.size()
                                + "; leave out what was cut off");
                return;
            }
            Map<String, Double> numbers = new LinkedHashMap<>();
            for (String name : REQUIRED) {
                if (!name.equals(PROCESS) && !name.equals(CONFIGURATION)) {
                    numbers.put(name, required(line, name, text(fields, name)));
                }
            }
            if (wrong.size() > before) {
                return;
            }
            Batch batch = new Batch(
                    text(fields, PROCESS),
                    numbers.get(INSTANCES).longValue(),
                    text(fields, CONFIGURATION),
                    numbers.get(ROUND).intValue(),
                    numbers.get(RUN).intValue(),
                    numbers.get(WALL_MS),
                    amounts(fields));
            if (numbers.get(COMPLETED) < batch.instances()) {
                refuse(
                        line,
                        "only " + text(fields, COMPLETED) + " of " + batch.instances()
                                + " instances completed; what took less work cannot be compared, leave the line out");
            }
            Integer same = lines.putIfAbsent(batch.place(), line);
            if (same != null) {
                refuse(
                        line,
                        "the same batch as in line " + same + " (" + batch.place()
                                + "); give the rounds of files that are put together other numbers");
            }
            batches.add(batch);
        }

        private String text(List<String> fields, String name) {
            return fields.get(columns.indexOf(name)).strip();
        }

        private double required(int line, String name, String text) {
            double number = number(text);
            boolean whole = number == Math.rint(number) && number <= Integer.MAX_VALUE;
            boolean enough = number > 0 || (name.equals(COMPLETED) && number == 0);
            if (!enough || (WHOLE.contains(name) && !whole)) {
                refuse(
                        line,
                        name + " is \"" + text + "\", which is no " + (WHOLE.contains(name) ? "whole " : "")
                                + "number above 0");
            }
            return number;
        }

        private Map<String, Double> amounts(List<String> fields) {
            Map<String, Double> amounts = new LinkedHashMap<>();
            for (String name : measures) {
                String text = text(fields, name);
                double number = number(text);
                if (Double.isNaN(number)) {
                    absent.putIfAbsent(name, text.isEmpty() ? NOTHING : text);
                } else {
                    amounts.put(name, number);
                }
            }
            return amounts;
        }

        private void refuse(int line, String sentence) {
            wrong.add(file + ":" + line + ": " + sentence);
        }

        /** NaN when it is none. */
        private static double number(String text) {
            try {
                // Java also reads 5d and 0x1p3.
                double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
                return Double.isFinite(number) ? number : Double.NaN;
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        }
    }
}
