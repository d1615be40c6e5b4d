package io.soabench.maven;

import io.soabench.driver.run.Settings;
import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.HostClock;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.Yielding;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** What the goals share that measure: with what they do it, and how they tell of it. */
abstract class MeasuringMojo extends ResultMojo {

    /** An hour, of a server that is given a minute. */
    private static final int MOST_START_FACTOR = 60;

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

    /**
     * How the engine under test leaves the processors of its machine to load clients and mock hosts that are there, too: {@code cpuset} (each
     * side has its own), {@code nice} (it runs with {@code nice -n 10}), or {@code none}; when missing, {@code cpuset} where there are four processors
     * or more, else {@code nice}.
     */
    @Parameter(property = "soabench.yielding")
    String yielding;

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

    /** How many times as long as usual a server may take to be ready and to deploy a process: 3, for example, on a slow or busy machine. */
    @Parameter(property = "soabench.startFactor", defaultValue = "1")
    int startFactor;

    /** Whether progress may be shown as one line that is written anew; Maven's option -B turns it off. */
    @Parameter(defaultValue = "${settings.interactiveMode}", readonly = true)
    boolean interactive;

    /** The driver that the parameters choose. */
    final DriverChoice choice() throws MojoFailureException {
        return new DriverChoice(
                driver,
                ansible,
                words(ssh),
                false,
                Settings.STANDARD
                        .withLimits(mib(logLimit), mib(workLimit))
                        .withEngine(engine(load))
                        .withYielding(yielding(yielding))
                        .withStartFactor(startFactor())
                        .withArchives(cache().resolve(ReportProgram.ARCHIVES)));
    }

    /**
     * The profile of a run.
     *
     * @param began with which plan a run began that goes on
     * @param id of that run
     */
    final Optional<Profile> profile(TestbedReader.Result model, Optional<Plan.Origin> began, String id)
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

    /** The folder of the run that goes on. */
    final Path resumed(Workspace workspace) throws MojoFailureException {
        return workspace
                .run(resume)
                .orElseThrow(() -> new MojoFailureException("there is no run \"" + resume + "\" to go on with in "
                        + shown(workspace.runs()) + "; -Dsoabench.resume names a folder there, or is \"latest\""));
    }

    /** The programs of a plan, all of them; what cannot be had is told. */
    final Programs programs(Plan plan, Map<String, ServerType> types, DriverChoice choice, ClassPaths classPaths)
            throws MojoFailureException {
        Set<String> more = choice.calibrates() ? Set.of(Plan.ServerPlan.RELAY) : Set.of();
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
        return new LiveProgress(System.out, interactive && Terminal.present(), clock, () -> Workspace.begun(run));
    }

    private static LoadRecord.Engine engine(String word) throws MojoFailureException {
        return LoadRecord.Engine.of(word)
                .orElseThrow(() -> new MojoFailureException("there is no load client \"" + word
                        + "\"; -Dsoabench.load is one of " + LoadRecord.Engine.words()));
    }

    private static Optional<Yielding> yielding(String word) throws MojoFailureException {
        if (word == null || word.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Yielding.of(word)
                .orElseThrow(() -> new MojoFailureException("an engine cannot yield by \"" + word
                        + "\"; -Dsoabench.yielding is one of " + Yielding.words())));
    }

    private int startFactor() throws MojoFailureException {
        if (startFactor < 1 || startFactor > MOST_START_FACTOR) {
            throw new MojoFailureException("soabench.startFactor is a whole number from 1 to " + MOST_START_FACTOR);
        }
        return startFactor;
    }

    private static long mib(int limit) throws MojoFailureException {
        if (limit < 1) {
            throw new MojoFailureException("soabench.logLimit and soabench.workLimit are MiB, at least 1");
        }
        return (long) limit << 20;
    }

    static Map<String, String> versions(ClassPaths classPaths) {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("soabench", classPaths.version());
        return versions;
    }
}
