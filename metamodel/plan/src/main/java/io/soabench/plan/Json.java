package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A reader and writer of the records of this package as JSON. Fields have the order of the record, maps their own order; two blanks of
 * indentation, {@code \n} line ends. So equal values give equal bytes on every platform.
 *
 * <p>Safe for use by many threads.
 */
public final class Json {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private static final ObjectWriter WRITER = MAPPER.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {}

    /** Returns the JSON text of a record, ended by one line end. */
    public static String text(Object value) {
        try {
            return WRITER.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }

    /** Returns the JSON text of a record on one line, without a line end. */
    public static String line(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }

    /** Parses a JSON text. Unknown fields are refused: they are another version's. */
    public static <T> T parse(String text, Class<T> type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Reads a JSON file.
     *
     * @throws UncheckedIOException with one sentence that names the file when it is missing, of another {@link FileFormat}, or no such
     *     record
     */
    public static <T> T read(Path file, Class<T> type) {
        try {
            JsonNode content = MAPPER.readTree(Files.readAllBytes(file));
            requireFormat(content, type.getAnnotation(FileFormat.class));
            return MAPPER.treeToValue(content, type);
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException(file + " is missing", e);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(
                    file + " is not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Returns why {@link #read} failed, as part of a sentence that names the file: without its path and without the words of a parser. */
    public static String reason(UncheckedIOException failed) {
        IOException cause = failed.getCause();
        if (cause instanceof NoSuchFileException) {
            return "it is missing";
        }
        return cause instanceof JsonProcessingException ? "it is damaged or of another version" : cause.getMessage();
    }

    private static void requireFormat(JsonNode content, FileFormat format) throws IOException {
        if (format == null) {
            return;
        }
        JsonNode found = content.path("format");
        if (!found.isInt() || found.intValue() != format.version()) {
            throw new IOException((found.isMissingNode() ? "it names no format" : "it has format " + found)
                    + ", but this version of SOABench reads format " + format.version() + "; " + format.remedy());
        }
    }

    /** Writes a JSON file atomically: a reader sees the old content or the new one, never a part. */
    public static void write(Path file, Object value) {
        Path parent = file.toAbsolutePath().getParent();
        Path part = parent.resolve(file.getFileName() + ".part");
        try {
            Files.createDirectories(parent);
            Files.writeString(part, text(value));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
