package io.soabench.maven;

import static io.soabench.maven.PrintedText.shown;

import io.soabench.maven.store.RunBundle;
import io.soabench.maven.store.StoreRefused;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that makes one zip file of a finished run and its model, for an archive or the artifact of a publication. It
 * refuses a model that has changed since the run, and replaces no file.
 */
@Mojo(name = "bundle", requiresProject = false, aggregator = true, threadSafe = true)
public final class BundleMojo extends TestbedMojo {

    /** The run to bundle: its name, or {@code latest}. */
    @Parameter(property = "soabench.run", defaultValue = RunFiles.LATEST)
    String run;

    /** The zip file; when missing, {@code bundles/<testbed>-<run>.zip} in the output folder. */
    @Parameter(property = "bundle")
    File bundle;

    /** The author of the data, as its citation names it; when missing, the authors of the testbed. */
    @Parameter(property = "soabench.author")
    String author;

    /** The licence of the data, as an SPDX identifier such as {@code CC-BY-4.0}; when missing, none is stated. */
    @Parameter(property = "soabench.license")
    String license;

    @Override
    void perform() throws MojoFailureException, IOException, InterruptedException {
        String name = name();
        Path folder = workspace(name)
                .run(run)
                .orElseThrow(() ->
                        new MojoFailureException("there is no run \"" + run + "\" of " + name + " in " + shown(output())
                                + "; name one with -Dsoabench.run, or the folder of all runs with -Dsoabench.output"));
        RunRecord record = Json.read(folder.resolve(RunFiles.RUN), RunRecord.class);
        CheckedTestbed checked = checkedAs(record.origin());
        if (!checked.modelHash().equals(record.origin().modelHash())) {
            throw new MojoFailureException("the model " + shown(testbed.toPath())
                    + " or a file of it has changed since the run " + record.id()
                    + "; take the files of that time from version control, then start the goal again");
        }
        try {
            RunBundle made = new RunBundle(folder, testbed.toPath(), checked.sources());
            Path file = bundle == null ? output().resolve("bundles").resolve(made.name() + ".zip") : bundle.toPath();
            made.write(
                    file.toAbsolutePath(),
                    HostClock.system().now().atZone(ZoneOffset.UTC).toLocalDate(),
                    Optional.ofNullable(author).orElse("The authors of the testbed " + name),
                    Optional.ofNullable(license).orElse(""));
            getLog().info("bundle " + shown(file));
        } catch (StoreRefused e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
    }
}
