package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.RunFixture.Repetition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that cannot be written whole. The limit on the size of a file ({@code ulimit -f}) makes the same calls fail as a full
 * disk, without a disk that must be filled.
 */
class FullDiskTest {

    /** Blocks of 512 or 1,024 bytes, by the shell: less than an empty database with its schema in either case. */
    private static final int LIMIT_BLOCKS = 40;

    private static final long DEADLINE_S = 120;

    @TempDir
    Path run;

    /** Analyses a run in a program of its own, since a limit cannot be lifted again. */
    static final class Program {

        private Program() {}

        public static void main(String[] args) {
            try {
                Analyzer.analyze(Path.of(args[0]));
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
                System.exit(1);
            }
        }
    }

    @Test
    void shouldSayOneSentenceAndLeaveNothingWhenTheDiskIsFull() throws Exception {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 0, 1));
        Repetition repetition = fixture.repetition("case1", 1);
        for (int request = 1; request <= 50; request++) {
            repetition.request("office.1." + request, request * 100, 10, "OK");
        }
        repetition.write();
        Files.writeString(run.resolve("results.mv.db"), "old");

        Process program = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -f " + LIMIT_BLOCKS + "; exec \"$0\" -cp \"$1\" '" + Program.class.getName()
                                + "' \"$2\"",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("java.class.path"),
                        run.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(program.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        assertThat(said.lines())
                .singleElement()
                .asString()
                .startsWith("UncheckedIOException: cannot write " + run.resolve("results.mv.db") + ": File too large (")
                .endsWith(
                        " are free); the files of the run are complete: make room, then soabench:analyze makes the database");
        assertThat(program.exitValue()).isEqualTo(1);
        try (Stream<Path> left = Files.list(run)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("cases", "environment.json", "plan.json", "results.mv.db", "run.json");
        }
        assertThat(run.resolve("results.mv.db")).hasContent("old");
    }
}
