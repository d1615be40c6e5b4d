package io.soabench.maven;

import io.soabench.analyzer.Analyzer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;

/** The goal that makes the database of a run anew from its files. */
@Mojo(name = "analyze", requiresProject = false, aggregator = true, threadSafe = true)
public final class AnalyzeMojo extends ResultMojo {

    @Override
    void perform() throws MojoFailureException, IOException {
        Path run = chosenRun();
        printFindings(run, Analyzer.analyze(run), List.of());
    }
}
