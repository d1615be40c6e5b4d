package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumsTest {

    /** SHA-256 of "abc", FIPS 180-2 appendix B.1. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    @Test
    void shouldReadWhatTheUsualToolWrites() {
        assertThat(Checksums.read(getClass(), "released.sha256").byFile()).isEqualTo(Map.of("a.jar", ABC));
    }

    @Test
    void shouldRefuseALineThatIsNoChecksum() {
        assertThatThrownBy(() -> Checksums.read(getClass(), "torn.sha256"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"ba7816bf a.jar\"");
        assertThatThrownBy(() -> Checksums.read(getClass(), "none.sha256"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("none.sha256 is not in the archive");
    }

    @Test
    void shouldAcceptFilesAsReleasedAndOthersThatAreNotNamed() throws Exception {
        Path part = Files.writeString(folder.resolve("a.jar"), "abc");

        assertThat(new Checksums(Map.of("a.jar", ABC)).problems(List.of(Path.of("/x/own.jar"), part)))
                .isEmpty();
        assertThat(Checksums.NONE.problems(List.of())).isEmpty();
    }

    @Test
    void shouldNameEveryFileThatIsCutMissingOrUnreadable() throws Exception {
        Path cut = Files.writeString(folder.resolve("a.jar"), "ab");
        Path gone = folder.resolve("c.jar");

        assertThat(new Checksums(Map.of("a.jar", ABC, "b.jar", ABC, "c.jar", ABC)).problems(List.of(cut, gone)))
                .containsExactly(
                        cut + " is not what was released; delete it, and the next run fetches it again",
                        "b.jar is not on the class path, though it belongs to the release; run again online",
                        gone + " cannot be read (" + gone + "); delete it, and the next run fetches it again");
    }
}
