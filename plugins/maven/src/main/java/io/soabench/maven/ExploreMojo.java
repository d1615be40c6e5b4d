package io.soabench.maven;

import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.Analysis;
import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.explore.ExploredRun;
import io.soabench.driver.Driver;
import io.soabench.driver.RunRefused;
import io.soabench.dsl.TestbedReader;
import io.soabench.generators.TestbedCompiler;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plugin.EventTypes;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that searches for the load up to which an engine keeps the objectives of an exploration of the model, or for
 * the best configuration of an engine. The search goes on trial by trial until the answer is precise enough; each trial
 * starts its own servers. At the end, the goal analyses all trials and renders the report. The build fails only when
 * the search has no answer, never because of the answer.
 */
@Mojo(name = "explore", requiresProject = false, aggregator = true, threadSafe = true)
public final class ExploreMojo extends MeasuringMojo {

    /** The exploration of the model; may be left out where there is only one. */
    @Parameter(property = "explore")
    String explore;

    @Override
    void perform() throws MojoExecutionException, MojoFailureException, IOException, InterruptedException {
        TestbedReader.Result model = read();
        Map<String, ServerType> types = serverTypes();
        TestbedFolders workspace = workspace(model);
        Optional<Path> before = resume == null ? Optional.empty() : Optional.of(resumed(workspace));
        List<ExploreRecord> found = before.isEmpty() ? List.of() : toResume(before.get());
        Optional<Profile> chosen = profile(
                model,
                found.stream().map(ExploreRecord::origin).findFirst(),
                before.map(run -> run.getFileName().toString()).orElse(""));
        checked(model, types, chosen);
        Exploration exploration = exploration(model, found);
        TestbedCompiler.Input input = new TestbedCompiler.Input(
                model.testbed(),
                model.files(),
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                chosen,
                Set.of());
        Path compiled = workspace.compiled();
        Files.createDirectories(compiled.getParent());
        CompiledTrials compiling =
                new CompiledTrials(new TestbedCompiler(TestbedReader.places()), input, types, exploration, compiled);
        List<Plan> plans = compiling.plans();
        Plan plan = plans.get(0);
        for (ExploreRecord record : found) {
            if (!record.origin().equals(plan.origin())) {
                throw changed(before.get().getFileName().toString());
            }
        }
        ClassPaths classPaths = classPaths();
        LiveOptions livePage = LiveOptions.of(live, liveToken);
        ReportProgram.Wanted report = wanted();
        DriverChoice choice = choice();
        // All engines at once, so that missing programs are reported before the first start.
        Plan all = plan.withCases(
                plans.stream().flatMap(each -> each.cases().stream()).toList(), List.of());
        Map<String, ServerType> used = ServerTypes.of(types, all.servers());
        Programs programs = programs(all, used, choice, classPaths);
        List<Path> renderer = classPaths.resolve(ReportProgram.COORDINATES);
        HostClock clock = HostClock.system();
        Path run = before.isPresent() ? before.get() : workspace.newRun(clock.now());
        getLog().info("run " + shown(run));
        Driver driver = choice.of(plan, ExploreMojo.class.getClassLoader());
        watched(livePage, plan.origin(), run, clock, page -> {
            CompiledTrials trials = compiling.drivenBy((trial, folder) -> driver.run(
                    new Driver.Request(
                            trial,
                            compiled,
                            folder,
                            used,
                            programs.classPaths(),
                            versions(classPaths),
                            programs.unobtainable(),
                            EventTypes.load(ExploreMojo.class.getClassLoader())),
                    page.beside(
                            trial,
                            folder,
                            new TrialProgress(
                                    progress(clock, run), run.getFileName().toString()))));
            Consumer<String> out = line -> {
                getLog().info(line);
                page.note(line);
            };
            TrialSearch exploring = exploration.getVariation() == null
                    ? new ExplorationRun(
                            ExplorationSettings.of(exploration, chosen, again, plan),
                            trials.cells(),
                            trials,
                            run,
                            clock,
                            out)
                    : new ConfigurationRun(
                            ConfigurationSettings.of(exploration, model.whole(), chosen, again, plan),
                            trials,
                            run,
                            clock,
                            out);
            explore(exploring, run, before.isEmpty(), workspace);
            page.doing("analysing the results");
            Analysis analysis = Analyzer.analyze(run);
            printFindings(run, analysis, List.of());
            page.doing("rendering the report");
            render(run, plan.reports(), renderer, report);
            exploring.found().forEach(record -> out.accept(record.sentence()));
            if (!exploring.problem().isEmpty()) {
                throw new MojoFailureException(exploring.problem());
            }
            return "the report is " + shown(product(run, plan.reports().get(0)));
        });
    }

    /** Searches until the end, or fails if the user interrupts the search. */
    private static void explore(TrialSearch exploring, Path run, boolean fresh, TestbedFolders workspace)
            throws MojoFailureException {
        boolean ended;
        try {
            ended = exploring.run();
        } catch (RunRefused e) {
            boolean nothing = ExploredRun.found(run).stream()
                    .allMatch(record -> record.trials().isEmpty());
            if (fresh && nothing) {
                ExploredRun.remove(run);
                workspace.refused();
            }
            throw e;
        }
        if (!ended) {
            throw new MojoFailureException("the exploration was interrupted; "
                    + TrialProgress.goOn(run.getFileName().toString()));
        }
    }

    private List<ExploreRecord> toResume(Path run) throws MojoFailureException {
        List<ExploreRecord> found = ExploredRun.found(run);
        if (found.isEmpty()) {
            throw new MojoFailureException(
                    shown(run) + " is not an exploration; go on with it by the goal run, or start a new exploration");
        }
        if (found.stream().noneMatch(record -> record.ended().isEmpty())) {
            getLog().info("run " + run.getFileName() + " is complete: nothing is tried again");
        }
        return found;
    }

    /** Returns the exploration that the user or the run names. */
    private Exploration exploration(TestbedReader.Result model, List<ExploreRecord> found) throws MojoFailureException {
        List<Exploration> all = model.whole().explorations();
        String wanted = found.isEmpty() ? explore : found.get(0).exploration();
        if (explore != null && !explore.equals(wanted)) {
            throw new MojoFailureException("run " + resume + " is of exploration \"" + wanted
                    + "\"; leave -Dexplore out to go on with it, or start a new one");
        }
        List<Exploration> meant = all.stream()
                .filter(each -> wanted == null || each.getName().equals(wanted))
                .toList();
        if (all.isEmpty()) {
            throw new MojoFailureException("the testbed has no exploration; add: explore <name> { case … load rate from"
                    + " 10 /s to 1000 /s until p99 response-time < 200 ms }, or one with vary in place of load");
        }
        if (meant.size() != 1) {
            List<String> names = all.stream().map(Exploration::getName).toList();
            throw new MojoFailureException((wanted == null
                            ? "the testbed has several explorations; choose one with -Dexplore=NAME: "
                            : "there is no exploration \"" + wanted + "\"; known are: ")
                    + String.join(", ", names));
        }
        return meant.get(0);
    }
}
