package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.maven.store.RunStore;
import io.soabench.maven.store.StoreRefused;
import io.soabench.plan.RunFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that copies finished runs with all their files into a store, a folder that a web server can serve, and makes
 * its index anew. It never overwrites a run of the store, and changes none of the copied ones.
 */
@Mojo(name = "publish", requiresProject = false, aggregator = true, threadSafe = true)
public final class PublishMojo extends TestbedMojo {

    private static final String NONE = "none";

    /**
     * The runs; commas separate. Each is the folder of a run, its name (also {@code latest}), or {@code TESTBED/NAME}.
     * {@code none} only makes the index of the store anew.
     */
    @Parameter(property = "runs", defaultValue = RunFiles.LATEST)
    String runs;

    /** The folder of the store, which is made when it is missing. */
    @Parameter(property = "store")
    File store;

    @Override
    void perform() throws MojoFailureException, IOException, InterruptedException {
        if (store == null) {
            throw new MojoFailureException("no store is named; add -Dstore=DIR, the folder that keeps the runs");
        }
        RunStore kept = new RunStore(store.toPath());
        List<String> refusals = new ArrayList<>();
        try {
            List<RunStore.Candidate> candidates = candidates(kept, refusals);
            if (!refusals.isEmpty()) {
                throw failure(refusals, "nothing was published: " + count(refusals.size(), "reason"));
            }
            for (RunStore.Candidate candidate : candidates) {
                getLog().info(
                                kept.publish(candidate)
                                        ? "published " + shown(candidate.target()) + ", "
                                                + count(candidate.files(), "file")
                                        : shown(candidate.target()) + " has the same content already");
            }
            kept.index().forEach(getLog()::warn);
        } catch (StoreRefused e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
        getLog().info("index " + shown(kept.page()));
    }

    private List<RunStore.Candidate> candidates(RunStore kept, List<String> refusals)
            throws MojoFailureException, IOException {
        List<RunStore.Candidate> candidates = new ArrayList<>();
        for (Path run : folders(refusals)) {
            try {
                candidates.add(kept.check(run));
            } catch (StoreRefused e) {
                refusals.add(e.getMessage());
            }
        }
        return candidates;
    }

    private List<Path> folders(List<String> refusals) throws MojoFailureException, IOException {
        if (NONE.equals(runs)) {
            return List.of();
        }
        Optional<String> chosen = testbed == null ? Optional.empty() : Optional.of(name());
        try {
            return new RunFolders(output(), chosen).of(runs);
        } catch (RunsRefused e) {
            e.refusals().stream().map(ComparisonRefusal::text).forEach(refusals::add);
            return List.of();
        }
    }
}
