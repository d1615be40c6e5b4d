package io.soabench.maven;

import io.soabench.dsl.TestbedReader;
import io.soabench.generators.CompilationRefused;
import io.soabench.generators.Estimate;
import io.soabench.generators.TestbedCompiler;
import io.soabench.model.ConfigurationSpace;
import io.soabench.model.SuiteSettings;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.plan.Halvings;
import io.soabench.plan.Plan;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A testbed with all its issues: those of the language's rules and those of the compiler. All goals that read a testbed
 * begin with it, so that none refuses a testbed that another accepts.
 */
final class CheckedTestbed {

    private static final long MIB = 1L << 20;

    private final TestbedReader.Result model;
    private final TestbedCompiler.Checked compilation;
    private final List<Issue> issues;
    private final Optional<Profile> profile;

    private CheckedTestbed(
            TestbedReader.Result model,
            TestbedCompiler.Checked compilation,
            List<Issue> ofTrials,
            Optional<Profile> profile,
            long freeBytes) {
        this.model = model;
        this.compilation = compilation;
        this.profile = profile;
        TreeSet<Issue> all = new TreeSet<>(model.issues());
        all.addAll(compilation.issues());
        all.addAll(ofTrials);
        if (compilation.estimate().bytes() > freeBytes) {
            all.add(new Issue(
                    Issue.Severity.ERROR,
                    IssueCode.DISK_TOO_SMALL,
                    TestbedReader.places().of(model.testbed(), TestbedPackage.Literals.NAMED_ELEMENT__NAME),
                    "the experiment needs about "
                            + (long) Math.ceil(compilation.estimate().bytes() / MIB)
                            + " MiB, but only " + freeBytes / MIB
                            + " MiB are free where its results go; measure less, or choose another folder with"
                            + " -Dsoabench.output"));
        }
        this.issues = List.copyOf(all);
    }

    /**
     * Checks a model; writes nothing.
     *
     * @param seed replaces the model's seed
     * @param profile under which suites are read
     * @param freeBytes available where the results go
     */
    static CheckedTestbed of(
            TestbedReader.Result model,
            Map<String, ServerType> types,
            OptionalLong seed,
            Optional<Profile> profile,
            long freeBytes) {
        TestbedCompiler compiler = new TestbedCompiler(TestbedReader.places());
        TestbedCompiler.Input input =
                new TestbedCompiler.Input(model.testbed(), model.files(), seed, profile, model.faulty());
        TestbedCompiler.Checked compilation = compiler.check(input, types);
        return new CheckedTestbed(
                model, compilation, trials(compiler, input, model, compilation, types), profile, freeBytes);
    }

    /**
     * Returns the issues of the trials of explorations, each with its greatest load, or with each of its
     * configurations. It returns none while the model has other issues, which the trials would repeat.
     */
    private static List<Issue> trials(
            TestbedCompiler compiler,
            TestbedCompiler.Input input,
            TestbedReader.Result model,
            TestbedCompiler.Checked compilation,
            Map<String, ServerType> types) {
        if (Stream.concat(model.issues().stream(), compilation.issues().stream())
                .anyMatch(issue -> issue.severity() == Issue.Severity.ERROR)) {
            return List.of();
        }
        // The compiler writes nothing here.
        Path nowhere = Path.of("");
        return model.whole().explorations().stream()
                .flatMap(exploration -> new CompiledTrials(compiler, input, types, exploration, nowhere).checked())
                .flatMap(checked -> checked.issues().stream())
                .toList();
    }

    /** Returns all issues, sorted by file, line and column. */
    List<Issue> issues() {
        return issues;
    }

    /** Returns the number of issues that are errors. */
    long errors() {
        return issues.stream()
                .filter(issue -> issue.severity() == Issue.Severity.ERROR)
                .count();
    }

    /**
     * Returns the expected duration and size of the experiment. There is a line for each suite, one for each of its
     * workloads, and one for the total. Lines for each search for a configuration follow, unless the model has errors.
     */
    List<String> estimate() {
        List<String> lines = new ArrayList<>();
        for (Estimate.Suite suite : compilation.estimate().suites()) {
            lines.add(suite.toString());
            suite.windows().forEach(window -> lines.add("  " + window));
        }
        lines.add(compilation.estimate().toString());
        if (errors() == 0) {
            model.whole().explorations().stream()
                    .filter(exploration -> exploration.getVariation() != null)
                    .map(this::search)
                    .forEach(lines::add);
        }
        return lines;
    }

    private String search(Exploration exploration) {
        ConfigurationSpace space =
                ConfigurationSpace.of(exploration, model.whole().seed());
        Halvings halvings = new Halvings(space.tried().size());
        SuiteSettings times = SuiteSettings.of(exploration, profile);
        int confirming = ConfigurationSpace.confirming(exploration);
        long measured = times.least().toMillis() * (halvings.windows() + (long) confirming * halvings.lastFactor());
        long warmUp = times.untilSteady() ? 0 : times.warmUp().toMillis() * (halvings.trials() + confirming);
        return "explore " + exploration.getName() + ": " + space.tried().size() + " of "
                + PrintedText.count(space.size(), "configuration") + ", "
                + PrintedText.count(halvings.trials(), "trial")
                + " to select one, at most " + confirming + " to confirm it, more than "
                + TrialAttempts.time(measured + warmUp) + " of warm-up and measurement";
    }

    /** Returns the model files and all files that they name. */
    Set<Path> sources() {
        return compilation.sources();
    }

    /** Returns the hash of the sources, as a run records it. */
    String modelHash() {
        return compilation.modelHash();
    }

    /** Returns the model. */
    TestbedReader.Result model() {
        return model;
    }

    /**
     * Writes the compiled testbed.
     *
     * @throws CompilationRefused with all issues, if one is an error
     */
    Plan compile(Path folder) {
        if (errors() > 0) {
            throw new CompilationRefused(issues);
        }
        return compilation.write(folder);
    }
}
