package io.soabench.maven;

import io.soabench.analyzer.Analyzer;
import io.soabench.dsl.TestbedReader;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** What the goals that work on the results of a run share. */
abstract class ResultMojo extends TestbedMojo {

    /** The run to work on: its name, or {@code latest}. */
    @Parameter(property = "soabench.run", defaultValue = "latest")
    String run;

    /** The folder of the chosen run. */
    final Path chosenRun() throws MojoFailureException, IOException {
        TestbedReader.Result model = read();
        Workspace workspace = workspace(model);
        return workspace.run(run)
                .orElseThrow(() -> new MojoFailureException("there is no run \"" + run + "\" of "
                        + model.testbed().getName() + " in " + shown(output.toPath())
                        + "; make one with the goal run, or name its folder with -Dsoabench.output"));
    }

    /** The plan of a run. */
    static Plan planOf(Path run) {
        return Json.read(run.resolve("plan.json"), Plan.class);
    }

    /** Analyses a run and prints what was found. */
    final Analyzer.Result analyze(Path run) throws IOException {
        Analyzer.Result result = Analyzer.analyze(run);
        result.notes().forEach(getLog()::warn);
        result.findings().forEach(getLog()::info);
        return result;
    }

    /** Renders the report of an analysed run. */
    final void render(Path run, List<String> formats, List<Path> renderer)
            throws MojoFailureException, IOException, InterruptedException {
        List<String> problems = new ReportProgram(renderer).render(run, formats);
        if (!problems.isEmpty()) {
            throw failure(problems, "the report of " + shown(run) + " could not be rendered");
        }
        for (String file : List.of("index.html", "report.pdf")) {
            if (Files.exists(run.resolve("report").resolve(file))) {
                getLog().info("report " + shown(run.resolve("report").resolve(file)));
            }
        }
    }

    /** Analyses, renders, and says whether all is well. */
    final void conclude(Path run, List<String> formats, List<Path> renderer, RunRecord record)
            throws MojoFailureException, IOException, InterruptedException {
        Analyzer.Result result = analyze(run);
        render(run, formats, renderer);
        List<String> failures = new ArrayList<>();
        long failed = record.executions().stream()
                .filter(e -> e.state() == RunRecord.State.FAILED)
                .count();
        if (record.state() == RunRecord.State.INTERRUPTED) {
            failures.add("the run was interrupted; go on with -Dsoabench.resume=" + record.id());
        }
        if (failed > 0) {
            failures.add(failed + " of " + count(record.executions().size(), "repetition") + " failed");
        }
        if (result.invalidRepetitions() > 0) {
            failures.add(count(result.invalidRepetitions(), "repetition") + " invalid");
        }
        if (result.missedObjectives() > 0) {
            failures.add(count(result.missedObjectives(), "expectation") + " missed");
        }
        if (!failures.isEmpty()) {
            throw new MojoFailureException(String.join("; ", failures) + ": see "
                    + shown(run.resolve("report").resolve("index.html")));
        }
    }
}
