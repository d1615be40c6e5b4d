package io.soabench.ansible.play;

import io.soabench.driver.RunRefused;
import io.soabench.driver.run.FolderOperations;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A finder of {@code ansible-playbook}: at the user's path, on the {@code PATH}, or on request in a virtual environment
 * below the user's cache folder, which is made once.
 */
public final class AnsibleProgram {

    /** Value of the setting that asks for a virtual environment of its own. */
    public static final String VENV = "venv";

    /** The release that the virtual environment gets; the newest that Python 3.11 can run. */
    public static final String VERSION = "2.19.14";

    private static final String NAME = "ansible-playbook";
    /** The deadline of each step of an installation. */
    private static final Duration INSTALLATION = Duration.ofMinutes(10);

    private final String path;
    private final Path cache;
    private final String python;
    private final Duration installation;

    /**
     * Creates a finder that looks in these places.
     *
     * @param path as the environment variable {@code PATH}
     * @param cache folder for virtual environments
     */
    public AnsibleProgram(String path, Path cache) {
        this(path, cache, "python3", INSTALLATION);
    }

    /** Creates a finder that installs with another Python, and with another deadline of each step. */
    AnsibleProgram(String path, Path cache, String python, Duration installation) {
        this.path = path == null ? "" : path;
        this.cache = cache;
        this.python = python;
        this.installation = installation;
    }

    /** Returns the program as this machine and user have it. */
    public static AnsibleProgram ofUser() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path cache = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return new AnsibleProgram(System.getenv("PATH"), cache.resolve("soabench"));
    }

    /**
     * Returns the program.
     *
     * @param wish path of {@code ansible-playbook} or of the folder with it, {@link #VENV}, or empty for that of the PATH
     * @throws RunRefused when there is none, or it cannot be made
     */
    public Path find(String wish) {
        if (wish == null || wish.isEmpty()) {
            return onPath();
        }
        if (wish.equals(VENV)) {
            return inVenv();
        }
        Path chosen = Path.of(wish).toAbsolutePath();
        Path program = Files.isDirectory(chosen) ? chosen.resolve(NAME) : chosen;
        if (!Files.isExecutable(program)) {
            throw new RunRefused(List.of("soabench.ansible names " + program
                    + ", which is no program; correct it, or leave it out to use the one on the PATH"));
        }
        return program;
    }

    private Path onPath() {
        for (String folder : path.split(File.pathSeparator, -1)) {
            Path program = Path.of(folder.isEmpty() ? "." : folder, NAME);
            if (!folder.isEmpty() && Files.isExecutable(program)) {
                return program.toAbsolutePath();
            }
        }
        throw new RunRefused(List.of("ansible-playbook is not on the PATH; install ansible-core (\"pipx install"
                + " ansible-core\"), name it with -Dsoabench.ansible=<path>, or let one be made with -Dsoabench.ansible="
                + VENV));
    }

    private Path inVenv() {
        Path folder = cache.resolve("ansible-" + VERSION);
        Path program = folder.resolve("bin").resolve(NAME);
        // This file is written at the end. An installation without it was interrupted and is made again.
        Path whole = folder.resolve("complete");
        if (Files.exists(whole) && Files.isExecutable(program)) {
            return program;
        }
        try {
            FolderOperations.remove(folder);
            Files.createDirectories(cache);
            call(python, "-m", "venv", folder.toString());
            call(
                    folder.resolve("bin/pip").toString(),
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "ansible-core==" + VERSION);
            Files.writeString(whole, VERSION + "\n");
            return program;
        } catch (IOException e) {
            throw new RunRefused(List.of("Ansible cannot be installed into " + folder + ": " + e.getMessage()
                    + "; install ansible-core yourself and leave -Dsoabench.ansible=" + VENV + " out"));
        }
    }

    /** Runs a program to its end. Its output is a file: a read of a pipe would go on beyond the deadline and an interrupt. */
    private void call(String... command) throws IOException {
        Path output = Files.createTempFile(cache, "install-", ".log");
        try {
            run(output, command);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private void run(Path output, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null"))
                .start();
        try {
            boolean ended = process.waitFor(installation.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended || process.exitValue() != 0) {
                String said = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
                throw new IOException("\"" + String.join(" ", command) + "\" "
                        + (ended ? "failed: " : "did not end within " + installation.toSeconds() + " s: ")
                        + said.strip().lines().reduce("no output", (a, b) -> b));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
