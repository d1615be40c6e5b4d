package io.soabench.maven;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.Profile;
import java.io.IOException;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Checks a testbed and lists everything for which it would not be compiled and run. Starts and writes nothing. */
@Mojo(name = "validate", requiresProject = false, aggregator = true, threadSafe = true)
public final class ValidateMojo extends TestbedMojo {

    /** Prints the model as it takes effect, every default included. */
    @Parameter(property = "soabench.explain", defaultValue = "false")
    boolean explain;

    /** The profile under which it is explained; the default one of the model if it has one. */
    @Parameter(property = "soabench.profile")
    String profile;

    @Override
    void perform() throws MojoFailureException, IOException {
        TestbedReader.Result model = read();
        Optional<Profile> chosen = profile(model, profile);
        checked(model, serverTypes(), chosen).estimate().forEach(getLog()::info);
        if (explain) {
            new TestbedReader().explain(model.testbed(), chosen).lines().forEach(getLog()::info);
        }
        getLog().info(shown(testbed.toPath()) + " is valid");
    }
}
