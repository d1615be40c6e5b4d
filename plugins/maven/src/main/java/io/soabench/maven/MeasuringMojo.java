package io.soabench.maven;

import static io.soabench.maven.PrintedText.shown;

import io.soabench.driver.run.DriverSettings;
import io.soabench.dsl.TestbedReader;
import io.soabench.maven.live.LivePage;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.Yielding;
import io.soabench.plugin.ServerType;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** The common part of the goals that measure: their parameters, driver and progress. */
abstract class MeasuringMojo extends ResultMojo {

    /** The greatest factor for time limits. With it, a limit of a minute becomes an hour. */
    private static final int MOST_START_FACTOR = 60;

    /**
     * The profile of the run; the default one of the model if it has one. A resumed run keeps the profile with which it
     * began.
     */
    @Parameter(property = "soabench.profile")
    String profile;

    /** Goes on with an interrupted run: its name or {@code latest}. */
    @Parameter(property = "soabench.resume")
    String resume;

    /**
     * The number of times that repetitions are measured again after another program kept the machine busy; 0 for never.
     * All engines of their block are measured again. The earlier results are kept beside.
     */
    @Parameter(property = "soabench.again", defaultValue = "2")
    int again;

    /** The limit in MiB of a server's output and logs that are kept of each repetition; the rest is only counted. */
    @Parameter(property = "soabench.logLimit", defaultValue = "64")
    int logLimit;

    /** The limit in MiB of a server's work folder; a server that writes more is stopped. */
    @Parameter(property = "soabench.workLimit", defaultValue = "4096")
    int workLimit;

    /**
     * The sender of requests: {@code loop}, the event loop of the load client, or {@code jmeter}, JMeter's engine with
     * a thread for each request, to compare both.
     */
    @Parameter(property = "soabench.load", defaultValue = "loop")
    String load;

    /**
     * The way in which the engine under test leaves processors to load clients and mock hosts on its machine. {@code
     * cpuset}: each side has its own processors. {@code nice}: the engine runs with {@code nice -n 10}. {@code none}:
     * both share. When missing, {@code cpuset} with four processors or more, else {@code nice}.
     */
    @Parameter(property = "soabench.yielding")
    String yielding;

    /**
     * The driver: {@code local} or {@code ansible}. When missing, the local one unless a host of the model has an
     * address.
     */
    @Parameter(property = "soabench.driver")
    String driver;

    /**
     * The path of {@code ansible-playbook}, or {@code venv} to install it below the user's cache folder. When missing,
     * that of the PATH.
     */
    @Parameter(property = "soabench.ansible")
    String ansible;

    /**
     * More options for {@code ssh} to the hosts of the model, divided by blanks, for example {@code -F lab.conf}. Your
     * SSH configuration is used too.
     */
    @Parameter(property = "soabench.ssh")
    String ssh;

    /**
     * The factor of the usual time limits for the start of a server and for the deployment of a process: 3, for
     * example, on a slow or busy machine.
     */
    @Parameter(property = "soabench.startFactor", defaultValue = "1")
    int startFactor;

    /**
     * The page that shows the run while it lasts, on this machine only. {@code true}: at a free port, a number: at that
     * port, {@code false}: none. Its address is printed when the run begins.
     */
    @Parameter(property = "soabench.live", defaultValue = "true")
    String live;

    /**
     * The file with the token that programs such as Prometheus send to read the metrics of the page. When missing, the
     * token is that of the printed address, another one in each run.
     */
    @Parameter(property = "soabench.live.token")
    File liveToken;

    /** The switch for progress as one line that is rewritten; Maven's option -B turns it off. */
    @Parameter(defaultValue = "${settings.interactiveMode}", readonly = true)
    boolean interactive;

    /** Returns the driver that the parameters choose. */
    final DriverChoice choice() throws MojoFailureException {
        return new DriverChoice(
                driver,
                ansible,
                words(ssh),
                false,
                DriverSettings.STANDARD
                        .withLimits(mib("logLimit", logLimit), mib("workLimit", workLimit))
                        .withEngine(engine(load))
                        .withYielding(yielding(yielding))
                        .withStartFactor(startFactor())
                        .withArchives(cache().resolve(ReportProgram.ARCHIVES)));
    }

