package io.soabench.generators.rows;

import io.soabench.generators.rows.RowTable.Classification;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.Rows;
import io.soabench.plan.RowFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A reader of a user's records that reports all faults of the records and their template together. */
public final class RowCheck {

    /** The greatest number of records in a file. */
    private static final int MOST_ROWS = 100_000_000;

    private final Rows model;
    private final Path file;
    private final String template;
    private final String templateName;
    private final List<Finding> findings = new ArrayList<>();
    private final RowFaults faults;
    private long problems;

    /**
     * A fault.
     *
     * @param place in the file of records; empty for a fault of the model or the template
     */
    public record Finding(IssueCode code, Optional<Place> place, String sentence, boolean warning) {}

    /**
     * The result of a check.
     *
     * @param table the records; empty when there is a fault
     */
    public record Result(Optional<RowTable> table, List<Finding> findings) {}

    private RowCheck(Rows model, Path file, String template, String templateName) {
        this.model = model;
        this.file = file;
        this.faults = new RowFaults(file);
        this.template = template;
        this.templateName = templateName;
    }

    /**
     * Reads and checks.
     *
     * @param template content of the template, see {@link RequestText#of}
     * @param templateName for sentences
     * @throws IOException when the file cannot be read
     */
    public static Result of(Rows model, Path file, String template, String templateName) throws IOException {
        return new RowCheck(model, file, template, templateName).result();
    }

    private void add(IssueCode code, String sentence) {
        findings.add(new Finding(code, Optional.empty(), sentence, false));
        problems++;
    }

    private void add(IssueCode code, long line, String sentence) {
        add(code, line, RowFaults.ROW, sentence);
    }

    private void add(IssueCode code, long line, int field, String sentence) {
        problems++;
        faults.add(code, sentence, line, field, () -> sentence);
    }

    private Result result() throws IOException {
        RecordFile records = new RecordFile(file);
        Optional<Place> notText = records.notText();
        if (notText.isPresent()) {
            findings.add(new Finding(
                    IssueCode.NOT_UTF_8,
                    notText,
                    "the bytes here are no text in UTF-8; save the file in UTF-8",
                    false));
            return new Result(Optional.empty(), findings);
        }
        unfillable();
        Reading reading = new Reading();
        records.read(reading);
        findings.addAll(faults.findings(reading.names));
        return new Result(reading.table(), List.copyOf(findings));
    }

    /** Places of columns where no value can stand. */
    private void unfillable() {
        try {
            Set<String> spoiled = RequestText.unparsed(template);
            RowTable.places(String.join(" ", spoiled))
                    .forEach(
                            name -> add(
                                    IssueCode.ROWS_PLACE,
                                    "${" + name + "} stands in a comment, a CDATA section or an instruction of \""
                                            + templateName
                                            + "\", where no value can be written; move it into the text of an element or an attribute"));
        } catch (BadRequestDataException e) {
            add(e.code(), "file \"" + templateName + "\" " + e.getMessage());
        }
    }

    /** The records in the order of the file. */
    private final class Reading implements RecordFile.Sink {
        private List<String> names = List.of();
        private List<String> used = List.of();
        private int[] fields = {};
        private Classification classification;
        private byte[] classes = new byte[1024];
        private long[] bytes = {};
        private int rows;
        private boolean tooMany;

