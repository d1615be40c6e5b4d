package io.soabench.eclipse.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.ILaunchConfigurationDelegate;
import org.eclipse.debug.core.model.IProcess;

/**
 * A launch of Maven with a goal for a testbed. Maven's output goes to the console. A stop from there asks Maven to
 * end. Maven then stops the processes of the run and keeps its results so far.
 */
public final class TestbedLaunch implements ILaunchConfigurationDelegate {

    /** The type of our launch configurations. */
    public static final String TYPE = "io.soabench.eclipse.launch";

    /** The path of the model in the workspace. */
    public static final String TESTBED = "io.soabench.eclipse.testbed";

    /** The name of a {@link Goal}. */
    public static final String GOAL = "io.soabench.eclipse.goal";

    /** More arguments for Maven, one in a line; may be empty. */
    public static final String ARGUMENTS = "io.soabench.eclipse.arguments";

    private static final String PLUGIN = "io.soabench:soabench-maven-plugin:" + version();

    @Override
    public void launch(ILaunchConfiguration configuration, String mode, ILaunch launch, IProgressMonitor monitor)
            throws CoreException {
        Path testbed = testbed(configuration);
        Goal goal = Goal.valueOf(configuration.getAttribute(GOAL, Goal.RUN.name()));
        Path folder = folder(configuration);
        List<String> command = new ArrayList<>(List.of(maven(), "--batch-mode", "--no-transfer-progress"));
        command.add(PLUGIN + ":" + goal.word());
        command.add("-Dtestbed=" + testbed);
        command.add("-Dsoabench.output=" + folder.resolve("target").resolve("soabench"));
        configuration
                .getAttribute(ARGUMENTS, "")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .forEach(command::add);
        Process process = DebugPlugin.exec(command.toArray(String[]::new), folder.toFile());
        // Maven ends what it has started itself, in its order, and then writes what it has.
        IProcess shown = DebugPlugin.newProcess(
                launch,
                process,
                "mvn soabench:" + goal.word() + " " + testbed.getFileName(),
                Map.of(
                        DebugPlugin.ATTR_TERMINATE_DESCENDANTS,
                        "false",
                        IProcess.ATTR_CMDLINE,
                        String.join(" ", command)));
        if (goal == Goal.RUN) {
            RunCompletion.await(shown, folder);
        }
    }

    private static IFile file(ILaunchConfiguration configuration) throws CoreException {
        return ResourcesPlugin.getWorkspace()
                .getRoot()
                .getFile(IPath.fromPortableString(configuration.getAttribute(TESTBED, "/none/none.testbed")));
    }

    private static Path testbed(ILaunchConfiguration configuration) throws CoreException {
        IFile file = file(configuration);
        if (file.getLocation() == null || !file.exists()) {
            throw problem(
                    "There is no testbed " + file.getFullPath() + "; choose another in Run > Run Configurations", null);
        }
        return file.getLocation().toPath();
    }

    /** Returns the project's folder. Results go into its {@code target/soabench}. */
    private static Path folder(ILaunchConfiguration configuration) throws CoreException {
        return file(configuration).getProject().getLocation().toPath();
    }

    /** Returns Maven, as the path of the environment has it. */
    private static String maven() throws CoreException {
        boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
        String name = windows ? "mvn.cmd" : "mvn";
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(java.io.File.pathSeparator))
                .map(each -> Path.of(each, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElseThrow(() -> problem(
                        "Maven is not there: put the folder of " + name + " on the PATH and start Eclipse again",
                        null));
    }

    /** Returns the version of this project, which the build writes into a file beside this class. */
    private static String version() {
        Properties properties = new Properties();
        try (InputStream file = TestbedLaunch.class.getResourceAsStream("version.properties")) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static CoreException problem(String sentence, IOException cause) {
        return new CoreException(new Status(IStatus.ERROR, TestbedLaunch.class, sentence, cause));
    }
}
