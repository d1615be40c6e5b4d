package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.driver.RunRefused;
import io.soabench.dsl.TestbedName;
import io.soabench.dsl.TestbedReader;
import io.soabench.model.issue.Issue;
import io.soabench.model.testbed.Profile;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.RunFiles;
import io.soabench.plugin.PluginsRefused;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.RemoteRepository;

/**
 * The common part of the goals that work on a testbed: their parameters, and reading, compiling, analysing, rendering.
 */
abstract class TestbedMojo extends AbstractMojo {

    /** The model file. */
    @Parameter(property = "testbed")
    File testbed;

    /**
     * The folder for compiled testbeds and runs, with a folder for each testbed, by name. When missing, {@code
     * soabench} in the build folder of the Maven project, or {@code target/soabench} of the current folder where there
     * is no project.
     */
    @Parameter(property = "soabench.output")
    File output;

    @Parameter(defaultValue = "${project}", readonly = true)
    MavenProject project;

    /** Replaces the seed of the model. */
    @Parameter(property = "soabench.seed")
    Long seed;

    @Parameter(defaultValue = "${repositorySystemSession}", readonly = true)
    RepositorySystemSession session;

    @Parameter(defaultValue = "${project.remotePluginRepositories}", readonly = true)
    List<RemoteRepository> repositories;

    /** {@code null} where the goal is not run by Maven. */
    @Parameter(defaultValue = "${plugin}", readonly = true)
    PluginDescriptor plugin;

    @Parameter(defaultValue = "${session}", readonly = true)
    MavenSession maven;

