package io.soabench.engine.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises of a journal on a disk that does not crash. */
class JournalTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), 3);
    private static final int SEGMENT = 32 * 1024;
    private static final int THREADS = 4;
    private static final int RECORDS = 2_000;

    private final SimulatedDisk disk = new SimulatedDisk(new Random(1));
    private final List<String> outcomes = new ArrayList<>();

    private Journal open() throws IOException {
        return Journal.open(disk, OWNER, JournalSettings.ofSize(SEGMENT), (segment, record) -> {});
    }

    private void append(Journal journal, int number, int bytes) {
        journal.append(new JournalRecord((byte) 1, 5, number, new byte[bytes]), new DurabilityListener() {
            @Override
            public void durable(long segment) {
                outcomes.add("durable " + number);
            }

            @Override
            public void failed(IOException cause) {
                outcomes.add("failed " + number + ": " + cause.getMessage());
            }
        });
    }

    @Test
    void shouldForceOnceForAllThatWaits() throws IOException {
        Journal journal = open();
        append(journal, 1, 10);
        append(journal, 2, 5_000);
        append(journal, 3, 0);
        int before = disk.forces();
        assertThat(outcomes).isEmpty();

        assertThat(journal.work()).isEqualTo(3);

        assertThat(disk.forces()).isEqualTo(before + 1);
        assertThat(outcomes).containsExactly("durable 1", "durable 2", "durable 3");
    }

    @Test
    void shouldWriteNothingIfNothingWaits() throws IOException {
        Journal journal = open();
        int before = disk.forces();

        assertThat(journal.work()).isZero();

        assertThat(disk.forces()).isEqualTo(before);
    }

    @Test
    void shouldStopForGoodIfAForceFails() throws IOException {
        Journal journal = open();
        disk.setErrors(0, 1, 0);
        append(journal, 1, 10);
        append(journal, 2, 10);

        journal.work();
        disk.setErrors(0, 0, 0);
        int before = disk.forces();
        append(journal, 3, 10);
        journal.work();
        journal.close();

        String cause = ": force: input/output error";
        assertThat(outcomes).containsExactly("failed 1" + cause, "failed 2" + cause, "failed 3" + cause);
        assertThat(disk.forces()).isEqualTo(before);
        assertThat(journal.failure()).hasMessage("force: input/output error");
        assertThat(journal.hasRoom()).isFalse();
    }

    @Test
    void shouldStopForGoodIfAWriteFails() throws IOException {
        Journal journal = open();
        disk.setErrors(1, 0, 0);
        append(journal, 1, 10);

        journal.work();

        assertThat(outcomes).containsExactly("failed 1: write: input/output error");
        assertThat(journal.failure()).hasMessage("write: input/output error");
    }

    @Test
    void shouldWaitWhileTheDiskIsFull() throws IOException {
        Journal journal = open();
        assertThat(journal.hasRoom()).isTrue();
        disk.setCapacity(0);
        for (int number = 1; number <= 8; number++) {
            append(journal, number, 10_000);
        }

        journal.work();

        assertThat(journal.hasRoom()).isFalse();
        assertThat(journal.failure()).isNull();
        assertThat(outcomes).containsExactly("durable 1", "durable 2", "durable 3", "durable 4");

        disk.setCapacity(Long.MAX_VALUE);
        journal.work();

        assertThat(outcomes).hasSize(8).endsWith("durable 8").noneMatch(outcome -> outcome.startsWith("failed"));
        assertThat(journal.hasRoom()).isTrue();
    }

    @Test
    void shouldUseTheFilesOfReleasedSegmentsAgain() throws IOException {
        Journal journal = open();
        for (int number = 1; number <= 100; number++) {
            append(journal, number, 20_000);
            journal.work();
            CompletableFuture<Long> segment = new CompletableFuture<>();
            journal.append(new JournalRecord((byte) 2, 5, number, new byte[0]), new DurabilityListener() {
                @Override
                public void durable(long place) {
                    segment.complete(place);
                }

                @Override
                public void failed(IOException cause) {
                    segment.completeExceptionally(cause);
                }
            });
            journal.work();
            journal.release(segment.join());
        }

        assertThat(disk.list()).hasSizeLessThanOrEqualTo(4);
        assertThat(outcomes).hasSize(100);
    }

    /** One thread of several that append. */
    private static List<Long> appendMany(Journal journal, long instance, CountDownLatch durable) {
        List<Long> order = Collections.synchronizedList(new ArrayList<>());
        for (long sequence = 0; sequence < RECORDS; sequence++) {
            long number = sequence;
            journal.append(new JournalRecord((byte) 1, instance, number, new byte[100]), new DurabilityListener() {
                @Override
                public void durable(long segment) {
                    order.add(number);
                    durable.countDown();
                }

                @Override
                public void failed(IOException cause) {
                    throw new AssertionError(cause);
                }
            });
        }
        return order;
    }

    @Test
    @Timeout(60)
    void shouldKeepTheOrderOfEachThread() throws Exception {
        Journal journal = open();
        CountDownLatch durable = new CountDownLatch(THREADS * RECORDS);
        List<Future<List<Long>>> orders = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (int thread = 0; thread < THREADS; thread++) {
                long instance = thread;
                orders.add(threads.submit(() -> appendMany(journal, instance, durable)));
            }
            int count = 0;
            while (count < THREADS * RECORDS) {
                count += journal.work();
                assertThat(journal.failure()).isNull();
            }
            assertThat(durable.await(10, TimeUnit.SECONDS)).isTrue();
            for (Future<List<Long>> order : orders) {
                assertThat(order.get(10, TimeUnit.SECONDS)).hasSize(RECORDS).isSorted();
            }
        } finally {
            threads.shutdownNow();
        }
        long[] next = new long[THREADS];
        JournalReport report = JournalReader.read(disk, OWNER, (segment, record) -> assertThat(record.sequence())
                .isEqualTo(next[(int) record.instance()]++));
        assertThat(report.records()).isEqualTo(THREADS * RECORDS);
    }

    @Test
    void shouldWriteADictionaryOnceABatch() throws IOException {
        Journal journal = open();
        DictionaryEntry shared = DictionaryEntry.of(new byte[1_000]);
        for (int number = 0; number < 100; number++) {
            DictionaryEntry own = DictionaryEntry.of(new byte[] {(byte) (number % 10), 1});
            JournalRecord record =
                    new JournalRecord((byte) 1, 5, number, List.of(own, shared, own), new byte[] {(byte) number});
            journal.append(record, new DurabilityListener() {
                @Override
                public void durable(long segment) {
                    outcomes.add("durable");
                }

                @Override
                public void failed(IOException cause) {
                    outcomes.add("failed");
                }
            });
        }

        journal.work();

        assertThat(outcomes).hasSize(100).containsOnly("durable");
        List<Batch> batches = History.of(disk, Checks.all(OWNER)).batches();
        int each = Batch.RECORD_HEADER + 3 * Short.BYTES + 1;
        assertThat(batches).singleElement().satisfies(batch -> assertThat(batch.length())
                .isEqualTo(Batch.HEADER + (4 + 1_000) + 10 * (4 + 2) + 100 * each));
        List<JournalRecord> read = new ArrayList<>();
        JournalReader.read(disk, OWNER, (segment, record) -> read.add(record));
        assertThat(read).hasSize(100);
        assertThat(read.get(37).dictionary())
                .containsExactly(DictionaryEntry.of(new byte[] {7, 1}), shared, DictionaryEntry.of(new byte[] {7, 1}));
        assertThat(read.get(37).payload()).containsExactly(37);
    }

    @Test
    void shouldCountTheDictionaryOfARecordThatFitsNoSegment() throws IOException {
        Journal journal = open();
        List<DictionaryEntry> dictionary = List.of(DictionaryEntry.of(new byte[20_000]));
        byte[] fits = new byte[journal.mostPayload() - 20_006];
        JournalRecord record = new JournalRecord((byte) 1, 5, 1, dictionary, fits);
        JournalRecord longer = new JournalRecord((byte) 1, 5, 2, dictionary, new byte[fits.length + 1]);
        assertThatThrownBy(() -> journal.append(longer, null)).isInstanceOf(IllegalArgumentException.class);
        CompletableFuture<Long> place = new CompletableFuture<>();
        journal.append(record, new DurabilityListener() {
            @Override
            public void durable(long segment) {
                place.complete(segment);
            }

            @Override
            public void failed(IOException cause) {
                place.completeExceptionally(cause);
            }
        });

        journal.work();

        assertThat(place).isCompletedWithValue(1L);
    }

    @Test
    void shouldRefuseARecordThatFitsNoSegment() throws IOException {
        Journal journal = open();
        append(journal, 1, journal.mostPayload());
        journal.work();

        assertThat(outcomes).containsExactly("durable 1");
        assertThatThrownBy(() -> append(journal, 2, journal.mostPayload() + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a record of 28586 bytes does not fit a segment of 32768 bytes, which takes 28585");
    }

    @Test
    void shouldRefuseAJournalOfANewerFormat() throws IOException {
        open().close();
        int file = disk.list().get(0);
        byte[] bytes = disk.content(file).clone();
        bytes[11] = 2;
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int place = SegmentHeader.BLOCK - Integer.BYTES;
        buffer.putInt(place, Checks.all(OWNER).checksum(buffer, 0, place));
        disk.put(file, bytes);

        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessage("The journal has format 2, and this engine reads format 1; use the engine that wrote it.");
    }

    @Test
    void shouldRefuseASegmentOfHalfABlock() {
        assertThatThrownBy(() -> Journal.open(disk, OWNER, JournalSettings.ofSize(10_000), (segment, record) -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
