package io.soabench.generators.reading;

import io.soabench.generators.rows.RowCheck;
import io.soabench.generators.rows.RowTable;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.TestbedPackage.Literals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The chunk files of a testbed by the name that each gets, which is unique. */
public final class Chunks {

    /** The name of the chunk that is made from the WSDL. */
    public static final String DEFAULT = "default";

    /**
     * A chunk that records fill.
     *
     * @param table the records
     * @param model where it stands in the model
     * @param index of the class of records that is sent in it
     */
    public record Filled(RowTable table, DataChunk model, int index) {}

    private final Map<String, Path> byName = new LinkedHashMap<>();
    private final Map<String, DataChunk> models = new LinkedHashMap<>();
    private final Map<String, Filled> filled = new LinkedHashMap<>();
    private final Map<DataChunk, List<String>> namesOfRows = new HashMap<>();
    private final Map<DataChunk, Optional<RowTable>> tables = new HashMap<>();

    /** Returns the name of a chunk's file. */
    public String name(DataChunk chunk, Path file) {
        String name = name(file);
        models.putIfAbsent(name, chunk);
        return name;
    }

    private String name(Path file) {
        for (Map.Entry<String, Path> known : byName.entrySet()) {
            if (known.getValue().equals(file) && !filled.containsKey(known.getKey())) {
                return known.getKey();
            }
        }
        String name = free(base(file));
        byName.put(name, file);
        return name;
    }

    private static String base(Path file) {
        String full = file.getFileName().toString();
        return (full.endsWith(".xml") ? full.substring(0, full.length() - 4) : full).replaceAll("[^A-Za-z0-9._-]", "-");
    }

    private String free(String base) {
        String name = base;
        for (int n = 2; byName.containsKey(name) || name.equals(DEFAULT); n++) {
            name = base + "-" + n;
        }
        return name;
    }

    /** Returns the names of the chunks that records fill, one for each class of them. */
    List<String> names(DataChunk chunk, Path template, RowTable table) {
        return namesOfRows.computeIfAbsent(chunk, any -> {
            List<String> names = new ArrayList<>();
            for (String label : table.labels()) {
                String base = base(template) + (label.isEmpty() ? "" : "." + label);
                String name = free(base);
                byName.put(name, template);
                models.put(name, chunk);
                filled.put(name, new Filled(table, chunk, names.size()));
                names.add(name);
            }
            return List.copyOf(names);
        });
    }

    /** Returns the records of a chunk, read once however many workloads send them; empty after problems were added. */
    Optional<RowTable> table(DataChunk chunk, Path template, ModelFiles files, ProblemCollector problems) {
        Optional<RowTable> known = tables.get(chunk);
        if (known == null) {
            known = read(chunk, template, files, problems);
            tables.put(chunk, known);
        }
        return known;
    }

    private static Optional<RowTable> read(
            DataChunk chunk, Path template, ModelFiles files, ProblemCollector problems) {
        Rows model = chunk.getRows();
        Optional<Path> file =
                files.find(model, Literals.ROWS__FILE, model.getFile(), "the records of \"" + chunk.getFile() + "\"");
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            String text = RequestText.of(Files.readAllBytes(template));
            RowCheck.Result result = RowCheck.of(model, file.get(), text, chunk.getFile());
            for (RowCheck.Finding each : result.findings()) {
                if (each.place().isPresent()) {
                    problems.add(each.code(), each.place().get(), each.sentence());
                } else if (each.warning()) {
                    problems.warn(each.code(), model, Literals.ROWS__FILE, each.sentence());
                } else {
                    problems.add(each.code(), model, Literals.ROWS__FILE, each.sentence());
                }
            }
            return result.table();
        } catch (BadRequestDataException e) {
            problems.add(
                    e.code(), chunk, Literals.DATA_CHUNK__FILE, "file \"" + chunk.getFile() + "\" " + e.getMessage());
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.get() + ": " + e.getMessage(), e);
        }
    }

    /** Returns the names of the chunks that records fill, one for each class of them; {@link #names} was called before. */
    List<String> namesOfRows(DataChunk chunk) {
        return namesOfRows.get(chunk);
    }

    /** Returns the records that fill a chunk; empty when it is sent as it is. */
    public Optional<Filled> filled(String name) {
        return Optional.ofNullable(filled.get(name));
    }

    /** Returns the file of a chunk; {@code null} for {@link #DEFAULT}. */
    public Path file(String name) {
        return byName.get(name);
    }

    /** Returns the first place in the model that names the file. */
    public DataChunk model(String name) {
        return models.get(name);
    }
}
