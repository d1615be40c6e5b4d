package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostClock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClassArchivesTest {

    private static final String USES = "-XX:SharedArchiveFile=";
    private static final String LEAVES = "-XX:ArchiveClassesAtExit=";

    @TempDir
    private Path folder;

    private Path cache;
    private Path java;
    private Path jar;
    private final StepClock clock = new StepClock();

    /** Goes on when it is told to. */
    private static final class StepClock implements HostClock {

        private Instant now = Instant.parse("2026-01-01T12:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public long epochNanos() {
            return now.getEpochSecond() * 1_000_000_000L + now.getNano();
        }

        @Override
        public Instant now() {
            return now;
        }
    }

    @BeforeEach
    void install() throws IOException {
        cache = folder.resolve("cache");
        java = java("jdk");
        jar = Files.writeString(folder.resolve("a.jar"), "classes");
    }

    /** A JVM as far as anybody looks at it without starting it. */
    private Path java(String name) throws IOException {
        Path home = folder.resolve(name);
        Path server = Files.createDirectories(home.resolve("lib/server"));
        Files.writeString(server.resolve("classes.jsa"), "base");
        Files.writeString(server.resolve("libjvm.so"), "machine");
        Path program = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(program, "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private List<String> command(String main, String... options) {
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx64m", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", jar.toString(), main, "--port", "1"));
        return command;
    }

    private ClassArchives archives() {
        return new ClassArchives(cache, clock);
    }

    private ArchivedStart start(List<String> command) {
        return archives().start(command, Map.of(), true);
    }

    private static Optional<Path> option(ArchivedStart start, String name) {
        return start.command().stream()
                .filter(option -> option.startsWith(name))
                .map(option -> Path.of(option.substring(name.length())))
                .findFirst();
    }

    /** As a JVM does it: what is in the way goes, and nobody may write to the file afterwards. */
    private static void leave(ArchivedStart start, String classes) throws IOException {
        Path fresh = option(start, LEAVES).orElseThrow();
        Files.delete(fresh);
        Files.writeString(fresh, classes);
        assertThat(fresh.toFile().setReadOnly()).isTrue();
    }

    private Path made(List<String> command) throws IOException {
        ArchivedStart start = start(command);
        leave(start, "classes of " + command);
        start.ended(true);
        return start.leaves().orElseThrow();
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.toList();
        }
    }

    @Test
    void shouldUseWhatTheFirstStartHasLeft() throws IOException {
        ArchivedStart first = start(command("x.Main"));
        assertThat(option(first, USES)).isEmpty();
        assertThat(first.command().subList(0, 2)).containsExactly(java.toString(), "-Xlog:cds*=off");
        assertThat(first.command().get(2)).startsWith(LEAVES);
        assertThat(first.command().subList(3, first.command().size()))
                .as("the rest is as it was")
                .isEqualTo(command("x.Main").subList(1, command("x.Main").size()));
        leave(first, "classes");
        first.ended(true);

        ArchivedStart second = start(command("x.Main"));

        assertThat(second.leaves()).isEmpty();
        assertThat(option(second, LEAVES)).isEmpty();
        assertThat(option(second, USES)).hasValueSatisfying(archive -> assertThat(archive)
                .hasContent("classes")
                .satisfies(file -> assertThat(kept()).containsExactly(file)));
    }

    @Test
    void shouldNotUseAnArchiveAgainWithWhichAJvmCrashed() throws IOException {
        made(command("x.Main"));
        ArchivedStart using = start(command("x.Main"));
        assertThat(using.uses()).isTrue();
        using.ended(false);
        assertThat(kept()).as("a program may fail for other reasons").hasSize(1);

        using.removeArchive();

        assertThat(kept()).isEmpty();
        ArchivedStart next = start(command("x.Main"));
        assertThat(next.uses()).isFalse();
        next.removeArchive();
        assertThat(option(next, LEAVES))
                .as("what it is to leave is not in doubt")
                .hasValueSatisfying(file -> assertThat(file).exists());
    }

    @Test
    void shouldNotUseAnArchiveOfAnotherJvmOptionProgramOrJar() throws IOException {
        Path archive = made(command("x.Main"));
        assertThat(option(start(command("x.Main", "-Xms64m", "-Da=b")), USES))
                .as("memory and properties change nothing")
                .hasValue(archive);

        assertThat(option(start(command("x.Main", "-XX:+UseParallelGC")), USES)).isEmpty();
        assertThat(option(start(command("y.Main")), USES)).isEmpty();
        Path first = java;
        java = java("other");
        assertThat(option(start(command("x.Main")), USES)).isEmpty();
        java = first;
        Files.writeString(folder.resolve("jdk/lib/server/libjvm.so"), "updated machine");
        assertThat(option(start(command("x.Main")), USES)).isEmpty();
        Files.writeString(folder.resolve("jdk/lib/server/libjvm.so"), "machine");
        made(command("x.Main"));
        Files.setLastModifiedTime(jar, FileTime.fromMillis(4_000));
        assertThat(option(start(command("x.Main")), USES)).as("built again").isEmpty();
    }

    @Test
    void shouldKeepNothingOfAProgramThatFailedOrWroteNothing() throws IOException {
        ArchivedStart failed = start(command("x.Main"));
        leave(failed, "half of the cl");
        failed.ended(false);
        assertThat(cache).isEmptyDirectory();

        ArchivedStart silent = start(command("x.Main"));
        assertThat(option(silent, LEAVES)).isPresent();
        silent.ended(true);
        silent.ended(true);

        assertThat(cache).isEmptyDirectory();
    }

    @Test
    void shouldNeverUseWhatIsNotComplete() throws IOException {
        ArchivedStart killed = start(command("x.Main"));
        leave(killed, "half of the cl");

        ArchivedStart next = start(command("x.Main"));

        assertThat(option(next, USES)).isEmpty();
        assertThat(option(next, LEAVES)).isPresent().isNotEqualTo(option(killed, LEAVES));
        next.ended(false);
        clock.pass(Duration.ofDays(50 * 365L));
        made(command("y.Main"));
        assertThat(kept())
                .as("nobody ended the first; it is removed some day")
                .singleElement()
                .satisfies(file -> assertThat(file.getFileName().toString()).startsWith("Main-"));
    }

    @Test
    void shouldTakeTheLastOfSeveralThatAreMadeAtATime() throws IOException {
        ArchivedStart one = start(command("x.Main"));
        ArchivedStart other = start(command("x.Main"));
        leave(one, "of one");
        leave(other, "of the other");
        one.ended(true);
        assertThat(option(start(command("x.Main")), USES))
                .hasValueSatisfying(file -> assertThat(file).hasContent("of one"));
        other.ended(true);

        assertThat(kept()).singleElement().satisfies(file -> assertThat(file).hasContent("of the other"));
    }

    @Test
    void shouldRemoveWhatWasNotUsedForLongest() throws IOException {
        List<Path> made = new ArrayList<>();
        Path another = made(command("x.Another"));
        for (int i = 0; i < ClassArchives.KEPT_ARCHIVES; i++) {
            clock.pass(Duration.ofHours(1));
            made.add(made(command("x.Main", "-XX:MaxRAM=" + i)));
        }
        clock.pass(Duration.ofHours(1));
        assertThat(option(start(command("x.Main", "-XX:MaxRAM=0")), USES)).isPresent();
        clock.pass(Duration.ofHours(1));
        Path last = made(command("x.Main", "-XX:MaxRAM=9"));

        List<Path> expected = new ArrayList<>(List.of(another, last));
        expected.addAll(made);
        expected.remove(made.get(1));
        assertThat(kept()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldStartTheProgramAsItIsWhereNothingCanBeWritten() throws IOException {
        Files.writeString(cache, "no folder");

        ArchivedStart start = start(command("x.Main"));

        assertThat(start.command()).isEqualTo(command("x.Main"));
        assertThat(start.leaves()).isEmpty();
        start.ended(true);
    }

    @Test
    void shouldMakeNoneUnlessItMay() throws IOException {
        ArchivedStart start = archives().start(command("x.Main"), Map.of(), false);
        assertThat(start.command()).isEqualTo(command("x.Main"));
        assertThat(cache).doesNotExist();

        Path archive = made(command("x.Main"));
        assertThat(option(archives().start(command("x.Main"), Map.of(), false), USES))
                .hasValue(archive);
    }

    /** Some make a JVM refuse to start when it is to leave an archive; others say themselves what is to be done. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xshare:off",
                "-Xshare:auto",
                "-XX:SharedArchiveFile=mine.jsa",
                "-XX:ArchiveClassesAtExit=mine.jsa",
                "-XX:+AutoCreateSharedArchive",
                "-XX:-UseSharedSpaces",
                "-XX:AOTCache=mine.aot",
                "-XX:Flags=mine",
                "-XX:VMOptionsFile=mine",
                "@mine",
                "-agentlib:jdwp=transport=dt_socket",
                "-agentpath:/opt/profiler.so",
                "-javaagent:/opt/agent.jar",
                "-Xrunjdwp",
                "--patch-module=java.base=x",
                "--limit-modules=java.base",
                "-Djava.system.class.loader=x.Loader",
                "-Xbootclasspath/a:x.jar"
            })
    void shouldLeaveAloneWhatSpeaksOfArchivesOrDoesNotGoWithThem(String option) throws IOException {
        Path archive = made(command("x.Main"));
        List<String> command = command("x.Main", option);

        assertThat(start(command).command()).isEqualTo(command);
        assertThat(kept()).containsExactly(archive);
    }

    @Test
    void shouldLeaveAloneWhatIsNoJavaProgramOfJars() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<List<String>> commands = List.of(
                List.of("sh", "-c", "exit"),
                List.of(java.toString(), "-jar", jar.toString()),
                List.of(java.toString(), "-cp", classes + File.pathSeparator + jar, "x.Main"),
                List.of(java.toString(), "-cp", folder + "/*", "x.Main"),
                List.of(java.toString(), "-cp", "", "x.Main"),
                List.of(java.toString(), "-cp", jar.toString()),
                List.of(folder.resolve("missing/bin/java").toString(), "-cp", jar.toString(), "x.Main"));

        for (List<String> command : commands) {
            assertThat(start(command).command()).isEqualTo(command);
        }
        List<String> known = command("x.Main");
        assertThat(archives()
                        .start(known, Map.of("JAVA_TOOL_OPTIONS", "-javaagent:x.jar"), true)
                        .command())
                .isEqualTo(known);
        Files.delete(folder.resolve("jdk/lib/server/classes.jsa"));
        assertThat(start(known).command()).as("a JVM of another kind").isEqualTo(known);
        assertThat(cache).doesNotExist();
    }

    @Test
    void shouldFindJavaByThePathAndThroughLinks() throws IOException {
        Path archive = made(command("x.Main"));
        Path link = Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("usr/bin")).resolve("java"), java);
        List<String> command = command("x.Main");
        command.set(0, "java");

        assertThat(option(
                        archives()
                                .start(
                                        command,
                                        Map.of("PATH", "/nowhere" + File.pathSeparator + link.getParent()),
                                        true),
                        USES))
                .hasValue(archive);
    }
}
