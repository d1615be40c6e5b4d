package io.soabench.maven;

import io.soabench.analyzer.batch.BatchComparison;
import io.soabench.analyzer.batch.BatchFile;
import io.soabench.analyzer.batch.BatchPage;
import io.soabench.analyzer.batch.BatchPicture;
import io.soabench.analyzer.batch.BatchesRefused;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Compares the batches that {@code examples/batch.sh} has written: how many times as fast each configuration of the engine is as the baseline,
 * with its confidence interval, and how what was counted goes together with the time. Prints tables in Markdown.
 */
@Mojo(name = "batches", requiresProject = false, aggregator = true, threadSafe = true)
public final class BatchesMojo extends TestbedMojo {

    private static final double CONFIDENCE = 0.95;

    /** The file that batch.sh has written. */
    @Parameter(property = "batches")
    File batches;

    /** The configuration that the others are held against; when missing, the first of the file. */
    @Parameter(property = "baseline")
    String baseline;

    /** A file that takes the tables; when missing, they are printed only. */
    @Parameter(property = "soabench.page")
    File page;

    /** A file that takes the speed-ups as a picture, in SVG; when missing, none is drawn. */
    @Parameter(property = "soabench.picture")
    File picture;

    @Override
    void perform() throws MojoFailureException, IOException {
        if (batches == null) {
            throw new MojoFailureException("no file of batches is named; add -Dbatches=FILE.csv");
        }
        try {
            BatchFile file = BatchFile.read(batches.toPath());
            BatchComparison comparison = BatchComparison.of(file, Optional.ofNullable(baseline), CONFIDENCE);
            List<String> lines = BatchPage.of(comparison, file);
            lines.forEach(getLog()::info);
            write("tables", page, String.join("\n", lines) + "\n");
            write("picture", picture, BatchPicture.of(comparison));
        } catch (NoSuchFileException e) {
            throw new MojoFailureException(
                    "there is no file " + shown(batches.toPath()) + "; -Dbatches names what batch.sh has written", e);
        } catch (BatchesRefused e) {
            throw failure(
                    e.reasons(),
                    "the batches cannot be compared: " + count(e.reasons().size(), "reason"));
        }
    }

    private void write(String what, File where, String text) throws IOException {
        if (where != null) {
            Path file = where.toPath().toAbsolutePath();
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            getLog().info(what + " " + shown(file));
        }
    }
}
