package io.soabench.maven.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checksums of folders in the format of {@code sha256sum}. */
final class FileSumsTest {

    /** The sum of the text "abc" (FIPS 180-2, appendix B.1). */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path folder;

    @Test
    void shouldListFilesByPath() throws IOException {
        Files.createDirectories(folder.resolve("b"));
        Files.writeString(folder.resolve("b/two"), "abc");
        Files.writeString(folder.resolve("a one"), "abc");
        Files.writeString(folder.resolve("left out"), "abc");

        assertThat(FileSums.of(folder, Set.of("left out")).text()).isEqualTo(ABC + "  a one\n" + ABC + "  b/two\n");
    }

    @Test
    void shouldEscapeNamesAsSha256sumDoes() throws IOException {
        Files.writeString(folder.resolve("line\nback\\slash"), "abc");

        // GNU coreutils 9.1 prints this.
        assertThat(FileSums.of(folder, Set.of()).text()).isEqualTo("\\" + ABC + "  line\\nback\\\\slash\n");
    }

    @Test
    void shouldFindTheFirstDifference() {
        FileSums none = new FileSums(new TreeMap<>());
        FileSums one = none.with("b", "abc");

        assertThat(one.sums()).containsExactly(Map.entry("b", ABC));
        assertThat(one.firstDifference(none.with("b", "abc"))).isEmpty();
        assertThat(one.firstDifference(none.with("b", "abd"))).contains("b");
        assertThat(one.firstDifference(one.with("a", ""))).contains("a");
        assertThat(one.with("c", "").firstDifference(one)).contains("c");
    }
}
