package io.soabench.dsl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a testbed, read from the first words of its file. Whoever only looks for its runs needs no more of the model, and reading the
 * rest takes seconds. Stateless.
 */
public final class TestbedName {

    /** What the grammar hides between words. */
    private static final String GAP = "(?:\\s++|//[^\\n\\r]*+|/\\*(?s:.*?)\\*/)";

    private static final Pattern BEGINNING =
            Pattern.compile("\\A" + GAP + "*+testbed(?=[\\s/])" + GAP + "++([A-Za-z_](?:-?[A-Za-z0-9_])*+)");

    private static final String ENDING = ".testbed";

    private TestbedName() {}

    /**
     * The name.
     *
     * @param file a model file, which is not checked
     * @return empty when the file does not begin with {@code testbed} and a name: it is a library for others, or no model
     * @throws NoSuchFileException if there is no such file
     * @throws IOException if it cannot be read, or is not named like a model
     */
    public static Optional<String> of(Path file) throws IOException {
        requireModel(file);
        Matcher beginning = BEGINNING.matcher(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        return beginning.find() ? Optional.of(beginning.group(1)) : Optional.empty();
    }

    /** Refuses a file that is not there or is not named like a model. */
    static void requireModel(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!file.getFileName().toString().endsWith(ENDING)) {
            throw new IOException(file + " is no testbed: the name of a model file ends in \"" + ENDING
                    + "\"; name such a file, or rename this one");
        }
    }
}
