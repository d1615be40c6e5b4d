package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartsTest {

    private static final List<Path> ALL = Stream.of(
                    (System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("ode.database"))
                            .split(File.pathSeparator))
            .map(Path::of)
            .toList();

    @TempDir
    Path folder;

    @Test
    void shouldKnowEveryPartOnTheModulesClassPath() {
        assertThat(new OdeServerType().checksums().problems(ALL)).isEmpty();
    }

    @Test
    void shouldTellAPartThatIsCutOff() throws Exception {
        Path cut = Files.writeString(folder.resolve("ode-jacob-1.3.6.jar"), "PK");

        assertThat(new OdeServerType()
                        .checksums()
                        .problems(Stream.concat(Stream.of(cut), ALL.stream()).toList()))
                .containsExactly(cut + " is not what was released; delete it, and the next run fetches it again");
    }
}