    /**
     * Returns the profile of a run.
     *
     * @param began origin of the plan of a resumed run
     * @param id of that run
     */
    final Optional<Profile> profile(TestbedReader.Result model, Optional<ModelOrigin> began, String id)
            throws MojoFailureException {
        if (began.isEmpty()) {
            return profile(model, profile);
        }
        String before = began.get().profile();
        if (profile != null && !profile.equals(before)) {
            throw new MojoFailureException("run " + id + " began "
                    + (before.isEmpty() ? "without a profile" : "with profile \"" + before + "\"")
                    + "; leave -Dsoabench.profile out to go on with it, or start a new run");
        }
        Optional<Profile> found = model.whole().profile(before);
        if (found.isEmpty() && !before.isEmpty()) {
            throw changed(id);
        }
        return found;
    }

    static MojoFailureException changed(String id) {
        return new MojoFailureException(
                "the model or the seed has changed since run " + id + " began; start a new run");
    }

    /** Returns the folder of the resumed run. */
    final Path resumed(TestbedFolders workspace) throws MojoFailureException {
        return workspace
                .run(resume)
                .orElseThrow(() -> new MojoFailureException("there is no run \"" + resume + "\" to go on with in "
                        + shown(workspace.runs()) + "; -Dsoabench.resume names a folder there, or is \"latest\""));
    }

    /** Returns all programs of a plan and warns of those that are not available. */
    final Programs programs(Plan plan, Map<String, ServerType> types, DriverChoice choice, ClassPaths classPaths)
            throws MojoFailureException {
        Set<String> more = choice.calibrates() ? Set.of(ServerPlan.RELAY) : Set.of();
        Programs local = Programs.of(plan, types, more, classPaths::resolve);
        Programs programs = choice.reachesHosts(plan) ? local.withAgent(classPaths::resolve) : local;
        programs.unobtainable().forEach((type, why) -> getLog().warn(
                        "the cases of servers of type " + type + " are not tried: " + why));
        return programs;
    }

    private static List<String> words(String text) {
        return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
    }

    final LiveProgress progress(HostClock clock, Path run) {
        return new LiveProgress(System.out, interactive && Terminal.present(), clock, () -> TestbedFolders.begun(run));
    }

    /** Returns the progress of measurements that follow a run and are no run of the testbed themselves. */
    final LiveProgress progressAfter(HostClock clock) {
        return new LiveProgress(System.out, interactive && Terminal.present(), clock, () -> {});
    }

    /** The work of a run. */
    interface Watched {

        /**
         * Does the work of a run.
         *
         * @return where the result is, a sentence
         */
        String with(LivePage page)
                throws MojoExecutionException, MojoFailureException, IOException, InterruptedException;
    }

    /**
     * Does the work of a run while a live page shows it.
     *
     * @param options the page that the user wants
     */
    final void watched(LiveOptions options, ModelOrigin origin, Path run, HostClock clock, Watched work)
            throws MojoExecutionException, MojoFailureException, IOException, InterruptedException {
        try (LivePage page = options.port().isEmpty()
                ? LivePage.none()
                : LivePage.open(
                        options.port().getAsInt(),
                        options.token(),
                        origin,
                        run.getFileName().toString(),
                        clock,
                        getLog()::warn)) {
            if (page.isOn()) {
                getLog().info("live page " + page.address());
            }
            try {
                page.end(true, work.with(page));
            } catch (MojoExecutionException
                    | MojoFailureException
                    | IOException
                    | InterruptedException
                    | RuntimeException e) {
                page.end(false, e.getMessage() == null ? e.toString() : e.getMessage());
                throw e;
            }
        }
    }

    private static LoadRecord.Engine engine(String word) throws MojoFailureException {
        return LoadRecord.Engine.of(word)
                .orElseThrow(() -> new MojoFailureException(
                        "-Dsoabench.load is \"" + word + "\"; use one of " + LoadRecord.Engine.words()));
    }

    private static Optional<Yielding> yielding(String word) throws MojoFailureException {
        if (word == null || word.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Yielding.of(word)
                .orElseThrow(() -> new MojoFailureException(
                        "-Dsoabench.yielding is \"" + word + "\"; use one of " + Yielding.words())));
    }

    private int startFactor() throws MojoFailureException {
        if (startFactor < 1 || startFactor > MOST_START_FACTOR) {
            throw new MojoFailureException(
                    "-Dsoabench.startFactor is " + startFactor + "; use a whole number from 1 to " + MOST_START_FACTOR);
        }
        return startFactor;
    }

    private static long mib(String parameter, int limit) throws MojoFailureException {
        if (limit < 1) {
            throw new MojoFailureException(
                    "-Dsoabench." + parameter + " is " + limit + "; use a number of MiB, at least 1");
        }
        return (long) limit << 20;
    }

    static Map<String, String> versions(ClassPaths classPaths) {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("soabench", classPaths.version());
        return versions;
    }
}
