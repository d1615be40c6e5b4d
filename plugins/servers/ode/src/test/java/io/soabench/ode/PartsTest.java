package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartsTest {

    /** SHA-256 of "abc", FIPS 180-2 appendix B.1. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    @Test
    void shouldAcceptPartsAsReleased() throws Exception {
        Path part = Files.writeString(folder.resolve("a.jar"), "abc");

        assertThatCode(() -> new Parts(Map.of("a.jar", ABC)).check("/x/other.jar" + File.pathSeparator + part))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldNameEveryPartThatIsCutMissingOrUnreadable() throws Exception {
        Path cut = Files.writeString(folder.resolve("a.jar"), "ab");
        Path gone = folder.resolve("c.jar");

        assertThatThrownBy(() -> new Parts(Map.of("a.jar", ABC, "b.jar", ABC, "c.jar", ABC))
                        .check(cut + File.pathSeparator + gone))
                .isInstanceOfSatisfying(OdeRefused.class, e -> assertThat(e.problems())
                        .containsExactly(
                                cut + " is not what was released; delete it, and the next run fetches it again",
                                "b.jar is not on the class path; ODE needs it",
                                gone + " cannot be read (" + gone + "); delete it, and the next run fetches it again"));
    }

    @Test
    void shouldKnowEveryPartOnTheModulesClassPath() {
        String database = System.getProperty("ode.database");

        assertThatCode(() ->
                        Parts.released().check(System.getProperty("java.class.path") + File.pathSeparator + database))
                .doesNotThrowAnyException();
    }
}
