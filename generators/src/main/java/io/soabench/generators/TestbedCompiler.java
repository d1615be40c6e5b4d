package io.soabench.generators;

import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Testbed;
import io.soabench.plan.Plan;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Compiles a testbed model into a folder that drivers run (docs/formats.md, <i>Compiled testbed</i>).
 *
 * <p>The bytes of the folder depend on the model, the files that it names, the profile, the seed and the server types only: not on time,
 * time zone, locale, platform or place. The folder is replaced at the end as a whole; a failure leaves the one before.
 *
 * <p>Without state; an EMF model must not be changed meanwhile.
 */
public final class TestbedCompiler {

    /** A compiler. */
    public TestbedCompiler() {}

    /**
     * Compiles a model under its default profile, if it has one.
     *
     * @see #compile(Testbed, Set, Map, Path, OptionalLong, Optional)
     */
    public Plan compile(
            Testbed model, Set<Path> sources, Map<String, ServerType> types, Path folder, OptionalLong seed) {
        return compile(
                model, sources, types, folder, seed, WholeTestbed.of(model).defaultProfile());
    }

    /**
     * Compiles a model.
     *
     * @param model the root file, linked and resolved, with its imports in the same resource set; a validated one gives better
     *     messages
     * @param sources the model files that were read; the model's hash covers them and all files that they name
     * @param types the server types by name
     * @param folder the compiled testbed, replaced if it exists
     * @param seed takes the place of the model's
     * @param profile what the suites say is read under it
     * @return the plan, also written to {@code plan.json}
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
        Compilation compilation = new Compilation(model, types, seed, profile);
        compilation.prepare(sources);
        return compilation.write(folder);
    }
}
