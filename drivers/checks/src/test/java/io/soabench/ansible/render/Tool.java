package io.soabench.ansible.render;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A program that tests need and that not every machine has. It is looked for in the folder that the environment variable {@code
 * SOABENCH_ANSIBLE} names, where it must be, else on the path; a test that does not find it there is skipped, with the reason.
 */
final class Tool {

    /** The checkout. */
    static final Path ROOT = Path.of(System.getProperty("soabench.root"));

    private final List<String> command;

    private Tool(List<String> command) {
        this.command = List.copyOf(command);
    }

    /** How it ended and what it printed. */
    record Outcome(int exit, String output) {}

    /** A program of Ansible. */
    static Tool ofAnsible(String name) {
        String given = System.getenv("SOABENCH_ANSIBLE");
        if (given != null) {
            return new Tool(List.of(Path.of(given, name).toString()));
        }
        Assumptions.assumeTrue(
                isOnPath(name),
                name + " is not on the path; install ansible-core, ansible-lint and yamllint to run this");
        return new Tool(List.of(name));
    }

    /** A program of the oldest Ansible that is supported, in the folder that {@code SOABENCH_ANSIBLE_OLDEST} names. */
    static Tool ofOldestAnsible(String name) {
        String given = System.getenv("SOABENCH_ANSIBLE_OLDEST");
        Assumptions.assumeTrue(given != null, "SOABENCH_ANSIBLE_OLDEST names no folder with ansible-core 2.14");
        return new Tool(List.of(Path.of(given, name).toString()));
    }

    /** Any program. */
    static Tool of(String... command) {
        Assumptions.assumeTrue(
                command[0].contains("/") || isOnPath(command[0]),
                command[0] + " is not on the path; install it to run this");
        return new Tool(List.of(command));
    }

    private static boolean isOnPath(String name) {
        return Arrays.stream(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Runs it in a folder and waits. */
    Outcome run(Path folder, Map<String, String> environment, int seconds, String... arguments) {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile("tool", ".log");
            ProcessBuilder builder = new ProcessBuilder(whole)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            builder.environment().put("NO_COLOR", "1");
            Process process = builder.start();
            process.getOutputStream().close();
            try {
                if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                    throw new AssertionError(
                            whole + " did not end within " + seconds + " s: " + Files.readString(output));
                }
            } finally {
                process.destroyForcibly();
            }
            String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            Files.delete(output);
            return new Outcome(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
