package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Chromium without a window, which shows a page as a reader would see it. */
public final class HeadlessBrowser {

    private static final long DEADLINE_S = 120;

    /** Time that scripts of a page believe to have passed; Chromium lets it pass as fast as it can. */
    private static final int VIRTUAL_MS = 10_000;

    private final Path program;
    private final Path folder;

    private HeadlessBrowser(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /**
     * Returns the browser of this machine. Without one on the path the test is skipped.
     *
     * @param folder for its files
     */
    public static HeadlessBrowser find(Path folder) {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(place -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), "there is no chromium, chromium-browser or google-chrome on the PATH");
        return new HeadlessBrowser(found.get(), folder);
    }

    /** Returns the elements of the page after its scripts. */
    public String shown(Path page, int width) throws IOException, InterruptedException {
        Path elements = Files.createTempFile(folder, "shown", ".html");
        Path log = Files.createTempFile(folder, "chromium", ".log");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        // In a container, where tests are often run by root, there is no sandbox.
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + Files.createTempDirectory(folder, "profile"),
                        "--window-size=" + width + ",900",
                        "--virtual-time-budget=" + VIRTUAL_MS,
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(elements.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(DEADLINE_S, TimeUnit.SECONDS))
                    .as("Chromium ends within " + DEADLINE_S + " s")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String html = Files.readString(elements);
        assertThat(html)
                .as(() -> "elements of the page; Chromium said: " + text(log))
                .contains("<html");
        return html;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
