package io.soabench.engine.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal in real files. */
class JournalFolderTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), 3);
    private static final int SEGMENT = 64 * 1024;

    @TempDir
    private Path temporary;

    @Test
    void shouldReadWhatEarlierLivesWrote() throws IOException {
        Path folder = temporary.resolve("replica-0");
        Random random = new Random(1);
        Ledger ledger = new Ledger();
        for (int life = 0; life < 4; life++) {
            try (JournalFolder files = JournalFolder.open(folder)) {
                Journal journal = Journal.open(files, OWNER, JournalSettings.ofSize(SEGMENT), ledger.reading());
                ledger.verify();
                assertThat(ledger.entries()).hasSize(life * 60);
                for (int batch = 0; batch < 20; batch++) {
                    for (int record = 0; record < 3; record++) {
                        ledger.append(journal, random, 3_000);
                    }
                    journal.work();
                }
                assertThat(journal.failure()).isNull();
                // Two lives end as by kill -9: nothing is written when they end.
                if (life % 2 == 0) {
                    journal.close();
                }
            }
        }
        try (JournalFolder files = JournalFolder.open(folder)) {
            JournalReport report = JournalReader.read(files, OWNER, ledger.reading());
            ledger.verify();
            assertThat(report.corruptions()).isEmpty();
            assertThat(report.records()).isEqualTo(240);
        }
        assertThat(permissions(folder)).isEqualTo("rwx------");
        try (Stream<Path> found = Files.list(folder)) {
            assertThat(found).hasSizeGreaterThan(5).allSatisfy(file -> assertThat(permissions(file))
                    .isEqualTo("rw-------"));
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void shouldRefuseASecondOpener() throws IOException {
        Path folder = temporary.resolve("replica-0");
        try (JournalFolder first = JournalFolder.open(folder)) {
            assertThatThrownBy(() -> JournalFolder.open(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessage("The journal in " + folder
                            + " is in use by another engine; stop that one or choose another folder.");
            assertThat(first.list()).isEmpty();
        }

        JournalFolder.open(folder).close();
    }

    /** A program that opens a folder and prints how that went. */
    static final class Opener {
        private Opener() {}

        public static void main(String[] folder) {
            try (JournalFolder files = JournalFolder.open(Path.of(folder[0]))) {
                System.out.print("open " + files.list().size());
            } catch (IOException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    private String opener(Path folder) throws IOException, InterruptedException {
        Path output = temporary.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opener.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("ended within 60 s")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    @Test
    void shouldRefuseAnotherProcess() throws IOException, InterruptedException {
        Path folder = temporary.resolve("replica-0");
        try (JournalFolder files = JournalFolder.open(folder)) {
            assertThat(files.list()).isEmpty();
            // A refusal in this process must not give the lock away.
            assertThatThrownBy(() -> JournalFolder.open(folder)).isInstanceOf(IOException.class);

            assertThat(opener(folder)).startsWith("The journal in " + folder + " is in use by another engine;");
        }

        assertThat(opener(folder)).isEqualTo("open 0");
    }

    @Test
    void shouldForgetAFileThatWasNeverFinished() throws IOException {
        Path unfinished = temporary.resolve("0000000001.journal.unfinished");
        Files.write(unfinished, new byte[100]);

        try (JournalFolder files = JournalFolder.open(temporary)) {
            assertThat(files.list()).isEmpty();
            files.create(1, SEGMENT);
            assertThat(files.list()).containsExactly(1);
            assertThat(files.size(1)).isEqualTo(SEGMENT);
        }
        assertThat(unfinished).doesNotExist();
    }
}
