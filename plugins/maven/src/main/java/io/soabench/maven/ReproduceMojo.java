package io.soabench.maven;

import io.soabench.analyzer.CompareRuns;
import io.soabench.analyzer.compare.Reproduction;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.maven.store.BundleContent;
import io.soabench.maven.store.StoreRefused;
import io.soabench.plan.CasePlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that runs the experiment of a bundle again. It verifies the checksums of the bundle, runs its model with the
 * recorded seed and profile in a new folder {@code reproduce/<id>} of the output folder, and compares both runs case by
 * case. The build fails when a case differs.
 */
@Mojo(name = "reproduce", requiresProject = false, aggregator = true, threadSafe = true)
public final class ReproduceMojo extends RunMojo {

    /** The file with the agreement of both runs. */
    static final String FILE = "reproduction.json";

    private static final String DIFFERS = "differs";
    private static final String CONTRADICTED = "contradicted";
    private static final String NEVER = "never";

    /** The zip file that the goal bundle made. */
    @Parameter(property = "bundle")
    File bundle;

    /**
     * The reason for a failure of the build. {@code differs}: a case differs, or was not measured. {@code
     * contradicted}: a comparison of engines has another outcome, for runs on another machine. {@code never}: neither.
     */
    @Parameter(property = "soabench.fail", defaultValue = DIFFERS)
    String fail;

    @Override
    void perform() throws MojoExecutionException, MojoFailureException, IOException, InterruptedException {
        refuseParameters();
        Path folder = TestbedFolders.fresh(
                output().resolve("reproduce"), HostClock.system().now());
        BundleContent content = content(folder);
        RunRecord record = Json.read(content.run().resolve(RunFiles.RUN), RunRecord.class);
        getLog().info("the checksums of " + PrintedText.shown(bundle.toPath()) + " agree; run " + record.id()
                + " is repeated in " + PrintedText.shown(folder));
        testbed = content.testbed().toFile();
        output = folder.toFile();
        seed = record.origin().seed();
        profile = record.origin().profile().isEmpty() ? null : record.origin().profile();
        cases = planOf(content.run()).cases().stream().map(CasePlan::id).collect(Collectors.joining(","));
        refuseOtherModel(record);
        Optional<MojoFailureException> failure = repeated();
        Path again = workspace(name())
                .run(RunFiles.LATEST)
                .orElseThrow(() -> failure.orElseGet(() -> new MojoFailureException("no run was made")));
        conclude(folder, content.run(), again);
    }

    private void refuseParameters() throws MojoFailureException {
        if (bundle == null) {
            throw new MojoFailureException("no bundle is named; add -Dbundle=FILE.zip, which the goal bundle makes");
        }
        if (testbed != null || seed != null || profile != null || resume != null || !cases.equals(ALL)) {
            throw new MojoFailureException("a bundle has its own model, seed, profile and cases and is run from the"
                    + " start; leave -Dtestbed, -Dsoabench.seed, -Dsoabench.profile, -Dsoabench.cases and"
                    + " -Dsoabench.resume out");
        }
        if (!List.of(DIFFERS, CONTRADICTED, NEVER).contains(fail)) {
            throw new MojoFailureException(
                    "-Dsoabench.fail is \"" + fail + "\"; use " + DIFFERS + ", " + CONTRADICTED + " or " + NEVER);
        }
    }

    private BundleContent content(Path folder) throws MojoFailureException, IOException {
        try {
            return BundleContent.unpack(
                    bundle.toPath().toAbsolutePath(), Files.createDirectory(folder.resolve("bundle")));
        } catch (StoreRefused e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
    }

    /** Refuses a model that this version of the tool reads as another one. */
    private void refuseOtherModel(RunRecord record) throws MojoFailureException, IOException {
        if (!checkedAs(record.origin()).modelHash().equals(record.origin().modelHash())) {
            throw new MojoFailureException("the model in the bundle is not that of run " + record.id()
                    + ": their hashes differ; use the version of SOABench that its README.md names");
        }
    }

    /** Runs the model and returns the failure that its own findings caused, if any. */
    private Optional<MojoFailureException> repeated()
            throws MojoExecutionException, MojoFailureException, IOException, InterruptedException {
        try {
            super.perform();
            return Optional.empty();
        } catch (MojoFailureException e) {
            if (workspace(name()).run(RunFiles.LATEST).isEmpty()) {
                throw e;
            }
            getLog().warn(e.getMessage());
            return Optional.of(e);
        }
    }

    /** Prints and writes the agreement of both runs, and fails the build if it is asked to. */
    private void conclude(Path folder, Path original, Path again) throws MojoFailureException {
        Reproduction found;
        try {
            found = CompareRuns.reproduction(original, again);
        } catch (RunsRefused e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
        found.differences().forEach(difference -> getLog().warn(difference));
        for (Reproduction.CaseAgreement each : found.cases()) {
            String line = each.agreement().word() + ": " + each.sentence();
            if (each.agreement() == Reproduction.Agreement.DIFFERS
                    || each.agreement() == Reproduction.Agreement.MISSING) {
                getLog().warn(line);
            } else {
                getLog().info(line);
            }
        }
        found.conclusions().forEach(each -> getLog().info(each.sentence()));
        getLog().info(found.summary());
        Json.write(folder.resolve(FILE), found);
        getLog().info("agreement " + PrintedText.shown(folder.resolve(FILE)));
        long apart = found.count(Reproduction.Agreement.DIFFERS);
        long missing = found.count(Reproduction.Agreement.MISSING);
        long contradicted = found.count(Reproduction.Confirmation.CONTRADICTED);
        if (fail.equals(DIFFERS) && apart + missing > 0) {
            throw new MojoFailureException("run " + found.original() + " is not reproduced: of "
                    + PrintedText.count(found.cases().size(), "case") + ", " + apart + " differ and " + missing
                    + " were not measured");
        }
        if (fail.equals(CONTRADICTED) && contradicted > 0) {
            throw new MojoFailureException("run " + found.original() + " is not reproduced: "
                    + PrintedText.count(contradicted, "comparison") + " of engines had another outcome");
        }
        if (strict && found.count(Reproduction.Agreement.UNDECIDED) > 0) {
            throw new MojoFailureException(
                    "not shown: " + PrintedText.count(found.count(Reproduction.Agreement.UNDECIDED), "case")
                            + " undecided; measure more repetitions");
        }
    }
}
