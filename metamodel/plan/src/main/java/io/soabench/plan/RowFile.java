package io.soabench.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The records of a user that belong to a chunk, as {@code requests/<process>/<chunk>.rows} has them (docs/reference/formats.md): a line a
 * record, its fields between tabs, written as they stand in XML. The file is mapped into memory and never copied; of each line only
 * where it begins is kept, four bytes. Immutable and safe for use by many threads.
 */
public final class RowFile {

    /** The first line of every file. */
    public static final String FIRST_LINE = "# soabench rows 1";

    /** The start of the line with the names of the columns, which follow after tabs. */
    public static final String COLUMNS = "# columns";

    /**
     * The start of a line about the place of a column in the answer. The name of the column follows, then the expanded
     * names of the elements.
     */
    public static final String ANSWER = "# answer";

    /** The size of the largest file, which is the limit of a mapped file in Java. */
    public static final long MOST_BYTES = Integer.MAX_VALUE;

    /** The place of a column, or of the UIID, in a template; its first group is the name. */
    public static final Pattern PLACE = Pattern.compile("\\$\\{([^{}$]+)}");

    private static final byte TAB = '\t';
    private static final byte LINE_END = '\n';
    private static final byte COMMENT = '#';

    private final String name;
    private final MappedByteBuffer bytes;
    private final List<String> columns;
    private final List<Answer> answers;
    private final int[] begins;

    /**
     * A place of the answer.
     *
     * @param column index of the column whose value it must hold
     * @param path expanded names {@code {namespace}local} of the elements, from the body's element on
     */
    public record Answer(int column, List<String> path) {

        public Answer {
            path = List.copyOf(path);
        }

        /** Returns the local names, for people. */
        public String words() {
            return String.join(
                    "/",
                    path.stream()
                            .map(step -> step.substring(step.lastIndexOf('}') + 1))
                            .toList());
        }
    }

    private RowFile(
            String name, MappedByteBuffer bytes, List<String> columns, List<Answer> answers, int[] begins, int count) {
        this.name = name;
        this.bytes = bytes;
        this.columns = List.copyOf(columns);
        this.answers = List.copyOf(answers);
        this.begins = Arrays.copyOf(begins, count);
    }

