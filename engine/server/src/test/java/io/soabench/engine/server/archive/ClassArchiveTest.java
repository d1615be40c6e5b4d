package io.soabench.engine.server.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {

    @TempDir
    private Path folder;

    @Test
    void shouldSayNothingWhenThereIsNoArchive() {
        assertThat(ClassArchive.sentence(null, "mixed mode, sharing")).isEmpty();
    }

    @Test
    void shouldSayWhetherArchiveIsUsed() {
        assertThat(ClassArchive.sentence("/e.jsa", "mixed mode, sharing"))
                .hasValue("archive=/e.jsa: classes come from it");
        assertThat(ClassArchive.sentence("/e.jsa", "mixed mode").orElseThrow())
                .startsWith("archive=/e.jsa does not fit")
                .endsWith("make it again with --archive");
    }

    @Test
    void shouldRefuseWhenFolderIsMissing() {
        Path file = folder.resolve("nowhere/e.jsa");

        assertThatThrownBy(() -> new ClassArchive(List.of(), "engine.jar", "Main").write(file))
                .isInstanceOf(ArchiveException.class)
                .hasMessage("archive=" + file + " cannot be written; name a file in a folder that there is");
    }

    @Test
    void shouldRefuseWhenClassesAreInFolder() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));

        assertThatThrownBy(() -> new ClassArchive(List.of(), classes.toString(), "Main").write(folder.resolve("e.jsa")))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("'" + classes + "'")
                .hasMessageEndingWith("start the engine from its jars");
        assertThat(folder.resolve("e.jsa")).doesNotExist();
    }

    @Test
    void shouldKeepOldArchiveWhenNewOneCannotBeMade() throws Exception {
        Path jar = Files.writeString(folder.resolve("engine.jar"), "no jar");
        Path archive = Files.writeString(folder.resolve("e.jsa"), "old");

        assertThatThrownBy(() -> new ClassArchive(List.of(), jar.toString(), "Main").write(archive))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("did not start for the warm-up run");
        assertThat(archive).hasContent("old");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("e.jsa", "engine.jar");
    }
}
