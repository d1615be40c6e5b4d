package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestbedDraftTest {

    @TempDir
    Path folder;

    @Test
    void shouldLeaveNothingOfADraftThatIsGivenUp() throws Exception {
        try (TestbedDraft draft = TestbedDraft.beside(folder.resolve("a/b/made"))) {
            draft.text("x/y.txt", "1");
            assertThat(draft.folder().resolve("x/y.txt")).hasContent("1");
        }

        assertThat(all()).isEmpty();
    }

    @Test
    void shouldTakeEverythingBackWhenOneFileCannotBeMoved() throws Exception {
        Path made = Files.createDirectories(folder.resolve("made"));
        // A file where a folder is needed: found when the files before are moved already.
        Files.writeString(made.resolve("x"), "mine");
        try (TestbedDraft draft = TestbedDraft.beside(made)) {
            draft.text("a/first.txt", "1");
            draft.text("x/y.txt", "2");
            draft.text("m.testbed", "3");

            assertThatThrownBy(draft::publish).isInstanceOf(IOException.class);
        }

        assertThat(all()).containsExactly(made, made.resolve("x"));
        assertThat(made.resolve("x")).hasContent("mine");
    }

    @Test
    void shouldPublishIntoAFolderThatIsThere() throws Exception {
        Path made = Files.createDirectories(folder.resolve("made"));
        Files.writeString(made.resolve("notes.txt"), "mine");
        List<Path> files;
        try (TestbedDraft draft = TestbedDraft.beside(made)) {
            draft.text("a/first.txt", "1");
            files = draft.publish();
        }

        assertThat(files).containsExactly(made.resolve("a/first.txt"));
        assertThat(all())
                .containsExactly(made, made.resolve("a"), made.resolve("a/first.txt"), made.resolve("notes.txt"));
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> !path.equals(folder)).sorted().toList();
        }
    }
}
