package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.CompareRuns;
import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.RunLabels;
import io.soabench.analyzer.compare.RunsComparison;
import io.soabench.analyzer.compare.RunsRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that compares two or more finished runs case by case with the first of them, for example a release with the
 * last one. It refuses runs that differ in more than {@code soabench.differs} allows. It changes none of the runs; its
 * results are in a folder {@code compare/<id>} of the output folder.
 */
@Mojo(name = "compare", requiresProject = false, aggregator = true, threadSafe = true)
public final class CompareMojo extends SeveralRunsMojo {

    private static final String WORSE = "worse";
    private static final String NEVER = "never";

    /**
     * The runs, the baseline first; commas separate. Each is the folder of a run, its name (also {@code latest}), or
     * {@code TESTBED/NAME}.
     */
    @Parameter(property = "runs")
    String runs;

    /**
     * {@code worse}: the build fails when a later run does worse than the baseline. A run does worse when it is slower,
     * loses more requests, or does not keep up where the baseline does. {@code never}: results fail no build.
     */
    @Parameter(property = "soabench.fail", defaultValue = NEVER)
    String fail;

    @Override
    void combine(Set<Kind> allowed) throws MojoFailureException, IOException, InterruptedException {
        if (!List.of(WORSE, NEVER).contains(fail)) {
            throw new RunsRefused(List.of(new ComparisonRefusal(
                    "fail", "-Dsoabench.fail is \"" + fail + "\"; use " + WORSE + " or " + NEVER)));
        }
        List<Path> folders = new RunFolders(output(), chosenTestbed()).of(runs);
        RunsComparison comparison = CompareRuns.of(folders, allowed);
        for (int i = 0; i < folders.size(); i++) {
            getLog().info((i == 0 ? "baseline " : "run ") + RunLabels.of(i) + " is " + shown(folders.get(i)));
        }
        comparison.findings().forEach(finding -> {
            if (finding.kind().equals(RunsComparison.Finding.WORSE)) {
                getLog().warn(finding.sentence());
            } else {
                getLog().info(finding.sentence());
            }
        });
        Path folder = fresh("compare");
        CompareRuns.write(comparison, folder);
        report(folder, ReportProgram.Kind.COMPARISON);
        int worse = comparison.worse().size();
        if (fail.equals(WORSE) && worse > 0) {
            throw new MojoFailureException("worse than " + RunLabels.BASELINE + " (" + comparison.id(RunLabels.BASELINE)
                    + ") in " + count(worse, "respect") + ": see " + shown(folder.resolve("report/index.html")));
        }
    }
}
