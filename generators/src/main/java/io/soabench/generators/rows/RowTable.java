package io.soabench.generators.rows;

import io.soabench.generators.soap.TypedPlace;
import io.soabench.model.Measure;
import io.soabench.model.testbed.RowAnswer;
import io.soabench.model.testbed.RowClasses;
import io.soabench.model.testbed.RowOrder;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.SizeBand;
import io.soabench.plan.RowFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * The records that are filled into a template. They are read and checked once, and read again when they are written, so
 * that only the class of each record is kept in memory. Immutable.
 */
public final class RowTable {

    private final Path file;
    private final RowOrder order;
    private final boolean once;
    private final String template;
    private final List<String> names;
    private final List<String> used;
    private final List<String> classNames;
    private final byte[] classes;

    RowTable(
            Path file,
            Rows model,
            String template,
            List<String> names,
            List<String> used,
            Classification classification,
            byte[] classes) {
        this.file = file;
        order = model.getOrder();
        once = model.isOnce();
        this.template = template;
        this.names = List.copyOf(names);
        this.used = List.copyOf(used);
        classNames = classification.names();
        this.classes = classes;
    }

    /**
     * Returns the values that do not have the type of their places.
     *
     * @param places of the template that have one
     * @param process that gets them
     * @throws IOException when the file cannot be read
     */
    public List<RowCheck.Finding> compared(List<TypedPlace> places, String process) throws IOException {
        return places.isEmpty() ? List.of() : new TypeCheck(file, places, process).findings(new RecordFile(file));
    }

    /** Returns the order in which the rows are sent. */
    public RowOrder order() {
        return order;
    }

    /** Returns whether none may be sent twice. */
    public boolean once() {
        return once;
    }

    /** Returns the number of records. */
    public int size() {
        return classes.length;
    }

    /** Returns the index of the class of each record. */
    public byte[] classes() {
        return classes.clone();
    }

    /** Returns the classes in the order in which they were declared or found; one without a name when there are none. */
    public List<String> classNames() {
        return classNames;
    }

    /** Returns the share of the records that belong to a class. */
    public double share(int index) {
        int count = 0;
        for (byte each : classes) {
            count += each == index ? 1 : 0;
        }
        return (double) count / classes.length;
    }

    /** Returns the text of the file whose places are filled, without an XML declaration. */
    public String template() {
        return template;
    }

    /** Returns the columns that are filled in or compared. */
    public List<String> columns() {
        return used;
    }

    /** Returns the names of the places of a template that are no place of the identifier, each once. */
    static Set<String> places(String template) {
        Set<String> places = new LinkedHashSet<>();
        Matcher matcher = RowFile.PLACE.matcher(template);
        while (matcher.find()) {
            if (!matcher.group(1).equals("uiid")) {
                places.add(matcher.group(1));
            }
        }
        return places;
    }

    /** Returns the columns that a model uses: those of the template first, then those that are compared with answers. */
    static List<String> used(String template, Rows model) {
        Set<String> used = places(template);
        model.getAnswers().stream().map(RowAnswer::getColumn).forEach(used::add);
        return List.copyOf(used);
    }

    /** A classification of records. */
    static final class Classification {

        /** The greatest number of classes. People would not read the results of more. */
        static final int MOST_CLASSES = 20;

        private final int column;
        private final long[] limits;
        private final int[] filled;
        private final long literal;
        private final List<String> names = new ArrayList<>();

        /**
         * Creates the classification that the model states.
         *
         * @param columns all of the file
         */
        Classification(RowClasses model, List<String> columns, String template) {
            boolean byColumn = model != null && model.getColumn() != null;
            column = byColumn ? columns.indexOf(model.getColumn()) : -1;
            List<SizeBand> bands = model == null || byColumn ? List.of() : model.getBands();
            limits = bands.stream()
                    .mapToLong(band -> band.getMost() == null
                            ? Long.MAX_VALUE
                            : Measure.of(band.getMost()).bytes())
                    .toArray();
            bands.forEach(band -> names.add(band.getName()));
            if (model == null) {
                names.add("");
            }
            List<Integer> found = new ArrayList<>();
            Matcher matcher = RowFile.PLACE.matcher(template);
            while (matcher.find()) {
                if (columns.contains(matcher.group(1))) {
                    found.add(columns.indexOf(matcher.group(1)));
                }
            }
            filled = found.stream().mapToInt(each -> each).toArray();
            literal = bytes(RowFile.PLACE.matcher(template).replaceAll(""));
        }

