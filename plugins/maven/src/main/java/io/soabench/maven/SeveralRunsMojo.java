package io.soabench.maven;

import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.Refusal;
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

/** What the goals share that put finished runs together. */
abstract class SeveralRunsMojo extends TestbedMojo {

    private static final List<ReportFormat> FORMATS = List.of(ReportFormat.HTML, ReportFormat.PDF);

    /**
     * In what runs may differ, because that is what is to be seen: {@code version}, {@code server}, {@code environment}, {@code model},
     * {@code validity}; commas separate.
     */
    @Parameter(property = "soabench.differs")
    String differs;

    /** Puts the runs together; {@link #report} renders what was found. */
    abstract void together(Set<Kind> meant) throws MojoFailureException, IOException, InterruptedException;

    @Override
    final void perform() throws MojoFailureException, IOException, InterruptedException {
        try {
            together(meant());
        } catch (RunsRefused e) {
            throw failure(
                    e.refusals().stream().map(Refusal::text).toList(),
                    "the runs cannot be put together: " + count(e.refusals().size(), "reason"));
        }
    }

    private Set<Kind> meant() {
        Set<Kind> meant = EnumSet.noneOf(Kind.class);
        List<Refusal> unknown = new ArrayList<>();
        for (String word : RunFolders.words(differs)) {
            Optional<Kind> kind = Kind.of(word);
            kind.ifPresent(meant::add);
            if (kind.isEmpty()) {
                unknown.add(new Refusal(
                        "differs",
                        "runs cannot differ in \"" + word + "\"; -Dsoabench.differs is one or more of "
                                + Kind.words()));
            }
        }
        if (!unknown.isEmpty()) {
            throw new RunsRefused(unknown);
        }
        return meant;
    }

    /** Name of the testbed that the user chose, if any. */
    final Optional<String> chosenTestbed() throws MojoFailureException, IOException {
        return testbed == null ? Optional.empty() : Optional.of(name());
    }

    /** A folder below the output folder for what is found now. */
    final Path fresh(String of) {
        return Workspace.fresh(output().resolve(of), HostClock.system().now());
    }

    /** Renders the report of what was found, and says where it is. */
    final void report(Path folder, ReportProgram.Kind kind)
            throws MojoFailureException, IOException, InterruptedException {
        List<String> problems = new ReportProgram(classPaths().resolve(ReportProgram.COORDINATES), cache())
                .render(kind, folder, FORMATS, new ReportProgram.Wanted("yes", false));
        if (!problems.isEmpty()) {
            throw failure(problems, "the report in " + shown(folder) + " could not be rendered");
        }
        Workspace.begun(folder);
        for (ReportFormat format : FORMATS) {
            getLog().info("report " + shown(product(folder, format)));
        }
        getLog().info("tables " + shown(product(folder, ReportFormat.CSV)));
    }
}
