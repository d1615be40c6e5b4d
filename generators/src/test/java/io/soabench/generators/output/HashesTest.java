package io.soabench.generators.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HashesTest {

    @TempDir
    Path folder;

    private String hash(byte[] model) throws IOException {
        return Hashes.ofModel(Files.write(folder.resolve("a.testbed"), model));
    }

    private String hash(String model) throws IOException {
        return hash(model.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldNotCountCommentsAndLayout() throws IOException {
        assertThat(hash("host here // ours\n")).isEqualTo(hash("host\n  here"));
        assertThat(hash("host here")).isNotEqualTo(hash("host there"));
    }

    /** The language reports such a file with its place; that report must not be lost. */
    @Test
    void shouldHaveAHashOfAFileThatIsNoText() throws IOException {
        assertThat(hash("host here".getBytes(StandardCharsets.UTF_16)))
                .isNotEqualTo(hash("host there".getBytes(StandardCharsets.UTF_16)));
    }

    @Test
    void shouldReadATextOfAnyLength() throws IOException {
        String text = "x".repeat(100_000);

        assertThat(hash("bpel \"" + text + "\"")).isEqualTo(hash("bpel  \"" + text + "\""));
        assertThat(hash("bpel \"" + text)).isEqualTo(hash("bpel  \"" + text));
    }
}