        private static long bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }

        List<String> names() {
            return List.copyOf(names);
        }

        /** Returns the class of a record; -1 when there would be more than {@link #MOST_CLASSES}. */
        int of(List<String> values) {
            if (column >= 0) {
                String name = values.get(column).strip();
                if (!names.contains(name)) {
                    if (names.size() == MOST_CLASSES) {
                        return -1;
                    }
                    names.add(name);
                }
                return names.indexOf(name);
            }
            if (limits.length == 0) {
                return 0;
            }
            long size = literal;
            for (int each : filled) {
                size += bytes(RowFile.written(values.get(each)));
            }
            int found = 0;
            while (size > limits[found]) {
                found++;
            }
            return found;
        }

        /** Leaves classes out that have no record. */
        byte[] compact(byte[] classes) {
            int[] renamed = new int[names.size()];
            Arrays.fill(renamed, -1);
            List<String> kept = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                byte own = (byte) i;
                for (byte each : classes) {
                    if (each == own) {
                        renamed[i] = kept.size();
                        kept.add(names.get(i));
                        break;
                    }
                }
            }
            byte[] compact = new byte[classes.length];
            for (int row = 0; row < compact.length; row++) {
                compact[row] = (byte) renamed[classes[row]];
            }
            names.clear();
            names.addAll(kept);
            return compact;
        }
    }

    /**
     * Writes a file of rows for each class.
     *
     * @param files by class
     * @param answers by column the path in the answer, as expanded names
     * @throws IllegalStateException when the records are others than those that were checked
     */
    public void write(List<Path> files, List<Map.Entry<String, List<String>>> answers) throws IOException {
        List<BufferedWriter> writers = new ArrayList<>();
        try {
            for (Path each : files) {
                Files.createDirectories(each.getParent());
                BufferedWriter writer = Files.newBufferedWriter(each);
                writers.add(writer);
                writer.write(RowFile.FIRST_LINE + "\n" + RowFile.COLUMNS + "\t" + String.join("\t", used) + "\n");
                for (Map.Entry<String, List<String>> answer : answers) {
                    writer.write(RowFile.ANSWER + "\t" + answer.getKey() + "\t" + String.join("\t", answer.getValue())
                            + "\n");
                }
            }
            int[] fields = used.stream().mapToInt(names::indexOf).toArray();
            int[] rows = new int[1];
            new RecordFile(file).read(new RecordFile.Sink() {
                @Override
                public void columns(List<String> found) {
                    if (!found.equals(names)) {
                        throw changed();
                    }
                }

                @Override
                public void record(long line, List<String> values) throws IOException {
                    if (rows[0] == classes.length) {
                        throw changed();
                    }
                    BufferedWriter writer = writers.get(classes[rows[0]++]);
                    writer.write(Long.toString(line));
                    for (int field : fields) {
                        writer.write('\t');
                        writer.write(RowFile.written(values.get(field)));
                    }
                    writer.write('\n');
                }

                @Override
                public void problem(long line, String text) {
                    throw changed();
                }
            });
            if (rows[0] < classes.length) {
                throw changed();
            }
        } finally {
            for (BufferedWriter each : writers) {
                each.close();
            }
        }
    }

    private IllegalStateException changed() {
        return new IllegalStateException(file + " has changed since it was checked; compile the testbed again");
    }

    /** Returns the names of the classes, for names of files. */
    public List<String> labels() {
        return classNames.stream()
                .map(name -> name.replaceAll("[^A-Za-z0-9_-]", "-"))
                .toList();
    }
}
