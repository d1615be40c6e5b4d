package io.soabench.engine.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Repairs of damaged journals. */
class JournalCutTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), 3);
    private static final Checks ALL = Checks.all(OWNER);
    private static final int SEGMENT = 32 * 1024;
    private static final int SEEDS = 150;

    private static SimulatedDisk written(Random random) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(random);
        Ledger ledger = new Ledger();
        for (int life = 0; life < 3; life++) {
            Journal journal = Journal.open(disk, OWNER, JournalSettings.ofSize(SEGMENT), ledger.reading());
            ledger.verify();
            for (int batch = 0; batch < 20; batch++) {
                ledger.append(journal, random, 5_000);
                if (batch == 10) {
                    ledger.release(
                            journal, ledger.entries().get(ledger.entries().size() / 3).segment);
                }
                journal.work();
            }
            if (random.nextBoolean()) {
                journal.close();
            }
        }
        return disk;
    }

    private static List<Long> sequences(SimulatedDisk disk) throws IOException {
        List<Long> sequences = new ArrayList<>();
        JournalReader.read(disk, OWNER, (segment, record) -> sequences.add(record.sequence()));
        return sequences;
    }

    @Test
    void shouldLeaveTheBeginningWithoutDamage() throws IOException {
        int cuts = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            SimulatedDisk disk = written(random);
            List<Long> before = sequences(disk);
            List<Batch> batches = History.of(disk, ALL).batches();
            Batch damaged = batches.get(1 + random.nextInt(batches.size() - 2));
            long left = batches.stream()
                    .filter(batch -> batch.number() < damaged.number())
                    .mapToLong(Batch::records)
                    .sum();
            disk.flip(damaged.file(), (int) (damaged.position() + random.nextInt(damaged.length())) * 8);

            if (random.nextInt(3) == 0) {
                // A cut that ends in its middle.
                disk.dieAfter(random.nextInt(12));
                try {
                    JournalCut.from(disk, OWNER, damaged.number());
                } catch (SimulatedDisk.Death e) {
                    cuts++;
                }
                disk.losePower();
            }
            JournalReport report = JournalCut.from(disk, OWNER, damaged.number());

            assertThat(report.corruptions()).as("seed " + seed).isEmpty();
            assertThat(sequences(disk)).as("seed " + seed).isEqualTo(before.subList(0, (int) left));
            goOn(disk, (int) left, seed);
        }
        assertThat(cuts).isPositive();
    }

    private static void goOn(SimulatedDisk disk, int left, long seed) throws IOException {
        Journal journal = Journal.open(disk, OWNER, JournalSettings.ofSize(SEGMENT), (segment, record) -> {});
        journal.append(new JournalRecord((byte) 1, 5, 7_000, new byte[10]), new DurabilityListener() {
            @Override
            public void durable(long segment) {
                assertThat(segment).isPositive();
            }

            @Override
            public void failed(IOException cause) {
                throw new AssertionError(cause);
            }
        });
        journal.close();
        assertThat(sequences(disk)).as("seed " + seed).hasSize(left + 1).endsWith(7_000L);
    }

    @Test
    void shouldRefuseABatchThatNeverIs() {
        SimulatedDisk disk = new SimulatedDisk(new Random(1));

        assertThatThrownBy(() -> JournalCut.from(disk, OWNER, 0))
                .hasMessage("batches have numbers from 1 on, but not 0");
    }
}
