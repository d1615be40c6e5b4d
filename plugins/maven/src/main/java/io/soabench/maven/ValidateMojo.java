package io.soabench.maven;

import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.ProcessorUse;
import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that checks a testbed and lists everything for which it would not be compiled and run. It starts and writes
 * nothing.
 */
@Mojo(name = "validate", requiresProject = false, aggregator = true, threadSafe = true)
public final class ValidateMojo extends TestbedMojo {

    /** Prints the effective model with all defaults. */
    @Parameter(property = "soabench.explain", defaultValue = "false")
    boolean explain;

    /** The profile of the explained model; the default one of the model if it has one. */
    @Parameter(property = "soabench.profile")
    String profile;

    @Override
    void perform() throws MojoFailureException, IOException {
        TestbedReader.Result model = read();
        Optional<Profile> chosen = profile(model, profile);
        checked(model, serverTypes(), chosen).estimate().forEach(getLog()::info);
        if (model.testbed().getName() != null) {
            workspace(model).run(RunFiles.LATEST).ifPresent(this::utilisation);
        }
        if (explain) {
            new TestbedReader().explain(model.testbed(), chosen).lines().forEach(getLog()::info);
        }
        getLog().info(shown(testbed.toPath()) + " is valid");
    }

    /** Prints the utilisation of the engines that the last run of the testbed predicts. */
    private void utilisation(Path run) {
        List<ProcessorUse> uses = ProcessorUse.of(run);
        if (!uses.isEmpty()) {
            getLog().info("processors in use, as run " + run.getFileName() + " measured them:");
            uses.forEach(use -> getLog().info("  " + use));
        }
    }
}
