package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.dsl.TestbedReader;
import io.soabench.exposition.Exposition;
import io.soabench.model.testbed.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * The goal that writes a page about a testbed before it is run: deployment, processes, partners, workloads as curves,
 * cases, durations. The page is for reviewers and for the appendix of a paper.
 */
@Mojo(name = "doc", requiresProject = false, aggregator = true, threadSafe = true)
public final class DocMojo extends TestbedMojo {

    /** The profile that the page shows; the default one of the model if it has one. */
    @Parameter(property = "soabench.profile")
    String profile;

    @Override
    void perform() throws MojoFailureException, IOException {
        TestbedReader.Result model = read();
        Optional<Profile> chosen = profile(model, profile);
        List<String> estimate = checked(model, serverTypes(), chosen).estimate();
        Path folder = workspace(model).doc();
        List<Path> written = Exposition.write(model, chosen, Optional.ofNullable(seed), estimate, folder);
        getLog().info("wrote " + shown(written.get(0)) + " and " + count(written.size() - 1L, "picture")
                + " beside it");
    }
}
