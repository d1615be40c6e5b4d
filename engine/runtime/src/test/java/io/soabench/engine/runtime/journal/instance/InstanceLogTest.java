package io.soabench.engine.runtime.journal.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.Journal;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.JournalThread;
import io.soabench.engine.runtime.journal.SimulatedDisk;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.record.RecordedMessage;
import io.soabench.engine.runtime.xml.Element;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Instances in a log that is compacted, with crashes at any moment. */
@Timeout(100)
class InstanceLogTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), 3);
    private static final int SEGMENT = 64 * 1024;
    private static final int SEEDS = 200;
    private static final int LIVES = 4;
    private static final int ROUNDS = 400;

    /** A log that needs more turns to become short enough would never do. */
    private static final int MOST_TURNS = 20;

    private static final int MOST_FILLED = 2_000;

    /** More than the bytes of a snapshot without much state. */
    private static final long MOST_SNAPSHOT_BYTES = 200;

    private final RecordCodec codec = new RecordCodec();

    /** The truth about an instance. */
    private static final class Truth {
        final List<JournalRecord> appended = new ArrayList<>();
        int durable;
        boolean endAppended;
        boolean endDurable;
    }

    /** A log with its truth, and what of it survived. */
    private final class World {
        final Random random;
        final SimulatedDisk disk;
        final TreeMap<Long, Truth> instances = new TreeMap<>();
        InstanceLog log;
        long next = 1;
        long copied;
        int crashes;

        /** Whether some records are snapshots, which replace those before. */
        private final boolean hasSnapshots;

        World(long seed) {
            this(seed, false);
        }

        World(long seed, boolean hasSnapshots) {
            random = new Random(seed);
            disk = new SimulatedDisk(random);
            this.hasSnapshots = hasSnapshots;
        }

        void open() throws IOException {
            HistoryCollector collector = new HistoryCollector();
            log = InstanceLog.open(disk, OWNER, JournalSettings.ofSize(SEGMENT), collector, () -> 1);
            assertThat(log.journal().report().corruptions()).isEmpty();
            assertThat(collector.unreadable()).isEmpty();
            verify(collector.histories());
        }

        private void verify(List<InstanceHistory> histories) {
            Map<Long, InstanceHistory> found = new HashMap<>();
            for (InstanceHistory history : histories) {
                Truth truth = instances.get(history.instance());
                assertThat(truth)
                        .as("invented or back again: " + history.instance())
                        .isNotNull();
                assertThat(truth.endDurable)
                        .as("back again: " + history.instance())
                        .isFalse();
                assertThat(history.complete())
                        .as("gap in " + history.instance())
                        .isTrue();
                found.put(history.instance(), history);
            }
            instances.values().removeIf(truth -> truth.endDurable);
            for (Map.Entry<Long, Truth> each : List.copyOf(instances.entrySet())) {
                Truth truth = each.getValue();
                InstanceHistory history = found.get(each.getKey());
                if (history == null) {
                    assertThat(truth.durable == 0 || truth.endAppended)
                            .as("lost: " + each.getKey())
                            .isTrue();
                    instances.remove(each.getKey());
                    continue;
                }
                int first = (int) history.records().get(0).sequence();
                int end = first + history.records().size();
                assertThat(end).as("lost of " + each.getKey()).isBetween(truth.durable, truth.appended.size());
                assertThat(first).as("first of " + each.getKey()).isEqualTo(lastSnapshot(truth, end));
                for (int i = 0; i < history.records().size(); i++) {
                    assertThat(isSame(history.records().get(i), truth.appended.get(first + i)))
                            .as("record " + (first + i) + " of " + each.getKey())
                            .isTrue();
                }
                truth.appended.subList(end, truth.appended.size()).clear();
                truth.durable = truth.appended.size();
                truth.endAppended = false;
            }
        }

        /** Returns the index of the last snapshot; 0 for none. */
        private int lastSnapshot(Truth truth, int end) {
            int last = end - 1;
            while (last > 0 && truth.appended.get(last).type() != RecordType.SNAPSHOT.number()) {
                last--;
            }
            return last;
        }

        void step() throws IOException {
            for (int count = random.nextInt(8); count > 0; count--) {
                int choice = random.nextInt(10);
                if (instances.isEmpty() || choice < 3) {
                    long instance = next++;
                    Truth truth = new Truth();
                    instances.put(instance, truth);
                    append(instance, truth, false);
                } else {
                    Long any = instances.ceilingKey(1 + (long) (random.nextDouble() * next));
                    long instance = any == null ? instances.lastKey() : any;
                    Truth truth = instances.get(instance);
                    if (!truth.endAppended) {
                        // Some instances are long, so that their segments are given up before they end.
                        append(instance, truth, choice < 7 && instance % 7 != 0);
                    }
                }
            }
            if (random.nextInt(3) > 0) {
                log.journal().work();
            }
            log.compact();
            if (random.nextInt(2) > 0) {
                log.journal().work();
            }
        }

        private void append(long instance, Truth truth, boolean end) {
            append(instance, truth, end, record(instance, truth.appended.size(), end));
        }

        private void append(long instance, Truth truth, boolean end, JournalRecord record) {
            if (end) {
                truth.endAppended = true;
            } else {
                truth.appended.add(record);
            }
            log.appendQuietly(record, new DurabilityListener() {
                @Override
                public void durable(long segment) {
                    truth.endDurable |= end;
                    truth.durable += end ? 0 : 1;
                    if (end) {
                        instances.remove(instance, truth);
                    }
                }

                @Override
                public void failed(IOException cause) {
                    assertThat(cause).hasMessageMatching("write: .*|force: .*|The journal is closed.");
                }
            });
        }

        private void appendSnapshot(long instance, Truth truth, String state) {
            Element value = Element.text("p", "urn:p", "state", state);
            RecordedEvent event = new RecordedEvent.Snapshot(1, 1, 1, List.of(), List.of(value));
            Recorded recorded = new Recorded(instance, truth.appended.size(), Progress.at(1), event);
            append(instance, truth, false, codec.encode(recorded));
        }

        /** Appends the next record of instance 1 as a compaction does, and begins another segment. */
        private void appendCopyInASegmentOfItsOwn(Truth truth, RecordedEvent event) throws IOException {
            long sequence = truth.appended.size();
            JournalRecord record = codec.encode(new Recorded(1, sequence, Progress.at(1), event));
            RecordedEvent copy = new RecordedEvent.History(List.of(record));
            append(1, truth, false, codec.encode(new Recorded(1, sequence, Progress.at(1), copy)));
            truth.appended.set((int) sequence, record);
            log.journal().close();
            open();
        }

        /** Appends an instance that ends at once. */
        private void appendShort() {
            long instance = 1 + next++;
            Truth truth = new Truth();
            instances.put(instance, truth);
            append(instance, truth, false);
            append(instance, truth, true);
        }

        /** Appends short instances, and compacts the log, until a condition is true. */
        private void fill(BooleanSupplier until) throws IOException {
            for (int filled = 0; !until.getAsBoolean(); filled++) {
                assertThat(filled).isLessThan(MOST_FILLED);
                appendShort();
                log.journal().work();
                if (log.compact()) {
                    log.journal().work();
                }
            }
        }

        private JournalRecord record(long instance, long sequence, boolean end) {
            RecordedEvent event;
            if (end) {
                event = new RecordedEvent.Ended(RecordedEvent.Ended.Ending.COMPLETED, null);
            } else {
                byte[] text = new byte[random.nextInt(20) == 0 ? random.nextInt(9_000) : random.nextInt(400)];
                Arrays.fill(text, (byte) ('a' + random.nextInt(26)));
                Element part = Element.text(
                        "p", "urn:p", "n" + random.nextInt(4), new String(text, StandardCharsets.US_ASCII));
                event = sequence == 0
                        ? new RecordedEvent.Started(
                                1, new RecordedMessage(0, List.of(part), null, null, null), List.of())
                        : new RecordedEvent.Answered(1, List.of(part));
                if (hasSnapshots && sequence > 0 && random.nextInt(4) == 0) {
                    // A long one does not share a copy with other records, so it is copied as it is.
                    Element state =
                            random.nextInt(8) == 0 ? Element.text("p", "urn:p", "long", "x".repeat(SEGMENT / 2)) : part;
                    event = new RecordedEvent.Snapshot(1, 1, 1, List.of(), List.of(state));
                }
            }
            return codec.encode(new Recorded(instance, sequence, Progress.at(1), event));
        }
    }

    private static boolean isSame(JournalRecord one, JournalRecord other) {
        return one.type() == other.type()
                && one.instance() == other.instance()
                && one.sequence() == other.sequence()
                && one.dictionary().equals(other.dictionary())
                && Arrays.equals(one.payload(), other.payload());
    }

    @Test
    void shouldKeepLiveInstancesInAnyCrash() throws IOException {
        long copied = 0;
        int crashes = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            World world = new World(seed);
            try {
                for (int life = 0; life < LIVES; life++) {
                    live(world);
                }
                world.open();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            copied += world.copied;
            crashes += world.crashes;
        }
        assertThat(copied).isGreaterThan(1L << 20);
        assertThat(crashes).isGreaterThan(SEEDS);
    }

    @Test
    void shouldKeepSnapshotsAndWhatFollowsInAnyCrash() throws IOException {
        long copied = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            World world = new World(seed, true);
            try {
                for (int life = 0; life < LIVES; life++) {
                    live(world);
                }
                world.open();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            copied += world.copied;
        }
        assertThat(copied).isPositive();
    }

    @Test
    void shouldNotKeepWhatASnapshotHasReplaced() throws IOException {
        World world = new World(1);
        world.open();
        Truth truth = new Truth();
        world.instances.put(1L, truth);
        world.append(1, truth, false);
        Journal journal = world.log.journal();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < 20; i++) {
                world.append(1, truth, false);
            }
            world.appendSnapshot(1, truth, "s");
            journal.work();
            for (int turn = 0; turn < MOST_TURNS && world.log.compact(); turn++) {
                journal.work();
            }
            assertThat(world.log.liveBytes()).isLessThan(MOST_SNAPSHOT_BYTES);
        }
        assertThat(journal.statistics().bytes()).isGreaterThan(20L * SEGMENT);
        assertThat(journal.statistics().segments()).isLessThanOrEqualTo(InstanceLog.MORE_SEGMENTS + 1);
        assertThat(world.log.liveInstances()).isEqualTo(1);
        journal.close();
        world.open();
        assertThat(world.log.liveBytes()).isLessThan(MOST_SNAPSHOT_BYTES);
    }

    /** The records are needed until the snapshot is durable, and not only appended. */
    @Test
    void shouldKeepTheRecordsBeforeASnapshotThatIsNotDurable() throws IOException {
        World world = new World(1);
        world.open();
        Truth truth = new Truth();
        world.instances.put(1L, truth);
        world.append(1, truth, false);
        long first = world.log.journal().oldestSegment();
        while (world.log.journal().statistics().segments() <= InstanceLog.MORE_SEGMENTS) {
            world.appendShort();
            world.log.journal().work();
        }
        long live = world.log.liveBytes();
        world.appendSnapshot(1, truth, "s");
        assertThat(world.log.liveBytes()).isEqualTo(live);

        assertThat(world.log.compact()).isTrue();
        world.disk.dieAfter(0);
        assertThatThrownBy(() -> world.log.journal().work()).isInstanceOf(SimulatedDisk.Death.class);
        world.disk.losePower();
        world.open();

        assertThat(world.log.journal().oldestSegment()).isEqualTo(first);
        assertThat(world.instances).containsOnlyKeys(1L);
    }

    /** The copy of a long snapshot comes behind the records that follow it, which stay needed. */
    @Test
    void shouldKeepTheRecordsAfterALongSnapshotThatIsCopied() throws IOException {
        World world = new World(1);
        world.open();
        Truth truth = new Truth();
        world.instances.put(1L, truth);
        world.append(1, truth, false);
        world.appendSnapshot(1, truth, "x".repeat(SEGMENT / 2));
        long first = world.log.journal().oldestSegment();
        world.fill(() -> world.log.journal().isSealed(first));
        for (int i = 0; i < 3; i++) {
            world.append(1, truth, false);
        }
        world.fill(() -> world.log.copiedBytes() > 0);
        world.log.journal().close();
        world.open();
        world.fill(() -> world.log.journal().oldestSegment() > first + 1);
        world.log.journal().close();
        world.open();

        assertThat(world.instances).containsOnlyKeys(1L);
        assertThat(world.log.liveBytes()).isGreaterThan(SEGMENT / 2);
    }

    /** After a start, the only record of a snapshot may be within a copy. */
    @Test
    void shouldNotCopyWhatASnapshotWithinACopyHasReplaced() throws IOException {
        World world = new World(1);
        world.open();
        Truth truth = new Truth();
        world.instances.put(1L, truth);
        Element part = Element.text("p", "urn:p", "long", "x".repeat(SEGMENT / 4));
        RecordedMessage message = new RecordedMessage(0, List.of(part), null, null, null);
        long first = world.log.journal().oldestSegment();
        world.appendCopyInASegmentOfItsOwn(truth, new RecordedEvent.Started(1, message, List.of()));
        world.appendCopyInASegmentOfItsOwn(truth, new RecordedEvent.Snapshot(1, 1, 1, List.of(), List.of(7L)));
        assertThat(world.log.journal().oldestSegment()).isEqualTo(first);

        world.fill(() -> world.log.journal().oldestSegment() > first);

        assertThat(world.log.liveBytes()).isLessThan(2 * MOST_SNAPSHOT_BYTES);
        world.log.journal().close();
        world.open();
        assertThat(world.instances).containsOnlyKeys(1L);
    }

    private static void live(World world) throws IOException {
        Random random = world.random;
        world.disk.dieAfter(random.nextInt(400));
        boolean open = false;
        try {
            world.open();
            open = true;
            world.disk.setErrors(random.nextInt(8) == 0 ? 0.01 : 0, random.nextInt(8) == 0 ? 0.01 : 0, 0);
            for (int step = random.nextInt(150); step > 0 && world.log.journal().failure() == null; step--) {
                world.step();
            }
            if (random.nextInt(4) == 0) {
                world.log.journal().close();
            }
        } catch (SimulatedDisk.Death e) {
            world.crashes++;
        }
        if (open) {
            world.copied += world.log.copiedBytes();
        }
        if (random.nextInt(3) == 0) {
            world.disk.restart();
        } else {
            world.disk.losePower();
        }
    }

    @Test
    void shouldStayInProportionToWhatIsLive() throws IOException {
        World world = new World(1);
        world.open();
        Journal journal = world.log.journal();
        long most = 0;
        for (int round = 0; round < ROUNDS; round++) {
            world.step();
            journal.work();
            for (int turn = 0; turn < MOST_TURNS && world.log.compact(); turn++) {
                journal.work();
            }
            long length = (long) journal.statistics().segments() * SEGMENT;
            // One segment more is being filled.
            assertThat(length)
                    .isLessThanOrEqualTo(2 * world.log.liveBytes() + (InstanceLog.MORE_SEGMENTS + 1L) * SEGMENT);
            most = Math.max(most, length);
        }
        assertThat(most).isGreaterThan((InstanceLog.MORE_SEGMENTS + 1L) * SEGMENT);
        assertThat(world.log.copiedBytes()).isPositive();
        // Records of the live instances alone, counted once.
        assertThat(world.log.liveInstances()).isEqualTo(world.instances.size());
    }

    @Test
    void shouldReadAndCopyNothingIfInstancesAreShort() throws IOException {
        World world = new World(1);
        world.open();
        Journal journal = world.log.journal();
        int reads = world.disk.reads();
        for (long instance = 1; instance <= 2_000; instance++) {
            Truth truth = new Truth();
            world.instances.put(instance, truth);
            world.append(instance, truth, false);
            world.append(instance, truth, true);
            if (instance % 10 == 0) {
                journal.work();
                world.log.compact();
                journal.work();
            }
        }
        assertThat(world.log.copiedBytes()).isZero();
        assertThat(world.disk.reads()).isEqualTo(reads);
        assertThat(world.log.liveBytes()).isZero();
        assertThat(world.log.liveInstances()).isZero();
        assertThat(journal.statistics().segments()).isLessThanOrEqualTo(InstanceLog.MORE_SEGMENTS + 1);
        assertThat(world.disk.list()).hasSizeLessThanOrEqualTo(InstanceLog.MORE_SEGMENTS + 6);
    }

    /** The copies of a segment are durable before its file is released, and both happen on another thread. */
    @Test
    void shouldNotCompactASegmentThatIsBeingReleased() throws IOException {
        World world = new World(1);
        world.open();
        Journal journal = world.log.journal();
        long instance = 1;
        do {
            Truth truth = new Truth();
            world.instances.put(instance, truth);
            world.append(instance, truth, false);
            world.append(instance, truth, instance > 1);
            instance++;
            journal.work();
        } while (!world.log.compact());
        long oldest = journal.oldestSegment();

        List<String> outcomes = new ArrayList<>();
        world.log.appendQuietly(world.record(1, 2, false), new DurabilityListener() {
            @Override
            public void durable(long segment) {
                try {
                    outcomes.add(journal.oldestSegment() + " " + world.log.compact());
                } catch (IOException e) {
                    outcomes.add(e.getMessage());
                }
            }

            @Override
            public void failed(IOException cause) {
                outcomes.add(cause.getMessage());
            }
        });
        journal.work();

        assertThat(outcomes).containsExactly(oldest + " false");
        assertThat(journal.oldestSegment()).isEqualTo(oldest + 1);
        assertThat(world.log.liveInstances()).isEqualTo(1);
    }

    @Test
    void shouldBeCompactedByItsThreads(@TempDir Path folder) throws Exception {
        World world = new World(3);
        try (JournalFolder files = JournalFolder.open(folder)) {
            InstanceLog log =
                    InstanceLog.open(files, OWNER, JournalSettings.ofSize(SEGMENT), new HistoryCollector(), () -> 1);
            JournalThread threads =
                    JournalThread.start(log.journal(), "test", () -> {}, log::compact, failure -> world.crashes++);
            // One instance lives on, and many short ones come after it.
            Semaphore room = new Semaphore(50);
            for (long instance = 1; instance <= 4_000; instance++) {
                append(log, world.record(instance, 0, false), room);
                if (instance > 1) {
                    append(log, world.record(instance, 1, true), room);
                }
            }
            assertThat(room.tryAcquire(50, 30, TimeUnit.SECONDS)).isTrue();
            threads.close();
            assertThat(log.copiedBytes()).isPositive();
            assertThat(log.liveInstances()).isEqualTo(1);
        }
        assertThat(world.crashes).isZero();
        HistoryCollector collector = new HistoryCollector();
        try (JournalFolder files = JournalFolder.open(folder)) {
            InstanceLog.open(files, OWNER, JournalSettings.ofSize(SEGMENT), collector, () -> 1);
        }
        assertThat(collector.histories()).singleElement().satisfies(history -> assertThat(history.complete())
                .isTrue());
    }

    private static void append(InstanceLog log, JournalRecord record, Semaphore room) throws InterruptedException {
        assertThat(room.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        log.appendQuietly(record, new DurabilityListener() {
            @Override
            public void durable(long segment) {
                room.release();
            }

            @Override
            public void failed(IOException cause) {
                assertThat(cause).isNull();
            }
        });
        log.journal().wake();
    }

    @Test
    void shouldNameAnInstanceWithAGap() {
        World world = new World(1);
        HistoryCollector collector = new HistoryCollector();
        List<JournalRecord> records = new ArrayList<>();
        for (int sequence = 0; sequence < 4; sequence++) {
            records.add(world.record(5, sequence, false));
        }
        // The first three come as a copy behind the last, and one of them is there twice.
        collector.take(records.get(3));
        collector.take(codec.encode(new Recorded(
                5, 2, Progress.at(1), new RecordedEvent.History(List.of(records.get(0), records.get(2))))));
        collector.take(records.get(2));

        InstanceHistory history = collector.histories().get(0);
        assertThat(history.records()).extracting(JournalRecord::sequence).containsExactly(0L, 2L, 3L);
        assertThat(history.complete()).isFalse();

        collector.take(records.get(1));
        assertThat(collector.histories().get(0).complete()).isTrue();
        assertThat(collector.histories().get(0).records().get(0).type()).isEqualTo(RecordType.STARTED.number());

        collector.take(world.record(5, 4, true));
        assertThat(collector.histories()).isEmpty();
    }
}
