package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartsTest {

    private static final String ALL =
            System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("ode.database");

    @TempDir
    Path folder;

    @Test
    void shouldKnowEveryPartOnTheModulesClassPath() {
        assertThatCode(() -> OdeProgram.checkParts(ALL)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseToStartWithAPartThatIsCutOff() throws Exception {
        Path cut = Files.writeString(folder.resolve("ode-jacob-1.3.6.jar"), "PK");

        assertThatThrownBy(() -> OdeProgram.checkParts(cut + File.pathSeparator + ALL))
                .isInstanceOfSatisfying(OdeRefused.class, e -> assertThat(e.problems())
                        .containsExactly(
                                cut + " is not what was released; delete it, and the next run fetches it again"));
    }
}
