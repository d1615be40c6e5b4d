package io.soabench.exposition;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a testbed, with one SVG file for each picture. It is the entry point for other modules. */
public final class Exposition {

    /** The name of the page in its folder. */
    public static final String PAGE = "index.html";

    private Exposition() {}

    /**
     * Writes {@value #PAGE} and the pictures in it, each as an SVG file. Files of an earlier run are overwritten.
     *
     * @param model without errors
     * @param profile selects the times and repetitions of the suites
     * @param seed replaces the seed of the model; empty: the seed of the model
     * @param estimate duration of the experiment, one sentence per line
     * @param folder created if it is missing
     * @return the files that were written, the page first
     * @throws IOException when files cannot be read or written
     */
    public static List<Path> write(
            TestbedReader.Result model,
            Optional<Profile> profile,
            Optional<Long> seed,
            List<String> estimate,
            Path folder)
            throws IOException {
        Page page = new Page(model, profile, seed, estimate);
        String html = page.html();
        Files.createDirectories(folder);
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, String> picture : page.pictures().entrySet()) {
            written.add(put(folder.resolve(picture.getKey()), picture.getValue()));
        }
        // The page comes last: as long as it is the earlier one, so are its own pictures.
        written.add(0, put(folder.resolve(PAGE), html));
        return written;
    }

    private static Path put(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling("." + file.getFileName());
        Files.writeString(fresh, text, StandardCharsets.UTF_8);
        return Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
