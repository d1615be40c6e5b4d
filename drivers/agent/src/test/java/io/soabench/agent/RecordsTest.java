package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {

    @TempDir
    Path folder;

    private Path archive;
    private Path home;

    @BeforeEach
    void make() throws IOException {
        archive = folder.resolve("records.zip");
        home = Files.createDirectory(folder.resolve("home"));
    }

    private void pack() throws IOException {
        Path out = Files.createDirectories(folder.resolve("out/logs/engine"));
        Files.writeString(out.resolve("stdout.log"), "ready\n");
        Files.writeString(folder.resolve("out/samples-h1.csv"), "a,b\n");
        Records.pack(folder.resolve("out"), archive);
    }

    @Test
    void shouldComeHomeAsTheyAre() throws IOException {
        pack();
        Files.writeString(home.resolve("samples-h1.csv"), "of an attempt before");

        Records.unpack(archive, home);

        assertThat(home.resolve("samples-h1.csv")).hasContent("a,b\n");
        assertThat(home.resolve("logs/engine/stdout.log")).hasContent("ready\n");
    }

    @Test
    void shouldStayWithinTheirFolder() throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("../outside"));
            zip.write('x');
        }

        assertThatThrownBy(() -> Records.unpack(archive, home))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("../outside");
        assertThat(folder.resolve("outside")).doesNotExist();
    }

    @Test
    void shouldBeRefusedWhenTheyAreCutOff() throws IOException {
        pack();
        byte[] whole = Files.readAllBytes(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length - 30));

        assertThatThrownBy(() -> Records.unpack(archive, home)).isInstanceOf(IOException.class);
        assertThat(home).isEmptyDirectory();
    }
}
