package io.soabench.maven;

import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.RunHistory;
import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.analyzer.history.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that looks for the runs from which on the results of a testbed have changed. It reads ten or more finished
 * runs of a folder, in the order in which they began. It changes none of them; its results are in a folder {@code
 * history/<id>} of the output folder.
 */
@Mojo(name = "history", requiresProject = false, aggregator = true, threadSafe = true)
public final class HistoryMojo extends SeveralRunsMojo {

    /** The folder that holds the folders of the runs; when missing, that of the runs of the testbed. */
    @Parameter(property = "runs")
    String runs;

    @Override
    void combine(Set<Kind> allowed) throws MojoFailureException, IOException, InterruptedException {
        Path all = folder();
        History history = RunHistory.of(all, allowed);
        history.findings().forEach(finding -> {
            if (finding.kind().equals(History.Finding.WORSE)) {
                getLog().warn(finding.sentence());
            } else {
                getLog().info(finding.sentence());
            }
        });
        Path folder = fresh("history");
        RunHistory.write(history, folder);
        report(folder, ReportProgram.Kind.HISTORY);
    }

    private Path folder() throws MojoFailureException, IOException {
        if (runs == null && testbed == null) {
            throw new RunsRefused(List.of(new ComparisonRefusal(
                    "unknown",
                    "no folder of runs is named; add -Druns=DIR, or -Dtestbed=FILE for those of a testbed")));
        }
        Path folder = runs == null ? workspace(name()).runs() : Path.of(runs);
        if (!Files.isDirectory(folder)) {
            throw new RunsRefused(List.of(new ComparisonRefusal(
                    "unknown", "there is no folder " + shown(folder) + "; -Druns names the one that holds the runs")));
        }
        return folder;
    }
}
