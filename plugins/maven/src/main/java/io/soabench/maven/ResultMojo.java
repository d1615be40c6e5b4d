package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.driver.RunJournal;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** The common part of the goals that work on the results of a run. */
abstract class ResultMojo extends TestbedMojo {

    /** The largest sample of requests of a repetition: more than the database has. */
    private static final int MOST_TRACES = 100_000;

    /** The run to work on: its name, or {@code latest}. */
    @Parameter(property = "soabench.run", defaultValue = RunFiles.LATEST)
    String run;

    /**
     * The formats of the report with a chapter for each case, the criteria of validity and the glossary. {@code html}:
     * the HTML alone. {@code true}: the PDF, too. {@code false}: none, so that a report of many cases is much smaller
     * and ready sooner.
     */
    @Parameter(property = "soabench.report.details", defaultValue = "html")
    String details;

    /** Keeps the design of the report, for the BIRT designer, beside it as {@code soabench.rptdesign}: 1 to 2 MB. */
    @Parameter(property = "soabench.report.design", defaultValue = "false")
    boolean design;

    /**
     * The number of further requests of each repetition in {@code report/traces.json}, beside the median, the 99th
     * percentile, the slowest ones and the first failures.
     */
    @Parameter(property = "soabench.report.traces", defaultValue = "0")
    int traces;

    /**
     * Fails the build also for undecided expectations and disturbed repetitions. An expectation is undecided when the
     * measurements do not show whether its limit is kept. A repetition is disturbed when it is invalid only because
     * another program kept the machine busy.
     */
    @Parameter(property = "soabench.strict", defaultValue = "false")
    boolean strict;

    /** Returns the folder of the chosen run. */
    final Path chosenRun() throws MojoFailureException, IOException {
        // The rest of the model is not needed, and takes seconds to read.
        String name = name();
        return workspace(name)
                .run(run)
                .orElseThrow(() -> new MojoFailureException("there is no run \"" + run + "\" of "
                        + name + " in " + shown(output())
                        + "; make one with the goal run, or name its folder with -Dsoabench.output"));
    }

    /** Returns the plan of a run. */
    static Plan planOf(Path run) {
        return Json.read(run.resolve(RunFiles.PLAN), Plan.class);
    }

    /**
     * Prints the findings of an analysis.
     *
     * @param later sentences that are printed elsewhere
     */
    final void printFindings(Path run, Analysis analysis, Collection<String> later) throws MojoFailureException {
        analysis.missing().forEach(getLog()::warn);
        analysis.lines().stream().filter(sentence -> !later.contains(sentence)).forEach(getLog()::info);
        if (!analysis.written()) {
            throw new MojoFailureException(shown(run) + " could not be analysed; the warnings above name the reason");
        }
    }

    /** Returns the wishes for the report. Goals that measure ask for them first: a wrong one must not end a long run. */
    final ReportProgram.Wanted wanted() throws MojoFailureException {
        String where =
                switch (details) {
                    case "html" -> "html";
                    case "true" -> "yes";
                    case "false" -> "no";
                    default ->
                        throw new MojoFailureException(
                                "-Dsoabench.report.details is \"" + details + "\"; use html, true or false");
                };
        if (traces < 0 || traces > MOST_TRACES) {
            throw new MojoFailureException(
                    "-Dsoabench.report.traces is " + traces + "; use a number from 0 to " + MOST_TRACES);
        }
        return new ReportProgram.Wanted(where, design, traces);
    }

    /** Renders the report of an analysed run. */
    final void render(Path run, List<ReportFormat> formats, List<Path> renderer, ReportProgram.Wanted wanted)
            throws MojoFailureException, IOException, InterruptedException {
        List<String> problems =
                new ReportProgram(renderer, cache()).render(ReportProgram.Kind.RUN, run, formats, wanted);
        if (!problems.isEmpty()) {
            throw failure(problems, "the report of " + shown(run) + " could not be rendered");
        }
        for (ReportFormat format : formats) {
            getLog().info("report " + shown(product(run, format)));
        }
    }

    /** Prints the findings, renders the report, and fails the build if a finding demands it. */
    final void conclude(
            Path run,
            List<ReportFormat> formats,
            List<Path> renderer,
            ReportProgram.Wanted wanted,
            RunRecord record,
            Analysis analysis)
            throws MojoFailureException, IOException, InterruptedException {
        List<String> later = new ArrayList<>(analysis.unmet());
        later.addAll(analysis.undecided());
        printFindings(run, analysis, later);
        render(run, formats, renderer, wanted);
        analysis.unmet().forEach(getLog()::error);
        analysis.undecidedTogether().forEach(getLog()::warn);
        List<String> doubts = doubts(analysis);
        if (!doubts.isEmpty()) {
            getLog().warn(String.join("; ", doubts)
                    + ": repeat more often, offer less load, or measure longer on a quieter machine"
                    + (strict ? "" : " (with -Dsoabench.strict, the build fails here)"));
        }
        List<String> reasons = reasons(run, record, analysis, strict);
        if (!reasons.isEmpty()) {
            throw new MojoFailureException(String.join("; ", reasons) + ": see " + shown(product(run, formats.get(0))));
        }
    }

    /** Returns the reasons to fail the build, in a few words each. */
    static List<String> reasons(Path run, RunRecord record, Analysis analysis, boolean strict) {
        List<String> reasons = new ArrayList<>(failures(run, record, analysis));
        if (strict) {
            reasons.addAll(doubts(analysis));
        }
        return reasons;
    }

    /**
     * Returns the findings that do not count against the engine or the model, in a few words each. They fail a build
     * only if it is strict.
     */
    static List<String> doubts(Analysis analysis) {
        List<String> doubts = new ArrayList<>();
        int disturbed = analysis.disturbed().size();
        if (disturbed > 0) {
            doubts.add(count(disturbed, "repetition") + " disturbed");
        }
        int undecided = analysis.objectives(ObjectiveResult.State.UNDECIDED).size();
        if (undecided > 0) {
            doubts.add(count(undecided, "expectation") + " undecided");
        }
        return doubts;
    }

    /** Returns the failures of the run, the model or the engine, in a few words each. */
    private static List<String> failures(Path run, RunRecord record, Analysis analysis) {
        List<String> failures = new ArrayList<>();
        long failed = record.executions().stream()
                .filter(e -> e.state() == RunRecord.State.FAILED)
                .count();
        if (record.state() == RunRecord.State.INTERRUPTED) {
            failures.add("the run was interrupted; " + RunJournal.goOn(run, record));
        }
        if (failed > 0) {
            failures.add(failed + " of " + count(record.executions().size(), "repetition") + " failed");
        }
        long invalid = analysis.cases().stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(r -> r.verdict() == Verdict.INVALID && !r.disturbed())
                .filter(r -> r.state().equals(RunRecord.State.COMPLETED.name()))
                .count();
        if (invalid > 0) {
            failures.add(count(invalid, "repetition") + " invalid");
        }
        int missed = analysis.objectives(ObjectiveResult.State.MISSED).size();
        if (missed > 0) {
            failures.add(count(missed, "expectation") + " missed");
        }
        int unmeasured = analysis.objectives(ObjectiveResult.State.UNMEASURED).size();
        if (unmeasured > 0) {
            failures.add(count(unmeasured, "expectation") + " not measured");
        }
        return failures;
    }
}
