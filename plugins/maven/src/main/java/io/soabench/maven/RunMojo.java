package io.soabench.maven;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.driver.Driver;
import io.soabench.driver.Journal;
import io.soabench.driver.Progress;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.Settings;
import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plugin.EventTypes;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
public final class RunMojo extends ResultMojo {

    private static final String ALL = "*";

    /**
     * Runs only the cases whose names match, e.g. {@code Sequential-*}; commas separate. A run that goes on keeps the cases
     * with which it began.
     */
    @Parameter(property = "soabench.cases", defaultValue = ALL)
    String cases;

    /**
     * The profile under which the testbed is run; the default one of the model if it has one. A run that goes on keeps the
     * profile with which it began.
     */
    @Parameter(property = "soabench.profile")
    String profile;

    /** Goes on with an interrupted run: its name or {@code latest}. */
    @Parameter(property = "soabench.resume")
    String resume;

    /**
     * How often repetitions are measured again while which something outside of the experiment kept the machine busy; 0 for never. They are
     * measured again for all engines of their block. What was measured is kept beside.
     */
    @Parameter(property = "soabench.again", defaultValue = "2")
    int again;

    /** MiB of a server's output and logs that are kept of each repetition; what is more is only counted. */
    @Parameter(property = "soabench.logLimit", defaultValue = "64")
    int logLimit;

    /** MiB that a server may write into its work folder; one that writes more is stopped. */
    @Parameter(property = "soabench.workLimit", defaultValue = "4096")
    int workLimit;

    /**
     * What sends the requests: {@code loop}, the event loop of the load client, or {@code jmeter}, JMeter's engine with a thread for
     * each request, to compare both.
     */
    @Parameter(property = "soabench.load", defaultValue = "loop")
    String load;

    /** {@code local} or {@code ansible}; when missing, the local one unless a host of the model has an address. */
    @Parameter(property = "soabench.driver")
    String driver;

    /**
     * Where {@code ansible-playbook} is, or {@code venv} to let one be made below the user's cache folder; when missing, that of the
     * PATH.
     */
    @Parameter(property = "soabench.ansible")
    String ansible;

    /**
     * More options for {@code ssh} to the hosts of the model, divided by blanks, e.g. {@code -F lab.conf}; your SSH configuration
     * holds anyway.
     */
    @Parameter(property = "soabench.ssh")
    String ssh;

    /** Whether progress may be shown as one line that is written anew; Maven's option -B turns it off. */
    @Parameter(defaultValue = "${settings.interactiveMode}", readonly = true)
    boolean interactive;

    @Override
    void perform() throws MojoExecutionException, MojoFailureException, IOException, InterruptedException {
        TestbedReader.Result model = read();
        Map<String, ServerType> types = serverTypes();
        Optional<RunRecord> before = resume == null ? Optional.empty() : Optional.of(toResume(workspace(model)));
        Plan plan = chosen(compile(checked(model, types, profile(model, before))), before);
        Workspace workspace = workspace(model);
        ClassPaths classPaths = classPaths();
        DriverChoice choice = new DriverChoice(
                driver,
                ansible,
                words(ssh),
                Settings.STANDARD.withLimits(mib(logLimit), mib(workLimit)).withEngine(engine(load)));
        Programs local = Programs.of(plan, types, classPaths::resolve);
        Programs programs = choice.reachesHosts(plan) ? local.withAgent(classPaths::resolve) : local;
        programs.unobtainable().forEach((type, why) -> getLog().warn(
                        "the cases of servers of type " + type + " are not tried: " + why));
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

    private static List<String> words(String text) {
        return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
    }

    private LiveProgress progress(HostClock clock, Path run) {
        return new LiveProgress(System.out, interactive && Terminal.present(), clock, () -> Workspace.begun(run));
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

    private static LoadRecord.Engine engine(String word) throws MojoFailureException {
        return LoadRecord.Engine.of(word)
                .orElseThrow(() -> new MojoFailureException("there is no load client \"" + word
                        + "\"; -Dsoabench.load is one of " + LoadRecord.Engine.words()));
    }

    private static long mib(int limit) throws MojoFailureException {
        if (limit < 1) {
            throw new MojoFailureException("soabench.logLimit and soabench.workLimit are MiB, at least 1");
        }
        return (long) limit << 20;
    }

    private RunRecord toResume(Workspace workspace) throws MojoFailureException {
        if (!cases.equals(ALL)) {
            throw new MojoFailureException(
                    "a run goes on with the cases with which it began; leave -Dsoabench.cases out");
        }
        Path run = workspace
                .run(resume)
                .orElseThrow(() -> new MojoFailureException("there is no run \"" + resume + "\" to go on with in "
                        + shown(workspace.runs()) + "; -Dsoabench.resume names a folder there, or is \"latest\""));
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

    private Optional<Profile> profile(TestbedReader.Result model, Optional<RunRecord> before)
            throws MojoFailureException {
        if (before.isEmpty()) {
            return profile(model, profile);
        }
        String began = before.get().origin().profile();
        if (profile != null && !profile.equals(began)) {
            throw new MojoFailureException("run " + before.get().id() + " began "
                    + (began.isEmpty() ? "without a profile" : "with profile \"" + began + "\"")
                    + "; leave -Dsoabench.profile out to go on with it, or start a new run");
        }
        Optional<Profile> found = model.whole().profile(began);
        if (found.isEmpty() && !began.isEmpty()) {
            throw changed(before.get());
        }
        return found;
    }

    private static MojoFailureException changed(RunRecord before) {
        return new MojoFailureException(
                "the model or the seed has changed since run " + before.id() + " began; start a new run");
    }

    private Plan chosen(Plan plan, Optional<RunRecord> before) throws MojoFailureException {
        if (before.isPresent()) {
            RunRecord record = before.get();
            if (!record.origin().modelHash().equals(plan.origin().modelHash())
                    || record.origin().seed() != plan.origin().seed()) {
                throw changed(record);
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

    private static Map<String, String> versions(ClassPaths classPaths) {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("soabench", classPaths.version());
        return versions;
    }
}
