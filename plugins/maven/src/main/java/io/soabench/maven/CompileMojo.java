package io.soabench.maven;

import io.soabench.dsl.TestbedReader;
import java.io.IOException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Compiles a testbed into a folder from which it can be run: mocks, processes, workloads, JMeter plans, the plan. */
@Mojo(name = "compile", requiresProject = false, aggregator = true, threadSafe = true)
public final class CompileMojo extends TestbedMojo {

    /** The profile under which it is compiled; the default one of the model if it has one. */
    @Parameter(property = "soabench.profile")
    String profile;

    @Override
    void perform() throws MojoFailureException, IOException {
        TestbedReader.Result model = read();
        compile(model, serverTypes(), profile(model, profile));
    }
}
