package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.HostProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramSearchTest {

    @TempDir
    Path folder;

    @BeforeEach
    void make() throws IOException {
        program("lib/store/15/bin/initdb");
        program("bin/other");
        Files.createDirectories(folder.resolve("lib/store/9/bin"));
        Files.writeString(folder.resolve("bin/text"), "");
    }

    private void program(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private boolean finds(String command, String... places) {
        ProgramSearch search = new ProgramSearch("/nowhere" + File.pathSeparator + folder.resolve("bin"));
        return search.finds(new HostProgram(
                command,
                List.of(places).stream()
                        .map(folder::resolve)
                        .map(Path::toString)
                        .toList(),
                "it",
                "install it"));
    }

    @Test
    void shouldFindAProgramOnThePath() {
        assertThat(finds("other")).isTrue();
        assertThat(finds("initdb")).isFalse();
        assertThat(finds("text")).as("no program").isFalse();
    }

    @Test
    void shouldFindAProgramInItsPlaces() {
        assertThat(finds("none", "gone/*/x", "lib/store/*/bin/initdb")).isTrue();
        assertThat(finds("none", "lib/store/15/bin/initdb")).isTrue();
        assertThat(finds("none", "lib/store/9/bin/initdb", "lib/*/15/bin/postgres"))
                .isFalse();
    }
}
