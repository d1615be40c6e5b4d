package io.soabench.engine.runtime.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.journal.DiskFullException;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Versions and archives on a disk that fails and dies. */
class DeploymentStoreTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), -1);
    private static final int SEGMENT = 16 * 1024;
    private static final int SEEDS = 2_000;
    private static final int LIVES = 6;

    /** Archives in memory, whose writes and deletions may be cut off. */
    private static final class SimulatedArchives implements ArchiveFiles {
        private final Random random;
        private final TreeMap<Long, byte[]> files = new TreeMap<>();
        private final TreeMap<Long, byte[]> deleted = new TreeMap<>();
        private double errors;
        private double full;
        private double deaths;

        SimulatedArchives(Random random) {
            this.random = random;
        }

        private boolean happens(double probability) {
            return random.nextDouble() < probability;
        }

        void losePower() {
            deleted.forEach((version, archive) -> {
                if (random.nextBoolean()) {
                    files.putIfAbsent(version, archive);
                }
            });
            deleted.clear();
        }

        @Override
        public Set<Long> list() {
            return new TreeSet<>(files.keySet());
        }

        @Override
        public void write(long version, byte[] archive) throws IOException {
            if (happens(full)) {
                throw new DiskFullException("full", null);
            }
            boolean dies = happens(deaths);
            boolean fails = happens(errors);
            if ((!dies && !fails) || random.nextBoolean()) {
                files.put(version, archive.clone());
            }
            if (dies) {
                throw new SimulatedDisk.Death();
            }
            if (fails) {
                throw new IOException("write: input/output error");
            }
        }

        @Override
        public byte[] read(long version) throws IOException {
            byte[] archive = files.get(version);
            if (archive == null) {
                throw new IOException("no archive");
            }
            return archive.clone();
        }

        @Override
        public void delete(long version) {
            byte[] archive = files.remove(version);
            if (archive != null) {
                deleted.put(version, archive);
            }
        }
    }

    private final Random random = new Random(1);
    private final SimulatedDisk disk = new SimulatedDisk(random);
    private final SimulatedArchives archives = new SimulatedArchives(random);

    private DeploymentStore open() throws IOException {
        return DeploymentStore.open(archives, disk, OWNER, SEGMENT, () -> 1_000);
    }

    private static StoredVersion deploy(DeploymentStore store, String name, int content) throws IOException {
        return store.deploy(name, new byte[] {(byte) content, 1}, content, new TreeMap<>(Map.of("zone", "Z")));
    }

    private static List<String> texts(DeploymentStore store) {
        List<String> texts = new ArrayList<>();
        for (StoredVersion version : store.versions()) {
            texts.add(version.version() + " " + version.name() + " after "
                    + version.deployment().replaces() + (version.undeployed() ? " undeployed" : ""));
        }
        return texts;
    }

    @Test
    void shouldReadTheChainOfVersionsAgain() throws IOException {
        DeploymentStore store = open();
        deploy(store, "a", 1);
        deploy(store, "b", 2);
        deploy(store, "a", 3);
        deploy(store, "c", 4);
        store.undeploy(4);
        List<StoredVersion> versions = store.versions();
        // No close: the process is killed.

        for (int life = 0; life < 3; life++) {
            DeploymentStore again = open();

            assertThat(texts(again))
                    .containsExactly("1 a after 0 undeployed", "2 b after 0", "3 a after 1", "4 c after 0 undeployed");
            assertThat(again.versions()).isEqualTo(versions);
            assertThat(again.current("a").version()).isEqualTo(3);
            assertThat(again.current("c")).isNull();
            assertThat(again.archive(1)).containsExactly(1, 1);
            again.close();
        }
    }

    @Test
    void shouldNeverGiveANumberTwice() throws IOException {
        DeploymentStore store = open();
        deploy(store, "a", 1);
        StoredVersion second = deploy(store, "b", 2);
        store.undeploy(second.version());
        store.release(second.version());
        for (int life = 0; life < 3; life++) {
            store.close();
            store = open();
            assertThat(texts(store)).containsExactly("1 a after 0");
        }

        assertThat(deploy(store, "b", 3).version()).isEqualTo(3);
        assertThat(store.current("b").deployment().replaces()).isZero();
    }

    @Test
    void shouldKeepAReplacedVersionReplacedWhenTheNewOneIsReleased() throws IOException {
        DeploymentStore store = open();
        deploy(store, "a", 1);
        deploy(store, "a", 2);
        store.undeploy(2);
        store.release(2);
        assertThat(store.current("a")).isNull();
        store.close();
        open().close();

        DeploymentStore again = open();

        assertThat(texts(again)).containsExactly("1 a after 0 undeployed");
        assertThat(again.current("a")).isNull();
    }

    @Test
    void shouldRefuseToReleaseAVersionThatTakesMessages() throws IOException {
        DeploymentStore store = open();
        deploy(store, "a", 1);

        assertThatThrownBy(() -> store.release(1)).hasMessage("version 1 of 'a' takes new messages");
        assertThatThrownBy(() -> store.undeploy(9)).hasMessage("there is no version 9");
    }

    @Test
    void shouldNotGrowWithItsHistory() throws IOException {
        for (int life = 0; life < 60; life++) {
            DeploymentStore store = open();
            for (int number = 0; number < 20; number++) {
                StoredVersion version = deploy(store, "a", number);
                if (version.deployment().replaces() > 0) {
                    store.release(version.deployment().replaces());
                }
            }
            store.close();
        }

        assertThat(disk.list()).hasSizeLessThanOrEqualTo(12);
        assertThat(archives.list()).hasSize(1);
        assertThat(open().versions()).hasSize(1);
    }

    @Test
    void shouldRefuseADeploymentWhileTheDiskIsFull() throws IOException {
        DeploymentStore store = open();
        deploy(store, "a", 1);
        archives.full = 1;
        assertThatThrownBy(() -> deploy(store, "a", 2)).isInstanceOf(DiskFullException.class);
        archives.full = 0;
        disk.setCapacity(0);
        assertThatThrownBy(() -> {
                    for (int number = 0; number < 200; number++) {
                        deploy(store, "x", number);
                    }
                })
                .isInstanceOf(DiskFullException.class)
                .hasMessage("The disk has no room for the journal of deployments.");
        int archived = archives.list().size();
        assertThat(store.versions()).hasSize(archived);
        disk.setCapacity(Long.MAX_VALUE);

        deploy(store, "a", 3);

        assertThat(open().versions()).isEqualTo(store.versions()).hasSize(archived + 1);
    }

    @Test
    void shouldStopIfAForceFails() throws IOException {
        DeploymentStore store = open();
        disk.setErrors(0, 1, 0);

        String sentence = "The store of deployments has stopped (force: input/output error);"
                + " check the disk and start the engine again.";
        assertThatThrownBy(() -> deploy(store, "a", 1)).hasMessage(sentence);
        disk.setErrors(0, 0, 0);
        assertThatThrownBy(() -> deploy(store, "a", 1)).hasMessage(sentence);
        assertThatThrownBy(() -> store.undeploy(1)).hasMessage(sentence);
    }

    @Test
    void shouldRefuseADamagedArchive() throws IOException {
        DeploymentStore store = open();
        deploy(store, "a", 1);
        store.close();
        archives.files.get(1L)[0] ^= 1;

        assertThatThrownBy(this::open)
                .hasMessage("The archive of version 1 of 'a' is not what was deployed; restore it from a backup.");

        archives.files.clear();
        assertThatThrownBy(this::open)
                .hasMessage("The archive of version 1 of 'a' cannot be read; restore it from a backup.");
    }

    @Test
    void shouldRefuseADamagedJournal() throws IOException {
        DeploymentStore store = open();
        deploy(store, "a", 1);
        store.close();
        disk.flip(1, 4096 * 8 + 8 * 100);

        assertThatThrownBy(this::open).hasMessageStartingWith("The journal of deployments is damaged: Batches 1 to");
        assertThat(archives.list()).containsExactly(1L);
    }

    /** Deployments of many lives, each of which ends at any moment; what was confirmed is there. */
    @Test
    void shouldKeepWhatWasConfirmedInAnyCrash() throws IOException {
        int crashes = 0;
        int read = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Lives lives = new Lives(seed);
            try {
                lives.run();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            crashes += lives.crashes;
            read += lives.read;
        }
        assertThat(crashes).isGreaterThan(SEEDS);
        assertThat(read).isGreaterThan(5 * SEEDS);
    }

    /** The truth about one store. */
    private static final class Lives {
        private final Random random;
        private final SimulatedDisk disk;
        private final SimulatedArchives archives;
        private final TreeMap<Long, StoredVersion> confirmed = new TreeMap<>();
        private final Set<Long> uncertain = new TreeSet<>();
        private final Set<Long> released = new TreeSet<>();
        private long highest;
        private int crashes;
        private int read;

        Lives(long seed) {
            random = new Random(seed);
            disk = new SimulatedDisk(random);
            archives = new SimulatedArchives(random);
        }

        private DeploymentStore open() throws IOException {
            return DeploymentStore.open(archives, disk, OWNER, SEGMENT, () -> 1_000);
        }

        void run() throws IOException {
            for (int life = 0; life < LIVES; life++) {
                disk.dieAfter(random.nextInt(3) == 0 ? random.nextInt(12) : random.nextInt(120));
                disk.setErrors(random.nextInt(4) * 0.01, random.nextInt(4) * 0.01, 0);
                archives.deaths = random.nextInt(3) * 0.03;
                archives.errors = random.nextInt(3) * 0.01;
                archives.full = random.nextInt(3) * 0.05;
                try {
                    DeploymentStore store = open();
                    verify(store);
                    use(store);
                } catch (SimulatedDisk.Death e) {
                    crashes++;
                } catch (IOException e) {
                    assertThat(e).hasMessageMatching("(?s).*(input/output error|full).*");
                }
                if (random.nextInt(3) == 0) {
                    disk.restart();
                } else {
                    disk.losePower();
                    archives.losePower();
                }
            }
            verify(open());
        }

        private void verify(DeploymentStore store) throws IOException {
            TreeMap<Long, StoredVersion> found = new TreeMap<>();
            for (StoredVersion version : store.versions()) {
                found.put(version.version(), version);
                assertThat(store.archive(version.version()))
                        .containsExactly((byte) version.deployment().fingerprint(), 1);
                if (!confirmed.containsKey(version.version())) {
                    assertThat(version.version() > highest
                                    || uncertain.contains(version.version())
                                    || released.contains(version.version()))
                            .as("invented: " + version)
                            .isTrue();
                }
                read++;
            }
            confirmed.forEach((number, version) -> {
                StoredVersion again = found.get(number);
                assertThat(again)
                        .as("lost: " + version + " of " + store.versions())
                        .isNotNull();
                assertThat(again.deployment()).isEqualTo(version.deployment());
                if (version.undeployed()) {
                    assertThat(again.undeployed()).as("undeployed " + version).isTrue();
                }
            });
            confirmed.clear();
            confirmed.putAll(found);
            uncertain.clear();
        }

        private void use(DeploymentStore store) throws IOException {
            for (int step = random.nextInt(12); step > 0; step--) {
                try {
                    int choice = random.nextInt(10);
                    if (choice < 6) {
                        uncertain.add(highest + 1);
                        StoredVersion version = deploy(store, "p" + random.nextInt(3), random.nextInt(100));
                        assertThat(version.version()).isGreaterThan(highest);
                        highest = version.version();
                    } else if (!store.versions().isEmpty()) {
                        StoredVersion any = store.versions()
                                .get(random.nextInt(store.versions().size()));
                        if (any.undeployed()) {
                            released.add(any.version());
                            confirmed.remove(any.version());
                            store.release(any.version());
                        } else {
                            store.undeploy(any.version());
                        }
                    }
                    store.versions().forEach(version -> confirmed.put(version.version(), version));
                } catch (DiskFullException e) {
                    assertThat(e).hasMessageContaining("full");
                }
            }
            if (random.nextBoolean()) {
                store.close();
            }
        }
    }
}
