package io.soabench.analyzer.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the views of a database and their columns mean; read from a resource, those of statistics from their list. */
public final class ViewDictionary {

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * One description.
     *
     * @param unit empty when there is none
     */
    public record Entry(String unit, String meaning) {}

    /** That of the database of a run. */
    public ViewDictionary() {
        this("dictionary.txt");
        for (WideTable pivot : WideTable.values()) {
            pivot.dictionary().forEach(entries::put);
        }
    }

    private ViewDictionary(String resource) {
        for (String line : resource(resource).split("\n", -1)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                List<String> parts = List.of(line.split(" ?\\| ?", 3));
                entries.put(
                        parts.get(0).trim(),
                        new Entry(parts.get(1).trim(), parts.get(2).trim()));
            }
        }
    }

    /** That of another database. */
    static ViewDictionary of(String resource) {
        return new ViewDictionary(resource);
    }

    static String resource(String name) {
        try (InputStream in = ViewDictionary.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("it is not in the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource " + name, e);
        }
    }

    /** What one row of the view is. */
    public Optional<Entry> view(String view) {
        return Optional.ofNullable(entries.get(view));
    }

    /** What the column is; a description for this view goes before one for all views. */
    public Optional<Entry> column(String view, String column) {
        Entry own = entries.get(view + "." + column);
        return Optional.ofNullable(own != null ? own : entries.get("*." + column));
    }
}
