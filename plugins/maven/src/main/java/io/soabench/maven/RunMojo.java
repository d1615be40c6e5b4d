package io.soabench.maven;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.driver.Driver;
import io.soabench.driver.Journal;
import io.soabench.driver.Progress;
import io.soabench.driver.RunRefused;
import io.soabench.dsl.TestbedReader;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plugin.EventTypes;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Does everything: compiles the testbed, runs all its cases, analyses the results and renders the report. Fails when the
 * model is invalid, a case failed, a repetition is invalid, or an expectation is missed or was not measured. What is undecided, or
 * was disturbed by something else on the machine, warns, and fails only with {@code -Dsoabench.strict}.
 */
@Mojo(name = "run", requiresProject = false, aggregator = true, threadSafe = true)
public final class RunMojo extends MeasuringMojo {

    private static final String ALL = "*";

    /**
     * Runs only the cases whose names match, e.g. {@code Sequential-*}; commas separate. A run that goes on keeps the cases
     * with which it began.
     */
    @Parameter(property = "soabench.cases", defaultValue = ALL)
    String cases;

    /**
     * Whether the run first measures what the harness itself takes, with a relay in place of an engine: {@code auto}, when the warm-ups and
     * measurements of the run last longer than ten minutes together, {@code always} or {@code never}. It takes some 20 seconds. Of the
     * local driver only.
     */
    @Parameter(property = "soabench.calibrate", defaultValue = "auto")
    String calibrate;

    @Override
    void perform() throws MojoExecutionException, MojoFailureException, IOException, InterruptedException {
        TestbedReader.Result model = read();
        Map<String, ServerType> types = serverTypes();
        Optional<RunRecord> before = resume == null ? Optional.empty() : Optional.of(toResume(workspace(model)));
        if (model.valid()
                && model.whole().suites().isEmpty()
                && !model.whole().explorations().isEmpty()) {
            throw new MojoFailureException(shown(testbed.toPath())
                    + " has explorations and no suite; search for their loads with the goal explore");
        }
        Plan plan = chosen(
                compile(checked(
                        model,
                        types,
                        profile(
                                model,
                                before.map(RunRecord::origin),
                                before.map(RunRecord::id).orElse("")))),
                before);
        Workspace workspace = workspace(model);
        ClassPaths classPaths = classPaths();
        DriverChoice choice = choice().calibrating(Calibrating.of(calibrate).wanted(plan));
        Programs programs = programs(plan, types, choice, classPaths);
        List<Path> renderer = classPaths.resolve(ReportProgram.COORDINATES);

        HostClock clock = HostClock.system();
        Path run = before.isEmpty()
                ? workspace.newRun(clock.now())
                : workspace.run(resume).orElseThrow();
        getLog().info("run " + shown(run));
        Driver.Request request = new Driver.Request(
                plan,
                workspace.compiled(),
                run,
                types,
                programs.classPaths(),
                versions(classPaths),
                programs.unobtainable(),
                EventTypes.load(RunMojo.class.getClassLoader()));
        Driver chosen = choice.of(plan, RunMojo.class.getClassLoader());
        RunRecord record = begun(chosen, request, progress(clock, run), workspace);
        Analysis analysis = Analyzer.analyze(run);
        for (int left = again; left > 0 && noteDisturbed(run, record, analysis, clock); left--) {
            record = chosen.run(request, progress(clock, run));
            analysis = Analyzer.analyze(run);
        }
        conclude(run, plan.reports(), renderer, record, analysis);
    }

    private static RunRecord begun(Driver driver, Driver.Request request, Progress progress, Workspace workspace) {
        try {
            return driver.run(request, progress);
        } catch (RunRefused e) {
            workspace.refused();
            throw e;
        }
    }

    /**
     * Whether there is something to measure again; the journal says what. Evidence from outside of the experiment decides, never what an
     * engine may have caused, and whole blocks are measured again, so that no engine gets more chances than others. Where most of a
     * run has such evidence the machine is always busy, and only blocks are measured again in which a repetition is of no use.
     */
    private boolean noteDisturbed(Path run, RunRecord record, Analysis analysis, HostClock clock) {
        if (record.state() == RunRecord.State.INTERRUPTED) {
            return false;
        }
        List<Plan.Execution> disturbed = analysis.interfered();
        if (2 * disturbed.size() > record.executions().size()) {
            getLog().warn("other programs used the machine during most repetitions: it is too busy; what they were is"
                    + " in the report");
            List<Plan.Execution> useless = analysis.disturbed();
            disturbed = disturbed.stream().filter(useless::contains).toList();
        }
        if (disturbed.isEmpty()) {
            return false;
        }
        List<Plan.Execution> again = analysis.blocksOf(disturbed);
        getLog().info("other programs disturbed " + count(disturbed.size(), "repetition") + "; "
                + count(again.size(), "repetition")
                + " of the same blocks are measured again, what was measured is kept");
        Journal.disturbed(run, clock, again);
        return true;
    }

    private RunRecord toResume(Workspace workspace) throws MojoFailureException {
        if (!cases.equals(ALL)) {
            throw new MojoFailureException(
                    "a run goes on with the cases with which it began; leave -Dsoabench.cases out");
        }
        Path run = resumed(workspace);
        Path journal = run.resolve(RunFiles.RUN);
        if (!Files.exists(journal)) {
            throw new MojoFailureException(shown(run) + " has no " + RunFiles.RUN + "; start a new run");
        }
        RunRecord record = Json.read(journal, RunRecord.class);
        if (record.state() == RunRecord.State.COMPLETED) {
            getLog().info("run " + record.id() + " is complete: nothing is run again");
        }
        return record;
    }

    private Plan chosen(Plan plan, Optional<RunRecord> before) throws MojoFailureException {
        if (before.isPresent()) {
            RunRecord record = before.get();
            if (!record.origin().modelHash().equals(plan.origin().modelHash())
                    || record.origin().seed() != plan.origin().seed()) {
                throw changed(record.id());
            }
            return CaseSelection.only(
                    plan,
                    record.executions().stream()
                            .map(RunRecord.ExecutionRecord::caseId)
                            .collect(Collectors.toSet()));
        }
        try {
            return new CaseSelection(cases).of(plan);
        } catch (IllegalArgumentException e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
    }
}
