package io.soabench.generators.rows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.soabench.model.issue.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The place of a field of a record in its file, found by reading the file again up to it. It serves the few fields that
 * a user is shown.
 */
final class FieldPlaces {

    private static final int END = -1;

    private final Path file;
    private final List<String> names;

    /** @param names of the columns */
    FieldPlaces(Path file, List<String> names) {
        this.file = file;
        this.names = List.copyOf(names);
    }

    /**
     * Returns the place at which a field starts.
     *
     * @param line in which its record starts, from 1
     * @param field from 0
     * @return the start of the line when the field is not found there
     */
    Place of(long line, int field) {
        RecordFile records = new RecordFile(file);
        try (BufferedReader text = records.text()) {
            return records.json() ? inObject(text, line, field) : inRow(text, line, field);
        } catch (IOException e) {
            // The file was read a moment ago. If it changes meanwhile, the user checks the model again.
            return place(line, 1);
        }
    }

    private Place place(long line, long column) {
        return new Place(file, (int) Math.min(line, Integer.MAX_VALUE), (int) Math.min(column, Integer.MAX_VALUE));
    }

    private Place inObject(BufferedReader text, long line, int field) throws IOException {
        String object = text.readLine();
        for (long number = 1; number < line && object != null; number++) {
            object = text.readLine();
        }
        try (JsonParser parser = RecordFile.JSON.createParser(object == null ? "" : object)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals(names.get(field))) {
                    parser.nextToken();
                    return place(line, parser.currentTokenLocation().getColumnNr());
                }
            }
        }
        return place(line, 1);
    }

    private Place inRow(BufferedReader text, long line, int field) throws IOException {
        char separator = RecordFile.separator(text);
        long atLine = 1;
        long column = 1;
        int at = 0;
        boolean quoted = false;
        int before = END;
        for (int c = text.read(); c != END; before = c, c = text.read()) {
            if (atLine >= line && at == field) {
                return place(atLine, column);
            }
            if (c == '\n' && before == '\r') {
                continue;
            }
            if (c == '\n' || c == '\r') {
                atLine++;
                column = 1;
                continue;
            }
            column++;
            if (atLine >= line) {
                quoted ^= c == '"';
                at += !quoted && c == separator ? 1 : 0;
            }
        }
        return at == field ? place(atLine, column) : place(line, 1);
    }
}