    /**
     * Maps a file.
     *
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when it is not a file of rows
     */
    public static RowFile open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            if (channel.size() > MOST_BYTES) {
                throw new IllegalArgumentException(file + " is longer than " + MOST_BYTES + " bytes");
            }
            MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            return read(file.toString(), bytes);
        }
    }

    private static RowFile read(String name, MappedByteBuffer bytes) {
        List<String> columns = List.of();
        List<Answer> answers = new ArrayList<>();
        int[] begins = new int[1024];
        int count = 0;
        int lines = 0;
        int size = bytes.limit();
        for (int at = 0; at < size; lines++) {
            int begin = at;
            while (at < size && bytes.get(at) != LINE_END) {
                at++;
            }
            if (at == size) {
                throw new IllegalArgumentException(name + " was cut off: its last line has no end");
            }
            if (lines == 0 || bytes.get(begin) == COMMENT) {
                List<String> fields = List.of(text(bytes, begin, at).split("\t", -1));
                if (lines == 0 && !fields.equals(List.of(FIRST_LINE))) {
                    throw new IllegalArgumentException(
                            name + " is no file of rows of this version; expected the line \"" + FIRST_LINE + "\"");
                } else if (fields.get(0).equals(COLUMNS)) {
                    columns = fields.subList(1, fields.size());
                } else if (fields.get(0).equals(ANSWER)) {
                    int column = columns.indexOf(fields.get(1));
                    answers.add(new Answer(column, fields.subList(2, fields.size())));
                }
            } else {
                if (count == begins.length) {
                    begins = Arrays.copyOf(begins, 2 * count);
                }
                begins[count++] = begin;
            }
            at++;
        }
        if (count == 0 || answers.stream().anyMatch(answer -> answer.column() < 0)) {
            throw new IllegalArgumentException(name + " has no row, or an answer without its column");
        }
        RowFile rows = new RowFile(name, bytes, columns, answers, begins, count);
        rows.check();
        return rows;
    }

    private void check() {
        int[] bounds = bounds();
        for (int row = 0; row < begins.length; row++) {
            fields(row, bounds);
        }
    }

    private static String text(ByteBuffer bytes, int begin, int end) {
        byte[] copy = new byte[end - begin];
        bytes.get(begin, copy);
        return new String(copy, StandardCharsets.UTF_8);
    }

    /** Returns the names of the columns. */
    public List<String> columns() {
        return columns;
    }

    /** Returns the places in the answer that must hold values of a row. */
    public List<Answer> answers() {
        return answers;
    }

    /** Returns the number of rows. */
    public int size() {
        return begins.length;
    }

    /** Returns the bytes of the file, to be read at the places from {@link #fields}; their position must not be moved. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Returns an array with room for the places of the fields of a row. */
    public int[] bounds() {
        return new int[columns.size() + 1];
    }

    /** Returns the line of the user's file in which a row begins, from 1; rows count from 0. */
    public long line(int row) {
        long line = 0;
        for (int at = begins[row]; bytes.get(at) != TAB && bytes.get(at) != LINE_END; at++) {
            line = line * 10 + bytes.get(at) - '0';
        }
        return line;
    }

    /**
     * Finds the fields of a row: field <em>i</em> begins at {@code bounds[i]} and ends before {@code bounds[i + 1] - 1}.
     *
     * @throws IllegalArgumentException when the row has not as many fields as there are columns
     */
    public void fields(int row, int[] bounds) {
        int found = 0;
        int at = begins[row];
        for (byte each = bytes.get(at); each != LINE_END; each = bytes.get(++at)) {
            if (each == TAB) {
                if (found < columns.size()) {
                    bounds[found] = at + 1;
                }
                found++;
            }
        }
        if (found != columns.size()) {
            throw new IllegalArgumentException(
                    name + " has " + found + " fields instead of " + columns.size() + " in row " + row);
        }
        bounds[found] = at + 1;
    }

    /** Returns the text of a field, without the entities of XML; slow. */
    public String value(int row, int column) {
        int[] bounds = bounds();
        fields(row, bounds);
        return plain(text(bytes, bounds[column], bounds[column + 1] - 1));
    }

    /** Returns the text of a field as it is sent; slow. */
    public String written(int row, int column) {
        int[] bounds = bounds();
        fields(row, bounds);
        return text(bytes, bounds[column], bounds[column + 1] - 1);
    }

    /** Returns the template of the chunk with the values of a row in place of their columns; slow. */
    public String filled(String template, int row) {
        return PLACE.matcher(template).replaceAll(found -> {
            int column = columns.indexOf(found.group(1));
            return Matcher.quoteReplacement(column < 0 ? found.group() : written(row, column));
        });
    }

    /** Returns a text as fields hold it: fit for the content of an element and the value of an attribute, and without tab or line end. */
    public static String written(String value) {
        StringBuilder text = new StringBuilder(value.length() + 16);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\'' -> text.append("&apos;");
                case '\t' -> text.append("&#9;");
                case '\n' -> text.append("&#10;");
                case '\r' -> text.append("&#13;");
                default -> text.append(c);
            }
        }
        return text.toString();
    }

    /** Returns the text that {@link #written(String)} was made of. */
    public static String plain(String written) {
        return written.indexOf('&') < 0
                ? written
                : written.replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&quot;", "\"")
                        .replace("&apos;", "'")
                        .replace("&#9;", "\t")
                        .replace("&#10;", "\n")
                        .replace("&#13;", "\r")
                        .replace("&amp;", "&");
    }
}
