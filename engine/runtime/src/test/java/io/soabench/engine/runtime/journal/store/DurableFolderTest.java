package io.soabench.engine.runtime.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a durable engine in the file system. */
class DurableFolderTest {
    private static final UUID ENGINE = new UUID(3, 5);

    @TempDir
    private Path temporary;

    @Test
    void shouldKeepIdentityAndArchives() throws IOException {
        Path folder = temporary.resolve("state");
        try (DurableFolder first = DurableFolder.open(folder, ENGINE);
                DeploymentStore store = DeploymentStore.open(first, () -> 1)) {
            store.deploy("a", new byte[] {1, 2, 3}, 4, new TreeMap<>());
            store.deploy("a", new byte[] {4}, 5, new TreeMap<>());
            store.release(1);
            store.deploy("b", new byte[] {5}, 6, new TreeMap<>());
        }
        // What crashes leave behind.
        Files.createDirectories(folder.resolve("deployments/8"));
        Files.write(folder.resolve("deployments/8/archive.zip.unfinished"), new byte[3]);

        try (DurableFolder second = DurableFolder.open(folder, UUID.randomUUID());
                DeploymentStore store = DeploymentStore.open(second, () -> 1)) {
            assertThat(second.engine()).isEqualTo(ENGINE);
            assertThat(store.versions()).extracting(StoredVersion::version).containsExactly(2L, 3L);
            assertThat(store.archive(2)).containsExactly(4);
        }
        assertThat(DurableFolder.identity(folder)).isEqualTo(ENGINE);
        assertThat(folder.resolve("deployments/8")).doesNotExist();
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all).hasSizeGreaterThan(8).allSatisfy(path -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void shouldRefuseASecondEngine() throws IOException {
        try (DurableFolder first = DurableFolder.open(temporary, ENGINE)) {
            assertThat(first.engine()).isEqualTo(ENGINE);
            assertThatThrownBy(() -> DurableFolder.open(temporary, ENGINE))
                    .isInstanceOf(IOException.class)
                    .hasMessage("The durable state in " + temporary
                            + " is in use by another engine; stop that one or choose another folder.");
        }
        DurableFolder.open(temporary, ENGINE).close();
    }

    @Test
    void shouldRefuseAFolderWhoseIdentityIsLost() throws IOException {
        try (DurableFolder first = DurableFolder.open(temporary, ENGINE);
                DeploymentStore store = DeploymentStore.open(first, () -> 1)) {
            assertThat(store.versions()).isEmpty();
        }
        Path identity = temporary.resolve("engine.id");
        Files.writeString(identity, "x");
        assertThatThrownBy(() -> DurableFolder.open(temporary, ENGINE))
                .hasMessage("The file " + identity + " has no identity of an engine; restore it from a backup.");
        Files.delete(identity);
        assertThatThrownBy(() -> DurableFolder.open(temporary, ENGINE))
                .hasMessage("The file " + identity + " is missing; restore it from a backup.");
        assertThatThrownBy(() -> DurableFolder.identity(temporary))
                .hasMessage("The folder " + temporary
                        + " has no file engine.id; name the folder that the engine was started with.");
    }
}
