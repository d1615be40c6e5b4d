package io.soabench.generators.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.soabench.model.issue.Place;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A file with the records of a user, in UTF-8 with or without byte order mark, read record by record: of any length. CSV is read as in RFC
 * 4180, its first line names the columns; fields are separated by the comma, semicolon or tab that the first line has most of. JSON lines
 * ({@code .jsonl}, {@code .ndjson}, {@code .json}): an object in each line, without others in it; the first one names the columns.
 */
final class RecordFile {

    /** Takes the records in the order of the file. */
    interface Sink {

        /** Receives the names of the columns; called first. */
        void columns(List<String> names) throws IOException;

        /**
         * Receives a record.
         *
         * @param line in which it begins, from 1
         * @param values as many as there are columns
         */
        void record(long line, List<String> values) throws IOException;

        /** Receives the defect of a record, which is left out. */
        void problem(long line, String text);
    }

    private static final char MARK = '\uFEFF';
    private static final int BUFFER = 1 << 16;
    static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Path file;

    RecordFile(Path file) {
        this.file = file;
    }

    /** Returns the place of the first bytes that are not UTF-8. */
    Optional<Place> notText() throws IOException {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.allocate(BUFFER);
        CharBuffer out = CharBuffer.allocate(BUFFER);
        int line = 1;
        int column = 1;
        try (InputStream bytes = Files.newInputStream(file)) {
            boolean end = false;
            while (!end) {
                int count = bytes.read(in.array(), in.position(), in.remaining());
                end = count < 0;
                in.position(in.position() + Math.max(0, count)).flip();
                CoderResult result = decoder.decode(in, out, end);
                for (char each : out.flip().toString().toCharArray()) {
                    line += each == '\n' ? 1 : 0;
                    column = each == '\n' ? 1 : column + 1;
                }
                if (result.isError()) {
                    return Optional.of(new Place(file, line, column));
                }
                out.clear();
                in.compact();
            }
        }
        return Optional.empty();
    }

