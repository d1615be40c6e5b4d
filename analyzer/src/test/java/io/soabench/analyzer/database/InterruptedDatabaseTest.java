package io.soabench.analyzer.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An analysis that the user ends leaves nothing unfinished behind. */
class InterruptedDatabaseTest {

    private static final String OPEN = "open";
    private static final long DEADLINE_S = 60;

    @TempDir
    private Path folder;

    /** A program that opens a database in a folder and then waits to be ended. */
    static final class Writer {

        private Writer() {}

        public static void main(String[] args) throws InterruptedException {
            try (DatabaseFile file = new DatabaseFile(Path.of(args[0]), "results", "again")) {
                file.make(schema -> {});
                System.out.println(OPEN);
                new CountDownLatch(1).await();
            }
        }
    }

    @Test
    @Timeout(2 * DEADLINE_S)
    void shouldLeaveNoFileWhenTheProcessIsEnded() throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo(OPEN);
            assertThat(folder.resolve("results.part.mv.db")).exists();

            writer.destroy();

            assertThat(writer.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
            try (var left = Files.list(folder)) {
                assertThat(left).isEmpty();
            }
        } finally {
            writer.destroyForcibly();
        }
    }
}
