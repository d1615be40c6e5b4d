package io.soabench.engine.server.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.runtime.journal.DiskFullException;
import io.soabench.engine.runtime.journal.FolderInUseException;
import io.soabench.engine.runtime.journal.record.RecordedEvent.Deployed;
import io.soabench.engine.runtime.journal.store.DeploymentStore;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.deploy.Archive;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The versions of processes in the folder of a durable engine. */
class VersionStoreTest {
    private static final String URL = "http://127.0.0.1:8080";
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    @TempDir
    private Path folder;

    private VersionStore open() throws IOException {
        return VersionStore.open(folder, URL, new SystemEngineClock(), error -> {
            throw new AssertionError(error);
        });
    }

    private static StoredVersion version(long number, long replaces, boolean undeployed) {
        return new StoredVersion(new Deployed(number, "One", replaces, "ab", 1, new TreeMap<>()), undeployed);
    }

    private static List<Long> numbers(List<StoredVersion> versions) {
        return versions.stream().map(StoredVersion::version).toList();
    }

    @Test
    void shouldKeepWhatLeadsFromAnInstanceToThePresentVersion() {
        List<StoredVersion> versions = List.of(
                version(1, 0, true),
                version(2, 1, true),
                version(3, 2, true),
                version(4, 3, true),
                version(5, 4, false),
                version(6, 0, true));

        assertThat(numbers(VersionStore.kept(versions, Set.of(2L)))).containsExactly(2L, 3L, 4L, 5L);
        assertThat(numbers(VersionStore.kept(versions, Set.of()))).containsExactly(5L);
        assertThat(numbers(VersionStore.kept(versions, Set.of(1L, 6L)))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void shouldLearnHowThisSystemReportsAQuota() throws Exception {
        assumeTrue(Linux.availability().isAvailable(), Linux.availability().toString());
        String before = DiskFullException.quotaText();
        try {
            DiskFullException.quotaText("not learnt");
            open().close();
            assertThat(DiskFullException.quotaText()).isEqualTo(Linux.strerror(Errno.EDQUOT));
        } finally {
            DiskFullException.quotaText(before);
        }
    }

    @Test
    void shouldStoreVersionsForReplicas() throws Exception {
        Map<String, byte[]> files = Map.of("a.bpel", new byte[] {1, 2});
        byte[] archive = Archive.zip(files);
        StoredVersion first;
        StoredVersion second;
        try (VersionStore store = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(FolderInUseException.class)
                    .hasMessageContaining("is in use by another engine");
            first = store.store("One", archive, 5, ZONE);
            assertThat(store.isCurrent("One", files)).isTrue();
            assertThat(store.isCurrent("One", Map.of("a.bpel", new byte[] {1, 3})))
                    .isFalse();
            second = store.store("One", Archive.zip(Map.of("b.bpel", new byte[] {7})), 6, ZONE);
            assertThat(second.deployment().replaces()).isEqualTo(first.version());
            assertThat(store.current("One")).isEqualTo(second);
        }

        try (VersionStore store = open()) {
            assertThat(numbers(store.versions())).containsExactly(first.version(), second.version());
            assertThat(VersionStore.zone(second)).isEqualTo(ZONE);
            StoredVersion old = store.versions().get(0);
            assertThat(old.undeployed()).isTrue();
            assertThat(DeploymentStore.archive(folder, old))
                    .as("without the lock")
                    .isEqualTo(archive);
            store.keepOnly(List.of(second));
            assertThat(store.versions()).containsExactly(second);
            assertThatThrownBy(() -> DeploymentStore.archive(folder, old)).hasMessageContaining("cannot be read");
            store.undeployed(second.version());
            assertThat(store.current("One")).isNull();
        }
    }

    @Test
    void shouldRefuseAnotherAddress() throws Exception {
        try (VersionStore store = open()) {
            store.store("One", Archive.zip(Map.of("a.bpel", new byte[] {1})), 5, ZONE);
        }

        assertThatThrownBy(
                        () -> VersionStore.open(folder, "http://127.0.0.1:8081", new SystemEngineClock(), error -> {}))
                .hasMessageContaining("were deployed at " + URL + ", but not at http://127.0.0.1:8081");
        try (VersionStore store = open()) {
            assertThat(store.current("One")).as("the folder is free again").isNotNull();
        }
    }
}
