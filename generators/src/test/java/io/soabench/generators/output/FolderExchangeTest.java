package io.soabench.generators.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderExchangeTest {

    /** No process has it: above what Linux gives out. */
    private static final long NOBODY = 999_999_999;

    @TempDir
    Path temp;

    private void replace(String content) throws IOException {
        FolderExchange.<RuntimeException>replace(
                temp.resolve("compiled"), folder -> Files.writeString(folder.resolve("file"), content));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldLeaveTheOldFolderWhenTheDiskIsFull() throws IOException {
        replace("one");

        assertThatThrownBy(() -> FolderExchange.<RuntimeException>replace(temp.resolve("compiled"), folder -> {
                    Files.writeString(folder.resolve("file"), "half");
                    throw new IOException("No space left on device");
                }))
                .hasMessage("No space left on device");

        assertThat(names()).containsExactly("compiled");
        assertThat(temp.resolve("compiled/file")).hasContent("one");
    }

    @Test
    void shouldRemoveWhatAKilledProcessHasLeft() throws IOException {
        replace("one");
        Path part = Files.createDirectory(temp.resolve("compiled.part-" + NOBODY));
        Files.writeString(part.resolve("file"), "gigabytes");
        Path own = Files.createDirectory(temp.resolve("compiled.part-"
                + ProcessHandle.current().parent().orElseThrow().pid()));

        replace("two");

        assertThat(names()).containsExactly("compiled", own.getFileName().toString());
        assertThat(temp.resolve("compiled/file")).hasContent("two");
    }

    @Test
    void shouldPutTheOldFolderBackWhenAProcessWasKilledInTheMiddle() throws IOException {
        replace("one");
        Path old = Files.createDirectory(temp.resolve("compiled.old-" + NOBODY));
        Files.move(temp.resolve("compiled"), old.resolve("old"));

        assertThatThrownBy(() -> FolderExchange.<RuntimeException>replace(temp.resolve("compiled"), folder -> {
                    throw new IOException("No space left on device");
                }))
                .hasMessage("No space left on device");

        assertThat(names()).containsExactly("compiled");
        assertThat(temp.resolve("compiled/file")).hasContent("one");
    }
}
