package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A real Maven, run as a user runs it, with a deadline. */
final class MavenCommand implements AutoCloseable {

    private static final long DEADLINE_S = 800;
    private static final long POLL_MS = 50;

    private final Process process;
    private final Path log;

    private MavenCommand(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a goal of this plug-in. */
    static MavenCommand start(Path folder, String goal, String... options) throws IOException {
        return start(Map.of(), folder, goal, options);
    }

    /** Starts a goal of this plug-in with further variables in its environment. */
    static MavenCommand start(Map<String, String> environment, Path folder, String goal, String... options)
            throws IOException {
        // Whoever started these tests may have had signals ignored, which programs inherit.
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT,TERM",
                System.getProperty("it.maven"),
                "-B",
                "-ntp",
                "-s",
                Path.of(System.getProperty("basedir", ""), "target/test-classes/it-settings.xml")
                        .toAbsolutePath()
                        .toString(),
                "-Dmaven.repo.local=" + System.getProperty("it.repository"),
                "io.soabench:soabench-maven-plugin:" + System.getProperty("soabench.version") + ":" + goal));
        command.addAll(List.of(options));
        Path log = Files.createTempFile(folder, goal + "-", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("MAVEN_OPTS", "-Dstyle.color=never -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().remove("MAVEN_ARGS");
        builder.environment().putAll(environment);
        return new MavenCommand(builder.start(), log);
    }

    /** Runs a goal to its end. */
    static MavenCommand run(Path folder, String goal, String... options) throws IOException, InterruptedException {
        MavenCommand command = start(folder, goal, options);
        command.await();
        return command;
    }

    /** Runs a goal to its end and keeps how it ended. */
    static Measuring.Outcome outcome(Path folder, String goal, String... options)
            throws IOException, InterruptedException {
        try (MavenCommand command = run(folder, goal, options)) {
            return new Measuring.Outcome(command.status(), command.output());
        }
    }

    /** Waits for the end. */
    int await() throws InterruptedException, IOException {
        if (!process.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
            close();
            throw new AssertionError("no end within " + DEADLINE_S + " s:\n" + output());
        }
        return process.exitValue();
    }

    /** Waits until the output is as wished, or the program ends. */
    void awaitOutput(Predicate<String> wished) throws IOException, InterruptedException {
        for (long waited = 0; waited < TimeUnit.SECONDS.toMillis(DEADLINE_S); waited += POLL_MS) {
            if (wished.test(output())) {
                return;
            }
            assertThat(process.isAlive()).as("ended early:\n%s", output()).isTrue();
            process.waitFor(POLL_MS, TimeUnit.MILLISECONDS);
        }
        throw new AssertionError("the output never came:\n" + output());
    }

    /** Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    int status() {
        return process.exitValue();
    }

    String output() throws IOException {
        return Files.readString(log);
    }

    List<String> errors() throws IOException {
        return output().lines()
                .filter(l -> l.startsWith("[ERROR] "))
                .map(l -> l.substring("[ERROR] ".length()))
                .toList();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
