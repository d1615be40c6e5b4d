package io.soabench.engine.server.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FolderStorageTest {
    @ParameterizedTest
    @CsvSource({"tmpfs, true, memory (tmpfs)", "ramfs, true, memory (ramfs)", "ext4, false, disk (ext4)"})
    void shouldTellMemoryFromDisks(String type, boolean inMemory, String text) {
        FolderStorage storage = new FolderStorage(type);

        assertThat(storage.isInMemory()).isEqualTo(inMemory);
        assertThat(storage.text()).isEqualTo(text);
    }

    @Test
    void shouldReadTheFileSystemOfAFolder() throws Exception {
        Path shared = Path.of("/dev/shm");
        assumeTrue(
                Files.isDirectory(shared) && Files.getFileStore(shared).type().equals("tmpfs"),
                "/dev/shm is in memory");

        assertThat(FolderStorage.of(shared).isInMemory()).isTrue();
        assertThat(FolderStorage.of(shared).warning(shared))
                .isEqualTo("durable=/dev/shm is in memory (tmpfs), so its content is lost with the machine; choose a"
                        + " folder on a disk");
    }

    @Test
    void shouldKnowNothingOfAFolderThatIsNotThere() {
        assertThat(FolderStorage.of(Path.of("/no/such/folder"))).isEqualTo(new FolderStorage("unknown"));
    }
}