    /** Returns whether its lines are objects; else it is a table. */
    boolean json() {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".jsonl") || name.endsWith(".ndjson") || name.endsWith(".json");
    }

    /** Returns the text of the file, without a byte order mark. */
    BufferedReader text() throws IOException {
        BufferedReader text = new BufferedReader(
                new InputStreamReader(new BufferedInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8),
                BUFFER);
        text.mark(1);
        if (text.read() != MARK) {
            text.reset();
        }
        return text;
    }

    /** Reads the file to its end, or to the first place after which it cannot be understood. */
    void read(Sink sink) throws IOException {
        try (BufferedReader text = text()) {
            if (json()) {
                lines(text, sink);
            } else {
                table(text, sink);
            }
        }
    }

    // ---- CSV

    private void table(Reader text, Sink sink) throws IOException {
        long line = 0;
        int columns = 0;
        char separator = separator(text);
        Quotes quotes = new Quotes(text, separator);
        try (CsvReader<CsvRecord> csv = CsvReader.builder()
                .fieldSeparator(separator)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .ofCsvRecord(quotes)) {
            for (CsvRecord each : csv) {
                line = each.getStartingLineNumber();
                if (columns == 0) {
                    columns = each.getFieldCount();
                    sink.columns(each.getFields().stream().map(String::strip).toList());
                } else if (each.getFieldCount() != columns) {
                    sink.problem(
                            line,
                            "the row has " + each.getFieldCount() + " fields instead of " + columns
                                    + (each.getFieldCount() > columns
                                            ? "; put a text that holds the separator between double quotes"
                                            : "; an empty field needs its separator, too"));
                } else {
                    sink.record(line, each.getFields());
                }
            }
            if (quotes.open()) {
                sink.problem(line, "a quote that begins in this row never ends; write two where one is meant");
            }
        } catch (CsvParseException e) {
            String cause = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            sink.problem(line + 1, "the row cannot be read as CSV: " + cause);
        }
    }

    /** Looks whether the last field that begins with a quote also ends with one, which the reader of CSV does not mind. */
    private static final class Quotes extends FilterReader {
        private final char separator;
        private boolean begin = true;
        private boolean quoted;
        private boolean ended;

        Quotes(Reader in, char separator) {
            super(in);
            this.separator = separator;
        }

        @Override
        public int read() throws IOException {
            int c = super.read();
            see((char) c);
            return c;
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            for (int i = offset; i < offset + count; i++) {
                see(buffer[i]);
            }
            return count;
        }

        /** Notes a character. Two quotes in a quoted field end the field and begin it again. */
        private void see(char c) {
            if (c == '"') {
                quoted = (quoted || begin || ended) && !quoted;
                ended = !quoted;
            } else {
                ended = false;
            }
            begin = !quoted && (c == separator || c == '\n' || c == '\r');
        }

        boolean open() {
            return quoted;
        }
    }

    /** Returns the separator that is most frequent in the first line; a comma when the line has none. */
    static char separator(Reader text) throws IOException {
        text.mark(BUFFER / 2);
        int[] counts = new int[3];
        boolean quoted = false;
        int left = BUFFER / 2;
        for (int c = text.read(); c >= 0 && --left > 0 && (quoted || (c != '\n' && c != '\r')); c = text.read()) {
            quoted ^= c == '"';
            int which = quoted ? -1 : ",;\t".indexOf(c);
            if (which >= 0) {
                counts[which]++;
            }
        }
        text.reset();
        int most = IntStream.range(0, 3).reduce(0, (a, b) -> counts[b] > counts[a] ? b : a);
        return ",;\t".charAt(most);
    }

    // ---- JSON lines

    private static void lines(BufferedReader text, Sink sink) throws IOException {
        List<String> columns = List.of();
        long number = 0;
        for (String line = text.readLine(); line != null; line = text.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            Map<String, String> values = new LinkedHashMap<>();
            String problem = object(line, values);
            if (problem == null && columns.isEmpty()) {
                columns = List.copyOf(values.keySet());
                sink.columns(columns);
            }
            if (problem == null && !values.keySet().equals(Set.copyOf(columns))) {
                problem = difference(columns, values);
            }
            if (problem == null) {
                sink.record(number, columns.stream().map(values::get).toList());
            } else {
                sink.problem(number, problem);
            }
        }
    }

    private static String difference(List<String> columns, Map<String, String> values) {
        return columns.stream()
                .filter(name -> !values.containsKey(name))
                .findFirst()
                .map(name -> "the object has no \"" + name + "\", which the first one has; write \"\" or null")
                .orElseGet(() -> "the object has "
                        + values.keySet().stream()
                                .filter(name -> !columns.contains(name))
                                .findFirst()
                                .map(name -> "\"" + name + "\"")
                                .orElse("a name")
                        + ", which the first one has not; all need the same names");
    }

    /** Reads an object; returns its defect, or null. */
    private static String object(String line, Map<String, String> values) throws IOException {
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return "the line is no JSON object like {\"id\": \"A-1\", \"price\": 5}";
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value.isStructStart()) {
                    return "the value of \"" + name
                            + "\" is an object or a list, for which a message has no place; give it a name for each part";
                }
                values.put(name, value == JsonToken.VALUE_NULL ? "" : parser.getText());
            }
            return parser.nextToken() == null ? null : "something follows the object; write one in each line";
        } catch (JsonProcessingException e) {
            return "the line is no JSON object: " + e.getOriginalMessage();
        }
    }

    /** Returns the names that are given to more than one column, or are none. */
    static List<String> unfit(List<String> columns) {
        List<String> unfit = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i);
            if (name.isEmpty()) {
                unfit.add("column " + (i + 1) + " has no name");
            } else if (columns.indexOf(name) < i) {
                unfit.add("two columns have the name \"" + name + "\"");
            } else if (name.chars().anyMatch(c -> c < ' ' || "{}$,\"".indexOf(c) >= 0)) {
                unfit.add("the name of the column \"" + name.replaceAll("\\p{Cntrl}", " ")
                        + "\" has a character that a placeholder cannot have ({ } $ , \" or a control character)");
            } else if (name.equals("uiid")) {
                unfit.add("a column has the name \"uiid\", which stands for the identifier of the request");
            }
        }
        return unfit;
    }
}