    @Inject
    RepositorySystem repositorySystem;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(TestbedMojo.class.getClassLoader());
        try {
            refuseUnknownProperties();
            perform();
        } catch (RunRefused e) {
            throw failure(
                    e.reasons(), "the run cannot start: " + count(e.reasons().size(), "reason"));
        } catch (PluginsRefused e) {
            throw failure(
                    e.reasons(),
                    "the plug-ins cannot be used: " + count(e.reasons().size(), "reason"));
        } catch (ClassPaths.UnresolvedException | UncheckedIOException e) {
            throw new MojoFailureException(e.getMessage(), e);
        } catch (AccessDeniedException e) {
            throw new MojoFailureException(
                    e.getFile() + " may not be read or written; change its permissions, or choose another folder with"
                            + " -Dsoabench.output",
                    e);
        } catch (FileSystemException e) {
            throw new MojoFailureException(
                    "cannot use " + e.getFile()
                            + (e.getReason() == null ? "" : " (" + e.getReason() + ")")
                            + "; correct the path, or choose another folder with -Dsoabench.output",
                    e);
        } catch (IOException e) {
            throw new MojoFailureException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoFailureException("the goal was interrupted; start it again", e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private void refuseUnknownProperties() throws MojoFailureException {
        if (plugin == null || maven == null) {
            return;
        }
        List<String> unknown =
                GoalProperties.unknown(maven.getUserProperties().stringPropertyNames(), GoalProperties.of(plugin));
        if (!unknown.isEmpty()) {
            throw failure(unknown, "the command line has " + count(unknown.size(), "unknown parameter"));
        }
    }

    /** Performs the work of the goal. */
    abstract void perform() throws MojoExecutionException, MojoFailureException, IOException, InterruptedException;

    /** Prints each line and returns a failure with a summary. */
    final MojoFailureException failure(List<String> lines, String summary) {
        lines.forEach(getLog()::error);
        return new MojoFailureException(summary);
    }

    /** Returns the model as far as it can be read. */
    final TestbedReader.Result read() throws MojoFailureException, IOException {
        Path file = file();
        try {
            return new TestbedReader().read(file);
        } catch (NoSuchFileException e) {
            throw noSuchFile(e);
        }
    }

    /** Returns the name of the testbed, which it must have; reads no other part of the model. */
    final String name() throws MojoFailureException, IOException {
        Path file = file();
        try {
            return TestbedName.of(file).orElseThrow(this::nameless);
        } catch (NoSuchFileException e) {
            throw noSuchFile(e);
        }
    }

    private Path file() throws MojoFailureException {
        if (testbed == null) {
            throw new MojoFailureException("no testbed is named; add -Dtestbed=FILE.testbed");
        }
        return testbed.toPath();
    }

    private MojoFailureException noSuchFile(NoSuchFileException e) {
        return new MojoFailureException(
                "there is no file " + shown(testbed.toPath()) + "; -Dtestbed names the model file", e);
    }

    private MojoFailureException nameless() {
        return new MojoFailureException(
                shown(testbed.toPath())
                        + " has no name, so it is a library for others; run one that imports it, or start it with: testbed <name>");
    }

    /** Checks the model as it was run, with its seed and profile, and prints nothing; a profile that is gone shows in the hash. */
    final CheckedTestbed checkedAs(ModelOrigin origin) throws MojoFailureException, IOException {
        TestbedReader.Result model = read();
        return CheckedTestbed.of(
                model,
                serverTypes(),
                OptionalLong.of(origin.seed()),
                model.whole().profile(origin.profile()),
                Long.MAX_VALUE);
    }

    /** Checks the model under a profile, prints all issues, and fails if one is an error. */
    final CheckedTestbed checked(TestbedReader.Result model, Map<String, ServerType> types, Optional<Profile> profile)
            throws MojoFailureException, IOException {
        CheckedTestbed checked = CheckedTestbed.of(
                model, types, seed == null ? OptionalLong.empty() : OptionalLong.of(seed), profile, free(output()));
        Path here = Path.of("").toAbsolutePath();
        for (Issue issue : checked.issues()) {
            String line = issue.text(here);
            switch (issue.severity()) {
                case ERROR -> getLog().error(line);
                case WARNING -> getLog().warn(line);
                case INFO -> getLog().debug(line);
            }
        }
        if (checked.errors() > 0) {
            throw new MojoFailureException(shown(testbed.toPath()) + " has " + count(checked.errors(), "error")
                    + "; nothing was compiled or started");
        }
        return checked;
    }

    /** Returns the free bytes of the disk of a present or future folder. */
    private static long free(Path folder) throws IOException {
        Path there = folder.toAbsolutePath();
        while (!Files.isDirectory(there)) {
            there = there.getParent();
        }
        return Files.getFileStore(there).getUsableSpace();
    }

    /** Returns the folder of Maven for files that can be made again and belong to no run. */
    final Path cache() {
        return session.getLocalRepository().getBasedir().toPath().resolve(".cache/soabench");
    }

    /** Returns the path of a format of the report. */
    static Path product(Path run, ReportFormat format) {
        return switch (format) {
            case HTML -> run.resolve(RunFiles.REPORT).resolve("index.html");
            case PDF -> run.resolve(RunFiles.REPORT).resolve("report.pdf");
            case CSV -> run.resolve("export");
            case JUNIT -> RunFiles.junit(run);
        };
    }

    final ClassPaths classPaths() {
        return new ClassPaths(repositorySystem, session, repositories);
    }

    /** Returns the profile of that name; without a name the default one of the model, if it has one. */
    static Optional<Profile> profile(TestbedReader.Result model, String name) throws MojoFailureException {
        if (name == null) {
            return model.whole().defaultProfile();
        }
        Optional<Profile> profile = model.whole().profile(name);
        if (profile.isEmpty()) {
            List<String> known =
                    model.whole().profiles().stream().map(Profile::getName).toList();
            throw new MojoFailureException(
                    known.isEmpty()
                            ? "the testbed has no profiles; leave -Dsoabench.profile out, or add: profile " + name
                                    + " { measure 6 s }"
                            : "there is no profile \"" + name + "\"; known are: " + String.join(", ", known));
        }
        return profile;
    }

    /** Compiles a checked model into its workspace. */
    final Plan compile(CheckedTestbed checked) throws MojoFailureException, IOException {
        Path folder = workspace(checked.model()).compiled();
        Files.createDirectories(folder.getParent());
        Plan plan = checked.compile(folder);
        getLog().info("compiled " + count(plan.cases().size(), "case")
                + (plan.origin().profile().isEmpty()
                        ? ""
                        : " of profile " + plan.origin().profile()) + " into " + shown(folder));
        return plan;
    }

    /** Returns the server types that are installed with this tool. */
    static Map<String, ServerType> serverTypes() {
        return ServerTypes.load(TestbedMojo.class.getClassLoader());
    }

    /** Returns the workspace of a testbed, which must have a name. */
    final TestbedFolders workspace(TestbedReader.Result model) throws MojoFailureException {
        if (model.testbed().getName() == null) {
            throw nameless();
        }
        return workspace(model.testbed().getName());
    }

    /** Returns the workspace of a testbed of that name. */
    final TestbedFolders workspace(String name) {
        return new TestbedFolders(output(), name);
    }

    final Path output() {
        return output == null ? standardOutput(project) : output.toPath();
    }

    /**
     * Returns the output folder if the user chose none. Without a project file, Maven invents a project, whose build
     * folder is useless.
     */
    static Path standardOutput(MavenProject project) {
        Path build = project == null || project.getFile() == null
                ? Path.of("target")
                : Path.of(project.getBuild().getDirectory());
        return build.resolve("soabench").toAbsolutePath();
    }
}
