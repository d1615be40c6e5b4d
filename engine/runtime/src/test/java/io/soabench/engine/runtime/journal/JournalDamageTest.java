package io.soabench.engine.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A journal whose bytes were changed by something else than the engine. */
class JournalDamageTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), 3);
    private static final Checks ALL = Checks.all(OWNER);
    private static final int SEGMENT = 32 * 1024;
    private static final int FLIPS = 10_000;
    private static final int STRINGS = 10_000;

    private final Random random = new Random(2);
    private final Ledger ledger = new Ledger();

    /** Some segments, some of them in files that were used before. */
    private SimulatedDisk written() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(random);
        for (int life = 0; life < 3; life++) {
            Journal journal = Journal.open(disk, OWNER, JournalSettings.ofSize(SEGMENT), ledger.reading());
            ledger.verify();
            append(journal, ledger, random, 25);
            ledger.release(journal, ledger.entries().get(ledger.entries().size() / 2).segment);
            append(journal, ledger, random, 5);
            journal.close();
        }
        return disk;
    }

    private static void append(Journal journal, Ledger ledger, Random random, int batches) {
        for (int batch = 0; batch < batches; batch++) {
            ledger.append(journal, random, 3_000);
            ledger.append(journal, random, 3_000);
            journal.work();
        }
    }

    /** A part of a file. */
    private record Range(int file, long from, long to) {}

    private static List<Range> synced(SimulatedDisk disk) throws IOException {
        History history = History.of(disk, ALL);
        List<Range> ranges = new ArrayList<>();
        history.segments().values().forEach(file -> ranges.add(new Range(file, 0, SegmentHeader.BLOCK)));
        history.batches().stream()
                .filter(batch -> batch.number() <= history.synced())
                .forEach(batch -> ranges.add(new Range(batch.file(), batch.position(), batch.end())));
        return ranges;
    }

    @Test
    void shouldReportEachFlippedBitInSyncedBytes() throws IOException {
        SimulatedDisk disk = written();
        List<Range> ranges = synced(disk);
        JournalReport healthy = JournalReader.read(disk, OWNER, ledger.reading());
        ledger.verify();
        assertThat(healthy.corruptions()).isEmpty();
        assertThat(healthy.segments()).isGreaterThan(3);

        for (int flip = 0; flip < FLIPS; flip++) {
            Range range = ranges.get(random.nextInt(ranges.size()));
            int bit = (int) (range.from() * 8) + random.nextInt((int) (range.to() - range.from()) * 8);
            disk.flip(range.file(), bit);

            List<Long> read = new ArrayList<>();
            JournalReport report = JournalReader.read(disk, OWNER, (segment, record) -> read.add(record.sequence()));

            assertThat(report.corruptions()).as("bit " + bit + " of " + range).isNotEmpty();
            assertThat(report.batches())
                    .as("bit " + bit + " of " + range)
                    .isGreaterThanOrEqualTo(healthy.batches() - 1);
            assertThat(read)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .hasSizeGreaterThanOrEqualTo((int) healthy.records() - 2);
            disk.flip(range.file(), bit);
        }
    }

    @Test
    void shouldSayWhichBatchIsLost() throws IOException {
        SimulatedDisk disk = written();
        History history = History.of(disk, ALL);
        Batch batch = history.batches().get(3);
        disk.flip(batch.file(), (int) (batch.position() + Batch.HEADER) * 8);

        JournalReport report = JournalReader.read(disk, OWNER, ledger.reading());

        assertThat(report.corruptions())
                .containsExactly(new Corruption(
                        batch.segment(),
                        batch.number(),
                        1,
                        "Batches " + batch.number() + " to " + batch.number()
                                + " are lost; the first has 2 records at byte " + batch.position() + " of file "
                                + batch.file() + "."));
    }

    @Test
    void shouldReportABlockThatCannotBeRead() throws IOException {
        SimulatedDisk disk = written();
        JournalReport healthy = JournalReader.read(disk, OWNER, ledger.reading());
        ledger.verify();
        Batch batch = History.of(disk, ALL).batches().get(3);
        disk.spoil(batch.file(), batch.position() / SegmentHeader.BLOCK);

        JournalReport report = JournalReader.read(disk, OWNER, (segment, record) -> {});

        assertThat(report.batches()).isEqualTo(healthy.batches() - 1);
        assertThat(report.corruptions())
                .extracting(Corruption::description)
                .containsExactly(
                        "Byte " + batch.position() + " of file " + batch.file() + " cannot be read.",
                        "Batches " + batch.number() + " to " + batch.number() + " are lost.");
    }

    @Test
    void shouldReportAHeaderThatCannotBeRead() throws IOException {
        SimulatedDisk disk = written();
        JournalReport healthy = JournalReader.read(disk, OWNER, ledger.reading());
        ledger.verify();
        disk.spoil(History.of(disk, ALL).batches().get(3).file(), 0);

        JournalReport report = JournalReader.read(disk, OWNER, ledger.reading());

        ledger.verify();
        assertThat(report.batches()).isEqualTo(healthy.batches());
        assertThat(report.corruptions()).isNotEmpty();
    }

    @Test
    void shouldGoOnAfterDamage() throws IOException {
        SimulatedDisk disk = written();
        Batch batch = History.of(disk, ALL).batches().get(3);
        disk.flip(batch.file(), (int) (batch.position() + Batch.HEADER) * 8);
        AtomicInteger before = new AtomicInteger();
        AtomicInteger after = new AtomicInteger();

        Journal journal = Journal.open(
                disk, OWNER, JournalSettings.ofSize(SEGMENT), (segment, record) -> before.incrementAndGet());
        append(journal, new Ledger(), random, 20);
        journal.close();
        JournalReport report = JournalReader.read(disk, OWNER, (segment, record) -> after.incrementAndGet());

        assertThat(report.corruptions())
                .isEqualTo(journal.report().corruptions())
                .hasSize(1);
        assertThat(after).hasValue(before.get() + 40);
    }

    /** Two journals with the same past, of which one has a segment of the other. */
    private SimulatedDisk mixed() throws IOException {
        SimulatedDisk disk = written();
        SimulatedDisk other = disk.copy();
        long seed = random.nextLong();
        Ledger stranger = new Ledger();
        Journal strange = Journal.open(other, OWNER, JournalSettings.ofSize(SEGMENT), (segment, record) -> {});
        appendEqual(strange, stranger, seed, 1);
        Journal journal = Journal.open(disk, OWNER, JournalSettings.ofSize(SEGMENT), ledger.reading());
        ledger.verify();
        appendEqual(journal, ledger, seed, 2);
        long middle = ledger.entries().get(ledger.entries().size() - 30).segment;
        int file = History.of(disk, ALL).segments().get(middle);
        disk.put(file, other.content(file));
        return disk;
    }

    /** Appends records of equal sizes with different bytes. */
    private static void appendEqual(Journal journal, Ledger ledger, long seed, int content) {
        Random sizes = new Random(seed);
        for (int batch = 0; batch < 40; batch++) {
            ledger.append(journal, sizes.nextInt(5_000), (byte) content);
            journal.work();
        }
        journal.close();
    }

    @Test
    void shouldReportASegmentOfAnotherHistory() throws IOException {
        SimulatedDisk disk = mixed();

        JournalReport report = JournalReader.read(disk, OWNER, ledger.reading());

        assertThat(report.corruptions()).singleElement().satisfies(corruption -> assertThat(corruption.description())
                .contains("does not follow the batch before"));
    }

    @Test
    void shouldNoticeAJournalWithoutChain() throws IOException {
        SimulatedDisk disk = mixed();

        JournalReport report = JournalReader.read(disk, new Checks(OWNER, true, false), ledger.reading());

        assertThat(report.corruptions()).isEmpty();
        assertThatThrownBy(ledger::verify).isInstanceOf(Ledger.Violation.class).hasMessageStartingWith("not in order");
    }

    @Test
    void shouldReadWhatIsAppendedAfterABreak() throws IOException {
        SimulatedDisk disk = mixed();
        AtomicInteger before = new AtomicInteger();
        AtomicInteger after = new AtomicInteger();

        Journal journal = Journal.open(
                disk, OWNER, JournalSettings.ofSize(SEGMENT), (segment, record) -> before.incrementAndGet());
        append(journal, new Ledger(), random, 20);
        journal.close();
        JournalReport report = JournalReader.read(disk, OWNER, (segment, record) -> after.incrementAndGet());

        Corruption first = journal.report().corruptions().get(0);
        assertThat(report.corruptions()).singleElement().satisfies(second -> {
            assertThat(second.firstBatch()).isEqualTo(first.firstBatch());
            assertThat(second.batches()).isEqualTo(first.batches());
        });
        assertThat(after).hasValue(before.get() + 40);
    }

    @Test
    void shouldTakeNoBytesOfAnotherJournal() throws IOException {
        SimulatedDisk disk = written();
        AtomicInteger records = new AtomicInteger();

        JournalReport report = JournalReader.read(
                disk, new JournalIdentity(new UUID(7, 12), 3), (segment, record) -> records.incrementAndGet());

        assertThat(report.batches()).isZero();
        assertThat(records).hasValue(0);
    }

    @Test
    void shouldEndWithAnyBytes() throws IOException {
        SimulatedDisk valid = written();
        List<Integer> files = valid.list();
        AtomicInteger records = new AtomicInteger();
        long corruptions = 0;
        for (int string = 0; string < STRINGS; string++) {
            SimulatedDisk disk = new SimulatedDisk(random);
            for (int file = 1; file <= 1 + random.nextInt(2); file++) {
                disk.put(file, anyBytes(valid.content(files.get(random.nextInt(files.size())))));
            }
            // Without checksums, random numbers reach the code behind them.
            Checks checks = new Checks(OWNER, random.nextBoolean(), random.nextBoolean());
            corruptions += JournalReader.read(disk, checks, (segment, record) -> records.incrementAndGet())
                    .corruptions()
                    .size();
        }

        assertThat(records.get()).isPositive();
        assertThat(corruptions).isPositive();
    }

    private byte[] anyBytes(byte[] valid) {
        byte[] bytes = new byte[random.nextInt(5 * SegmentHeader.BLOCK)];
        if (random.nextInt(4) == 0) {
            random.nextBytes(bytes);
            return bytes;
        }
        System.arraycopy(valid, 0, bytes, 0, bytes.length);
        for (int change = random.nextInt(12); change > 0 && bytes.length > 0; change--) {
            // Headers of segments and batches are where numbers are.
            int block = random.nextInt(bytes.length) / SegmentHeader.BLOCK * SegmentHeader.BLOCK;
            int place = block + random.nextInt(100);
            if (place < bytes.length) {
                bytes[place] = (byte) random.nextInt(256);
            }
        }
        return bytes;
    }
}
