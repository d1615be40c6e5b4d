package io.soabench.maven;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;

/** The goal that renders the report of a run anew from its database. */
@Mojo(name = "report", requiresProject = false, aggregator = true, threadSafe = true)
public final class ReportMojo extends ResultMojo {

    @Override
    void perform() throws MojoFailureException, IOException, InterruptedException {
        Path chosen = chosenRun();
        render(chosen, planOf(chosen).reports(), classPaths().resolve(ReportProgram.COORDINATES), wanted());
    }
}
