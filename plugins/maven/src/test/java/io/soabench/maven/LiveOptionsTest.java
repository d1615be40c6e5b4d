package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalInt;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveOptionsTest {

    @TempDir
    private Path folder;

    private Path file(String text, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    private static void refused(Path file, String start) {
        assertThatThrownBy(() -> LiveOptions.of("true", file.toFile()))
                .isInstanceOf(MojoFailureException.class)
                .hasMessageStartingWith("-Dsoabench.live.token: " + start);
    }

    @Test
    void shouldHaveNoTokenOfItsOwnWithoutAFile() throws MojoFailureException {
        assertThat(LiveOptions.of("8080", null)).isEqualTo(new LiveOptions(OptionalInt.of(8080), ""));
        assertThat(LiveOptions.of("false", null)).isEqualTo(new LiveOptions(OptionalInt.empty(), ""));
    }

    @Test
    void shouldReadTheTokenThatOwnerAndGroupShare() throws IOException, MojoFailureException {
        assertThat(LiveOptions.of(
                        "true", file("0123456789abcdef\n", "rw-r-----").toFile()))
                .isEqualTo(new LiveOptions(OptionalInt.of(0), "0123456789abcdef"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123456789abcde", "0123456789abcdef x", "0123456789abcdef\n0123", "0123456789abcdé f"})
    void shouldRefuseATokenThatAHeaderCannotHaveOrThatIsShort(String text) throws IOException {
        Path file = file(text, "rw-------");

        refused(file, file + " must have one line of 16 or more letters and digits; make it with: ");
    }

    @Test
    void shouldRefuseATokenThatEveryUserCanRead() throws IOException {
        Path file = file("0123456789abcdef", "rw-r--r--");

        refused(file, "every user of this machine can read " + file + "; take this right away: chmod o-r " + file);
    }

    @Test
    void shouldRefuseAFileThatIsMissing() {
        refused(folder.resolve("none"), "cannot read " + folder.resolve("none") + "; make it with: ");
    }

    @Test
    void shouldNameAFileThatIsNoText() throws IOException {
        Path file = file("", "rw-------");
        Files.write(file, new byte[] {(byte) 0xFF, (byte) 0xFE});

        refused(file, "cannot read " + file + "; make it with: ");
    }
}
