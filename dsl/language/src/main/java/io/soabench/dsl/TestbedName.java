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
 * The name of a testbed, read from the first words of its file. Reading the whole model takes seconds, and a search
 * for its runs needs only the name. Stateless.
 */
public final class TestbedName {

    /** The white space and comments that the grammar hides between words. */
    private static final String GAP = "(?:\\s++|//[^\\n\\r]*+|/\\*(?s:.*?)\\*/)";

    private static final Pattern BEGINNING =
            Pattern.compile("\\A" + GAP + "*+testbed(?=[\\s/])" + GAP + "++([A-Za-z_](?:-?[A-Za-z0-9_])*+)");

    private static final String ENDING = ".testbed";

    private TestbedName() {}

    /**
     * Returns the name.
     *
     * @param file a model file, which is not checked
     * @return empty if the file does not begin with {@code testbed} and a name: it is a library, or no model
     * @throws NoSuchFileException if the file is missing
     * @throws IOException if the file cannot be read, or does not have the name of a model
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
