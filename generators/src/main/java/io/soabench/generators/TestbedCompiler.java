package io.soabench.generators;

import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.ExpandedCase;
import io.soabench.model.TrialModel;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.Places;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Testbed;
import io.soabench.plan.Plan;
import io.soabench.plugin.ServerType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;

/**
 * A compiler of a testbed model into a folder that drivers run (docs/reference/formats.md, <i>Compiled testbed</i>).
 * Everything is checked before anything is written, so {@link #check} finds every reason for a refusal.
 *
 * <p>The bytes of the folder depend on the model, the files that it names, the profile, the seed and the server types
 * only: not on time, time zone, locale, platform or place. The folder is replaced at the end as a whole; a failure
 * leaves the one before.
 *
 * <p>Without state; an EMF model must not be changed meanwhile.
 */
public final class TestbedCompiler {

    private final Places places;

    /** Creates a compiler of models that were not read from text. Their issues have a file, but no line. */
    public TestbedCompiler() {
        this(Places.FILES);
    }

    /** Creates a compiler with a source of the places of model elements. */
    public TestbedCompiler(Places places) {
        this.places = places;
    }

    /**
     * The input of the compiler.
     *
     * @param model the root file, linked and resolved, with its imports in the same resource set
     * @param sources the model files that were read; the model's hash covers them and all files that they name
     * @param seed takes the place of the model's
     * @param profile the suites are read under it
     * @param faulty elements with known faults: they and elements that refer to them get no further issues; a root element stands for all
     */
    public record Input(
            Testbed model, Set<Path> sources, OptionalLong seed, Optional<Profile> profile, Set<EObject> faulty) {

        public Input {
            sources = Set.copyOf(sources);
            faulty = Set.copyOf(faulty);
        }

        /** Returns a model of which no fault is known, with its own seed, under its default profile if it has one. */
        public static Input of(Testbed model, Set<Path> sources) {
            return new Input(
                    model, sources, OptionalLong.empty(), WholeTestbed.of(model).defaultProfile(), Set.of());
        }
    }

    /**
     * A model as it was read and checked.
     *
     * @see TestbedCompiler#check
     */
    public static final class Checked {

        private final Compiled compiled;
        private final ProblemCollector problems;
        private final boolean faulty;

        private Checked(Compiled compiled, ProblemCollector problems, boolean faulty) {
            this.compiled = compiled;
            this.problems = problems;
            this.faulty = faulty;
        }

        /** Returns all issues, sorted by place. */
        public List<Issue> issues() {
            return problems.issues();
        }

        /** Returns the model files and all files that they name, as far as the check has read them. */
        public Set<Path> sources() {
            return Set.copyOf(compiled.reading().context().files().all());
        }

        /** Returns the hash of the sources, as a plan has it. */
        public String modelHash() {
            return compiled.modelHash();
        }

        /** Returns the estimate of the cases without a known fault. */
        public Estimate estimate() {
            return compiled.estimate();
        }

        /**
         * Writes the compiled testbed. The check has found every reason for a refusal before.
         *
         * @param folder the compiled testbed, replaced if it exists
         * @return the plan, also written to {@code plan.json}
         * @throws CompilationRefused with all issues, if one is an error
         * @throws java.io.UncheckedIOException when files cannot be read or written
         */
        public Plan write(Path folder) {
            refuse();
            return new CompiledFolder(compiled).write(folder);
        }

        /**
         * Makes the plan without the load: neither traces, data, mock services nor test plans are written.
         *
         * @param folder where the packages of the processes are written, which the plan knows by their checksums; made if there is none, else empty
         * @return the plan that {@link #write} would write
         * @throws CompilationRefused with all issues, if one is an error
         * @throws java.io.UncheckedIOException when files cannot be read or written
         */
        public Plan plan(Path folder) {
            refuse();
            return new CompiledFolder(compiled).plan(folder);
        }

        private void refuse() {
            if (!problems.none()) {
                throw new CompilationRefused(issues());
            }
            if (faulty) {
                throw new IllegalStateException("a model with known faults is not compiled");
            }
        }
    }

    /**
     * Reads and checks a model and the files that it names. Writes nothing.
     *
     * @param types the server types by name
     * @throws java.io.UncheckedIOException when files cannot be read though they are there
     */
    public Checked check(Input input, Map<String, ServerType> types) {
        ProblemCollector problems = new ProblemCollector(places);
        Compiled compiled = new ModelCompilation(input, types, problems).check(input.sources());
        return new Checked(compiled, problems, !input.faulty().isEmpty());
    }

    /**
     * Reads and checks the model of a trial of an exploration, see {@link TrialModel}. Writes nothing.
     *
     * @param input the whole testbed
     * @param cell the case of the exploration, on the engine of the trial
     * @param load requests a second, or clients
     * @param repetition how often that load was tried, this trial included: the repetition of the case that the trial
     *     is
     * @param types the server types by name
     * @throws java.io.UncheckedIOException when files cannot be read though they are there
     */
    public Checked checkTrial(
            Input input, ExpandedCase cell, BigDecimal load, int repetition, Map<String, ServerType> types) {
        return check(input, TrialModel.of(WholeTestbed.of(input.model()), cell, load, repetition), types);
    }

    /**
     * Reads and checks the model of a trial of a configuration.
     *
     * @param cell the case of the exploration
     * @param trial the configuration, and its purpose
     */
    public Checked checkTrial(
            Input input, ExpandedCase cell, TrialModel.Configured trial, Map<String, ServerType> types) {
        return check(input, TrialModel.of(WholeTestbed.of(input.model()), cell, trial, input.profile()), types);
    }

    private Checked check(Input input, TrialModel trial, Map<String, ServerType> types) {
        return new TestbedCompiler(trial.places(places))
                .check(
                        new Input(
                                trial.root(),
                                input.sources(),
                                input.seed(),
                                trial.profile(input.profile()),
                                trial.copies(input.faulty())),
                        types);
    }

    /** Compiles a model under its default profile, if it has one. */
    public Plan compile(
            Testbed model, Set<Path> sources, Map<String, ServerType> types, Path folder, OptionalLong seed) {
        return compile(
                model, sources, types, folder, seed, WholeTestbed.of(model).defaultProfile());
    }

    /**
     * Compiles a model of which no fault is known.
     *
     * @throws CompilationRefused with everything that is wrong with the model or the files it names
     * @throws java.io.UncheckedIOException when files cannot be read or written for other reasons
     */
    public Plan compile(
            Testbed model,
            Set<Path> sources,
            Map<String, ServerType> types,
            Path folder,
            OptionalLong seed,
            Optional<Profile> profile) {
        return check(new Input(model, sources, seed, profile, Set.of()), types).write(folder);
    }
}
