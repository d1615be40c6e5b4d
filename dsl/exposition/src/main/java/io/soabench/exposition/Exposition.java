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

/** The door: writes the page of a testbed, and its pictures as files of their own. */
public final class Exposition {

    /** The name of the page in its folder. */
    public static final String PAGE = "index.html";

    private Exposition() {}

    /**
     * Writes {@value #PAGE} and the pictures in it, each as an SVG file, over those of an earlier time.
     *
     * @param model without errors
     * @param profile what the suites say is read under it
     * @param seed takes the place of the model's; empty: that of the model
     * @param estimate what the experiment is expected to take, a sentence a line
     * @param folder made if it is not there
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
