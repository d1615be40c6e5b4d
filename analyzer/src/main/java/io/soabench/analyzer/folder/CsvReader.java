package io.soabench.analyzer.folder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * A reader of the CSV files of a run that creates no objects for their fields. Lines end with {@code \n}. A field may be quoted as in RFC
 * 4180 but contains no line end. A last line without its line end was cut off while it was written: the reader skips it and reports it by
 * {@link #truncated()}.
 */
final class CsvReader implements AutoCloseable {

    private static final int BUFFER = 1 << 18;
    private static final int MAX_FIELDS = 32;

    private final InputStream in;
    private byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private boolean truncated;

    private final int[] begins = new int[MAX_FIELDS];
    private final int[] ends = new int[MAX_FIELDS];
    private int fields;
    private boolean wrong;

    CsvReader(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw, BUFFER) : raw;
    }

    /** Goes to the next line and returns whether there is one. */
    boolean next() throws IOException {
        wrong = false;
        int scan = position;
        while (true) {
            while (scan < limit && buffer[scan] != '\n') {
                scan++;
            }
            if (scan < limit) {
                split(position, scan > position && buffer[scan - 1] == '\r' ? scan - 1 : scan);
                position = scan + 1;
                return true;
            }
            int rest = limit - position;
            if (position > 0) {
                System.arraycopy(buffer, position, buffer, 0, rest);
            } else if (rest == buffer.length) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
            position = 0;
            limit = rest;
            scan = rest;
            int read;
            try {
                read = in.read(buffer, limit, buffer.length - limit);
            } catch (java.io.EOFException e) {
                // A compressed file that was cut off.
                read = -1;
                rest = Math.max(rest, 1);
            }
            if (read < 0) {
                truncated = rest > 0;
                return false;
            }
            limit += read;
        }
    }

    private void split(int from, int to) {
        fields = 0;
        int i = from;
        while (fields < MAX_FIELDS) {
            begins[fields] = i;
            if (i < to && buffer[i] == '"') {
                i++;
                while (i < to && (buffer[i] != '"' || (i + 1 < to && buffer[i + 1] == '"'))) {
                    i += buffer[i] == '"' ? 2 : 1;
                }
                i++;
                if (i > to || (i < to && buffer[i] != ',')) {
                    wrong = true;
                    i = Math.min(i, to);
                }
            }
            while (i < to && buffer[i] != ',') {
                i++;
            }
            ends[fields++] = i;
            if (i >= to) {
                return;
            }
            i++;
        }
        wrong = true;
    }

    /** Returns whether the file ended within a line. */
    boolean truncated() {
        return truncated;
    }

    /** Returns the number of fields in this line. */
    int fields() {
        return fields;
    }

    /** Returns whether a field of this line had the wrong form. */
    boolean wrong() {
        return wrong;
    }

    /** Returns the field as a whole number. If the field is none, sets {@link #wrong()} and returns 0. */
    long number(int field) {
        int i = begins[field];
        int end = ends[field];
        boolean negative = i < end && buffer[i] == '-';
        if (negative) {
            i++;
        }
        if (i == end || end - i > 18 + 1) {
            wrong = true;
            return 0;
        }
        long value = 0;
        for (; i < end; i++) {
            int digit = buffer[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                wrong = true;
                return 0;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    /** Returns the field as a number. If the field is none, sets {@link #wrong()} and returns NaN. */
    double decimal(int field) {
        try {
            double value = Double.parseDouble(text(field));
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The method wrong() reports the mistake.
        }
        wrong = true;
        return Double.NaN;
    }

    /** Returns whether the field consists of these bytes. */
    boolean is(int field, byte[] ascii) {
        return Arrays.equals(buffer, begins[field], ends[field], ascii, 0, ascii.length);
    }

    /** Returns the index of the field among some values. If the field is none of them, sets {@link #wrong()} and returns -1. */
    int oneOf(int field, byte[][] values) {
        for (int i = 0; i < values.length; i++) {
            if (is(field, values[i])) {
                return i;
            }
        }
        wrong = true;
        return -1;
    }

    /** Returns the field as text, without its quotes. */
    String text(int field) {
        int begin = begins[field];
        int end = ends[field];
        if (end - begin >= 2 && buffer[begin] == '"') {
            return new String(buffer, begin + 1, end - begin - 2, StandardCharsets.UTF_8).replace("\"\"", "\"");
        }
        return new String(buffer, begin, end - begin, StandardCharsets.UTF_8);
    }

    /** Returns the identifier in the field, see {@link UiidKey}. */
    long uiid(int field, byte[] workload) {
        return UiidKey.key(buffer, begins[field], ends[field], workload);
    }

    /** Returns whether this line is that header. */
    boolean isHeader(String header) {
        return Arrays.equals(
                buffer, begins[0], ends[fields - 1], header.getBytes(StandardCharsets.UTF_8), 0, header.length());
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