        @Override
        public void columns(List<String> found) {
            names = found;
            RecordFile.unfit(names)
                    .forEach(text -> add(IssueCode.ROWS_COLUMN, 1, text + "; correct the names in the first line"));
            used = RowTable.used(template, model);
            Set<String> places = RowTable.places(template);
            for (String name : used) {
                if (!names.contains(name)) {
                    add(
                            IssueCode.ROWS_COLUMN,
                            (places.contains(name)
                                            ? "${" + name + "} in \"" + templateName + "\""
                                            : "the answer's column \"" + name + "\"")
                                    + " names no column of \"" + model.getFile() + "\"; it has " + quoted(names));
                }
            }
            String byColumn =
                    model.getClasses() == null ? null : model.getClasses().getColumn();
            if (byColumn != null && !names.contains(byColumn)) {
                add(
                        IssueCode.ROWS_COLUMN,
                        "classes are by \"" + byColumn + "\", which is no column of \"" + model.getFile()
                                + "\"; it has " + quoted(names));
            }
            List<String> unused = names.stream()
                    .filter(name -> !used.contains(name) && !name.equals(byColumn))
                    .toList();
            if (!unused.isEmpty()) {
                findings.add(new Finding(
                        IssueCode.ROWS_UNUSED,
                        Optional.empty(),
                        "nothing uses the " + (unused.size() == 1 ? "column " : "columns ") + quoted(unused) + " of \""
                                + model.getFile() + "\"; write ${" + unused.get(0) + "} in \"" + templateName
                                + "\", or leave it",
                        true));
            }
            classification = new Classification(model.getClasses(), names, template);
            bytes = new long[Classification.MOST_CLASSES];
            fields =
                    used.stream().mapToInt(names::indexOf).filter(at -> at >= 0).toArray();
        }

        private String quoted(List<String> all) {
            return String.join(
                    ", ", all.stream().map(name -> "\"" + name + "\"").toList());
        }

        @Override
        public void record(long line, List<String> values) {
            if (tooMany) {
                return;
            }
            if (rows == MOST_ROWS) {
                tooMany = true;
                add(IssueCode.TOO_MUCH, line, "the file has more than a hundred million rows; cut it");
                return;
            }
            for (int field : fields) {
                String value = values.get(field);
                int wrong = forbidden(value);
                if (wrong >= 0) {
                    add(
                            IssueCode.ROWS_VALUE,
                            line,
                            field,
                            String.format(
                                    Locale.ROOT,
                                    "the column \"%s\" has the character U+%04X, which XML does not allow; remove it",
                                    names.get(field),
                                    value.codePointAt(wrong)));
                }
            }
            int own = classification.of(values);
            if (own < 0) {
                tooMany = true;
                add(
                        IssueCode.ROWS_CLASSES,
                        line,
                        "\"" + model.getClasses().getColumn() + "\" has more than " + Classification.MOST_CLASSES
                                + " values, too many for classes; choose a column with few, or classes by size");
                return;
            }
            if (rows == classes.length) {
                classes = Arrays.copyOf(classes, 2 * rows);
            }
            classes[rows++] = (byte) own;
            bytes[own] += size(line, values);
        }

        private long size(long line, List<String> values) {
            long size = Long.toString(line).length() + 1L + fields.length;
            for (int field : fields) {
                size += RowFile.written(values.get(field)).getBytes(StandardCharsets.UTF_8).length;
            }
            return size;
        }

        @Override
        public void problem(long line, String text) {
            add(IssueCode.ROWS_INVALID, line, text);
        }

        Optional<RowTable> table() {
            if (rows == 0 && problems == 0) {
                add(
                        IssueCode.ROWS_EMPTY,
                        "file \"" + model.getFile() + "\" has no row" + (names.isEmpty() ? "" : " below its first line")
                                + "; each row makes a request");
            }
            // A header is some hundred bytes.
            if (Arrays.stream(bytes).anyMatch(each -> each > RowFile.MOST_BYTES - (1 << 20))) {
                add(
                        IssueCode.TOO_MUCH,
                        "what is used of \"" + model.getFile()
                                + "\" is more than 2 GiB in one class; leave rows or columns out");
            }
            if (problems > 0) {
                return Optional.empty();
            }
            byte[] own = classification.compact(Arrays.copyOf(classes, rows));
            return Optional.of(new RowTable(file, model, template, names, used, classification, own));
        }
    }

    /** Returns the index of a character that no XML 1.0 document may have, or -1. */
    private static int forbidden(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean allowed = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c >= 0x20 && c <= 0xD7FF)
                    || (c >= 0xE000 && c <= 0xFFFD)
                    || c >= 0x10000;
            if (!allowed) {
                return i;
            }
            i += Character.charCount(c);
        }
        return -1;
    }
}
