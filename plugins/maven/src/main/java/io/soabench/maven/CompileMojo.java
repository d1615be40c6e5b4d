package io.soabench.maven;

import java.io.IOException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;

/** Compiles a testbed into a folder from which it can be run: mocks, processes, workloads, JMeter plans, the plan. */
@Mojo(name = "compile", requiresProject = false, aggregator = true, threadSafe = true)
public final class CompileMojo extends TestbedMojo {

    @Override
    void perform() throws MojoFailureException, IOException {
        compile(read(), serverTypes());
    }
}
