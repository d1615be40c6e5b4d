package io.soabench.engine.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Crashes of a journal at any moment, on a disk that keeps any part of what was not forced. */
class JournalCrashTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), 3);
    private static final int SEEDS = 2_500;
    private static final int LIVES = 5;
    private static final int SEGMENT = 32 * 1024;

    private int crashes;
    private int recovered;

    /** How a life goes on a disk. */
    private interface World {
        JournalFiles seen(SimulatedDisk disk);

        Checks checks();
    }

    private static World honest(Checks checks) {
        return new World() {
            @Override
            public JournalFiles seen(SimulatedDisk disk) {
                return disk;
            }

            @Override
            public Checks checks() {
                return checks;
            }
        };
    }

    @Test
    void shouldKeepWhatIsDurableInAnyCrash() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            lives(seed, honest(Checks.all(OWNER)));
        }

        assertThat(crashes).isGreaterThan(SEEDS);
        assertThat(recovered).isGreaterThan(10 * SEEDS);
    }

    /** Replay of one seed: the message of a failure names it. */
    private void lives(long seed, World world) throws IOException {
        Random random = new Random(seed);
        SimulatedDisk disk = new SimulatedDisk(random);
        Ledger ledger = new Ledger();
        try {
            for (int life = 0; life < LIVES; life++) {
                live(random, disk, ledger, world);
            }
            recover(disk, ledger, world).close();
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    private Journal recover(SimulatedDisk disk, Ledger ledger, World world) throws IOException {
        Journal journal =
                Journal.open(world.seen(disk), world.checks(), JournalSettings.ofSize(SEGMENT), ledger.reading());
        Ledger.check(journal.report().corruptions().isEmpty(), "false alarm: " + journal.report());
        ledger.verify();
        recovered += ledger.entries().size();
        return journal;
    }

    private void live(Random random, SimulatedDisk disk, Ledger ledger, World world) throws IOException {
        disk.dieAfter(random.nextInt(4) == 0 ? random.nextInt(8) : random.nextInt(80));
        if (random.nextInt(3) == 0) {
            disk.setErrors(random.nextDouble() * 0.1, random.nextDouble() * 0.1, 0);
        }
        try {
            Journal journal = recover(disk, ledger, world);
            disk.setErrors(random.nextDouble() * 0.02, random.nextDouble() * 0.02, random.nextInt(4) * 0.05);
            disk.setCapacity((3 + random.nextInt(40)) * (long) SEGMENT);
            use(random, journal, ledger);
        } catch (SimulatedDisk.Death e) {
            crashes++;
        } catch (IOException e) {
            // The disk failed while the journal was opened: the engine does not start.
            assertThat(e).hasMessageMatching("write: .*|force: .*|full");
        }
        if (random.nextInt(3) == 0) {
            disk.restart();
        } else {
            disk.losePower();
        }
    }

    private static void use(Random random, Journal journal, Ledger ledger) {
        int steps = random.nextInt(40);
        for (int step = 0; step < steps && journal.failure() == null; step++) {
            for (int count = random.nextInt(6); count > 0; count--) {
                ledger.append(journal, random, random.nextInt(10) == 0 ? SEGMENT : 3_000);
            }
            if (random.nextInt(8) == 0) {
                List<Ledger.Entry> entries = ledger.entries();
                if (!entries.isEmpty()) {
                    ledger.release(journal, entries.get(random.nextInt(entries.size())).segment);
                }
            }
            journal.work();
            ledger.settle(journal);
        }
        if (random.nextInt(4) == 0) {
            journal.close();
        }
    }

    /** A journal that reports before it forces. */
    @Test
    void shouldNoticeAJournalThatDoesNotForce() {
        World lying = new World() {
            @Override
            public JournalFiles seen(SimulatedDisk disk) {
                return new Unforced(disk);
            }

            @Override
            public Checks checks() {
                return Checks.all(OWNER);
            }
        };

        assertThatThrownBy(() -> someLives(lying))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("lost");
    }

    @Test
    void shouldNoticeAJournalWithoutChecksums() {
        assertThatThrownBy(() -> someLives(honest(new Checks(OWNER, false, true))))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("seed ");
    }

    private void someLives(World world) throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            lives(seed, world);
        }
    }

    /** A disk on which a force does nothing and succeeds. */
    private record Unforced(SimulatedDisk disk) implements JournalFiles {
        @Override
        public List<Integer> list() {
            return disk.list();
        }

        @Override
        public void create(int file, long bytes) throws IOException {
            disk.create(file, bytes);
        }

        @Override
        public long size(int file) throws IOException {
            return disk.size(file);
        }

        @Override
        public void read(int file, long position, ByteBuffer target) throws IOException {
            disk.read(file, position, target);
        }

        @Override
        public void write(int file, long position, ByteBuffer source) throws IOException {
            disk.write(file, position, source);
        }

        @Override
        public void force(int file) {}

        @Override
        public void delete(int file) throws IOException {
            disk.delete(file);
        }

        @Override
        public void close() {}
    }
}
