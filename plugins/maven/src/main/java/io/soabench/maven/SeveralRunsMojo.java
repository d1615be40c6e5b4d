package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.plan.HostClock;
import io.soabench.plan.ReportFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** The common part of the goals that combine finished runs. */
abstract class SeveralRunsMojo extends TestbedMojo {

    private static final List<ReportFormat> FORMATS = List.of(ReportFormat.HTML, ReportFormat.PDF);

    /**
     * The allowed differences between the runs: {@code version}, {@code server}, {@code environment}, {@code model},
     * {@code validity}; commas separate. Name the differences whose effect you want to see.
     */
    @Parameter(property = "soabench.differs")
    String differs;

    /** Combines the runs; {@link #report} renders the findings. */
    abstract void combine(Set<Kind> allowed) throws MojoFailureException, IOException, InterruptedException;

    @Override
    final void perform() throws MojoFailureException, IOException, InterruptedException {
        try {
            combine(allowed());
        } catch (RunsRefused e) {
            throw failure(
                    e.refusals().stream().map(ComparisonRefusal::text).toList(),
                    "the runs cannot be combined: " + count(e.refusals().size(), "reason"));
        }
    }

    private Set<Kind> allowed() {
        Set<Kind> allowed = EnumSet.noneOf(Kind.class);
        List<ComparisonRefusal> unknown = new ArrayList<>();
        for (String word : RunFolders.words(differs)) {
            Optional<Kind> kind = Kind.of(word);
            kind.ifPresent(allowed::add);
            if (kind.isEmpty()) {
                unknown.add(new ComparisonRefusal(
                        "differs",
                        "runs cannot differ in \"" + word + "\"; -Dsoabench.differs is one or more of "
                                + Kind.words()));
            }
        }
        if (!unknown.isEmpty()) {
            throw new RunsRefused(unknown);
        }
        return allowed;
    }

    /** Returns the name of the testbed that the user chose, if any. */
    final Optional<String> chosenTestbed() throws MojoFailureException, IOException {
        return testbed == null ? Optional.empty() : Optional.of(name());
    }

    /** Makes a folder below the output folder for new findings. */
    final Path fresh(String of) {
        return TestbedFolders.fresh(output().resolve(of), HostClock.system().now());
    }

    /** Renders the report of the findings and prints its place. */
    final void report(Path folder, ReportProgram.Kind kind)
            throws MojoFailureException, IOException, InterruptedException {
        List<String> problems = new ReportProgram(classPaths().resolve(ReportProgram.COORDINATES), cache())
                .render(kind, folder, FORMATS, new ReportProgram.Wanted("yes", false, 0));
        if (!problems.isEmpty()) {
            throw failure(problems, "the report in " + shown(folder) + " could not be rendered");
        }
        TestbedFolders.begun(folder);
        for (ReportFormat format : FORMATS) {
            getLog().info("report " + shown(product(folder, format)));
        }
        getLog().info("tables " + shown(product(folder, ReportFormat.CSV)));
    }
}
