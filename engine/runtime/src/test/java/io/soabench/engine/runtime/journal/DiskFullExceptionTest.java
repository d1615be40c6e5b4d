package io.soabench.engine.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class DiskFullExceptionTest {
    private static final Path FOLDER = Path.of("/journals");
    private static final String GERMAN = "Auf dem Gerät ist kein Speicherplatz mehr verfügbar";
    private static final String QUOTA = "Der zugewiesene Plattenplatz (Quota) ist überschritten";

    @Test
    void shouldRecogniseAFullDiskInTheLanguageOfTheSystem() {
        assertThat(DiskFullException.of(new IOException(GERMAN), FOLDER, GERMAN, QUOTA))
                .isInstanceOf(DiskFullException.class)
                .hasMessage("There is no room on the disk of /journals.");
        assertThat(DiskFullException.of(new FileSystemException("/journals/1", null, GERMAN), FOLDER, GERMAN, QUOTA))
                .isInstanceOf(DiskFullException.class);
        IOException other = new IOException("Eingabe-/Ausgabefehler");
        assertThat(DiskFullException.of(other, FOLDER, GERMAN, QUOTA)).isSameAs(other);
        assertThat(DiskFullException.of(new IOException(), FOLDER, GERMAN, QUOTA))
                .isNotInstanceOf(DiskFullException.class);
    }

    @Test
    void shouldRecogniseAQuotaInTheLanguageOfTheSystem() {
        String before = DiskFullException.quotaText();
        IOException failure = new IOException(QUOTA);
        assertThat(DiskFullException.of(failure, FOLDER)).isSameAs(failure);
        try {
            DiskFullException.quotaText(QUOTA);
            assertThat(DiskFullException.of(failure, FOLDER)).isInstanceOf(DiskFullException.class);
            assertThat(DiskFullException.of(new IOException("Disk quota exceeded"), FOLDER))
                    .isInstanceOf(DiskFullException.class);
            IOException other = new IOException("Eingabe-/Ausgabefehler");
            assertThat(DiskFullException.of(other, FOLDER)).isSameAs(other);
        } finally {
            DiskFullException.quotaText(before);
        }
    }

    @Test
    void shouldRecogniseTheMessageOfThisSystem() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a device that is always full");
        try (FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE)) {
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1)))
                    .isInstanceOfSatisfying(
                            IOException.class, failure -> assertThat(DiskFullException.of(failure, FOLDER))
                                    .isInstanceOf(DiskFullException.class));
        }
    }
}
