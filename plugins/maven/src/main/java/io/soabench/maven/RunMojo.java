package io.soabench.maven;

import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.driver.Driver;
import io.soabench.driver.RunJournal;
import io.soabench.driver.RunRefused;
import io.soabench.dsl.TestbedReader;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.Recorder;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plugin.EventTypes;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that runs an experiment. It compiles the testbed, runs all its cases, analyses the results and renders the
 * report. The build fails when the model is invalid, a case failed, a repetition is invalid, or an expectation is
 * missed or was not measured. Undecided expectations and disturbed repetitions cause warnings, and failures only with
 * {@code -Dsoabench.strict}.
 */
@Mojo(name = "run", requiresProject = false, aggregator = true, threadSafe = true)
public class RunMojo extends MeasuringMojo {

    /** The choice of all cases. */
    static final String ALL = "*";

    /**
     * Runs only the cases whose names match, for example {@code Sequential-*}; commas separate. A resumed run keeps the
     * cases with which it began.
     */
    @Parameter(property = "soabench.cases", defaultValue = ALL)
    String cases;

    /**
     * The condition for a first measurement of the cost of the harness itself, with a relay in place of an engine.
     * {@code auto}: the warm-ups and measurements of the run last longer than ten minutes together. {@code always} or
     * {@code never}. It takes about 20 seconds, and only the local driver does it.
     */
    @Parameter(property = "soabench.calibrate", defaultValue = "auto")
    String calibrate;

    /**
     * The recorder of the engine, in place of those that the suites name. {@code jfr}: after the run, each case is measured
     * once more while the flight recorder of the engine's Java virtual machine records. {@code async-profiler}: that
     * profiler records, which sees native code, too, on this machine only. That measurement counts for nothing; flame
     * graphs in the report show where threads ran and objects were made. {@code none}: no such measurement. When missing,
     * the recorder of each suite.
     */
    @Parameter(property = "soabench.record")
    String record;

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
        Plan whole = chosen(
                compile(checked(
                        model,
                        types,
                        profile(
                                model,
                                before.map(RunRecord::origin),
                                before.map(RunRecord::id).orElse("")))),
                before);
        TestbedFolders workspace = workspace(model);
        ClassPaths classPaths = classPaths();
        LiveOptions livePage = LiveOptions.of(live, liveToken);
        ReportProgram.Wanted report = wanted();
        RecorderChoice recorders = RecorderChoice.of(record);
        DriverChoice uncalibrated = choice();
        boolean otherHosts = uncalibrated.reachesHosts(whole);
        DriverChoice choice =
                uncalibrated.calibrating(CalibrationMode.of(calibrate).wanted(whole, otherHosts));
        Map<String, ServerType> used = ServerTypes.of(types, whole.servers());
        Programs programs = programs(whole, used, choice, classPaths);
        List<Path> renderer = classPaths.resolve(ReportProgram.COORDINATES);
        Map<Recorder, EngineRecording> recordings = RecorderChoice.recordings(
                recorders.in(whole),
                coordinates -> classPaths.resolve(coordinates).get(0),
                cache());
        if (recorders.all().isPresent() && recordings.isEmpty()) {
            getLog().warn("no case is on a server, so that nothing can be recorded");
        }

        HostClock clock = HostClock.system();
        Path run = before.isEmpty()
                ? workspace.newRun(clock.now())
                : workspace.run(resume).orElseThrow();
        getLog().info("run " + shown(run));
        Plan plan =
                before.isEmpty() ? Rounds.first(whole) : goingOn(Rounds.begun(whole, run), run, before.get(), clock);
        Driver.Request request = new Driver.Request(
                plan,
                workspace.compiled(),
                run,
                used,
                programs.classPaths(),
                versions(classPaths),
                programs.unobtainable(),
                EventTypes.load(RunMojo.class.getClassLoader()));
        Driver chosen = choice.of(plan, RunMojo.class.getClassLoader());
        watched(livePage, plan.origin(), run, clock, page -> {
            Function<Plan, RunRecord> drive = next -> {
                RunRecord record = chosen.run(request.withPlan(next), page.beside(next, run, progress(clock, run)));
                page.doing("analysing the results");
                return record;
            };
            RunContinuation.Measured measured = new RunContinuation(run, drive, again, clock, getLog())
                    .after(whole, plan, begun(drive, plan, workspace));
            Analysis analysis = measured.analysis();
            if (!recordings.isEmpty() && measured.record().state() != RunRecord.State.INTERRUPTED) {
                getLog().info("recording engines");
                page.doing("recording engines");
                EngineRecordings made = new EngineRecordings(
                        choice.recording(recordings).of(plan, RunMojo.class.getClassLoader()), clock, getLog());
                Plan measurable = made.measurable(recorders.in(plan), measured.record());
                if (made.make(request.withPlan(measurable), progressAfter(clock))) {
                    analysis = Analyzer.analyze(run);
                }
                made.warnWithoutSample(run, analysis.sampled());
            }
            page.doing("rendering the report");
            conclude(run, plan.reports(), renderer, report, measured.record(), analysis);
            return "the report is " + shown(product(run, plan.reports().get(0)));
        });
    }

    /** Returns the plan of a resumed run, and adapts the journal to it if only one of both had been written. */
    private Plan goingOn(Plan plan, Path run, RunRecord before, HostClock clock) {
        if (Rounds.complete(plan, before)) {
            getLog().info("run " + before.id() + " is complete: nothing is run again");
        } else if (before.executions().size() < plan.order().size()) {
            RunJournal.extend(run, clock, plan);
        }
        return plan;
    }

    private static RunRecord begun(Function<Plan, RunRecord> drive, Plan plan, TestbedFolders workspace) {
        try {
            return drive.apply(plan);
        } catch (RunRefused e) {
            workspace.refused();
            throw e;
        }
    }

    private RunRecord toResume(TestbedFolders workspace) throws MojoFailureException {
        if (!cases.equals(ALL)) {
            throw new MojoFailureException(
                    "a run goes on with the cases with which it began; leave -Dsoabench.cases out");
        }
        Path run = resumed(workspace);
        Path journal = run.resolve(RunFiles.RUN);
        if (!Files.exists(journal)) {
            throw new MojoFailureException(shown(run) + " has no " + RunFiles.RUN + "; start a new run");
        }
        return Json.read(journal, RunRecord.class);
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
