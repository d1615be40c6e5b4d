package io.soabench.analyzer.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The meanings of the views of a database and of their columns. They are read from a resource; those of statistics come from their list. */
public final class ViewDictionary {

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * One description.
     *
     * @param unit empty when there is none
     */
    public record Entry(String unit, String meaning) {}

    /** Creates the dictionary of the database of a run. */
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

    /** Returns the dictionary of another database. */
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

    /** Returns the meaning of one row of the view. */
    public Optional<Entry> view(String view) {
        return Optional.ofNullable(entries.get(view));
    }

    /** Returns the meaning of a column. A description for this view has precedence over one for all views. */
    public Optional<Entry> column(String view, String column) {
        Entry own = entries.get(view + "." + column);
        return Optional.ofNullable(own != null ? own : entries.get("*." + column));
    }
}
