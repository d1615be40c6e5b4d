package io.soabench.engine.runtime.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A journal with threads of its own. */
@Timeout(60)
class JournalThreadTest {
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(7, 11), 3);
    private static final int SEGMENT = 32 * 1024;
    private static final int RECORDS = 2_000;

    @TempDir
    private Path folder;

    /** A disk for several threads, which may be slow to make a file. */
    private static class SharedDisk implements JournalFiles {
        final SimulatedDisk disk = new SimulatedDisk(new Random(1));
        volatile CountDownLatch slow = new CountDownLatch(0);
        volatile CountDownLatch begun = new CountDownLatch(0);
        final List<String> creators = new ArrayList<>();

        @Override
        public synchronized List<Integer> list() {
            return disk.list();
        }

        @Override
        public void create(int file, long bytes) throws IOException {
            begun.countDown();
            try {
                assertThat(slow.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            synchronized (this) {
                creators.add(Thread.currentThread().getName());
                disk.create(file, bytes);
            }
        }

        @Override
        public synchronized long size(int file) throws IOException {
            return disk.size(file);
        }

        @Override
        public synchronized void read(int file, long position, ByteBuffer target) throws IOException {
            disk.read(file, position, target);
        }

        @Override
        public synchronized void write(int file, long position, ByteBuffer source) throws IOException {
            disk.write(file, position, source);
        }

        @Override
        public synchronized void force(int file) throws IOException {
            disk.force(file);
        }

        @Override
        public synchronized void delete(int file) throws IOException {
            disk.delete(file);
        }

        @Override
        public void close() {}
    }

    private static CompletableFuture<Long> append(Journal journal, long number, int bytes) {
        CompletableFuture<Long> outcome = new CompletableFuture<>();
        journal.append(record(number, bytes), listener(outcome));
        return outcome;
    }

    private static JournalRecord record(long number, int bytes) {
        return new JournalRecord((byte) 1, 5, number, new byte[bytes]);
    }

    private static DurabilityListener listener(CompletableFuture<Long> outcome) {
        return new DurabilityListener() {
            @Override
            public void durable(long segment) {
                outcome.complete(segment);
            }

            @Override
            public void failed(IOException cause) {
                outcome.completeExceptionally(cause);
            }
        };
    }

    private static Journal open(JournalFiles files) throws IOException {
        return Journal.open(files, OWNER, JournalSettings.ofSize(SEGMENT), (segment, record) -> {});
    }

    @Test
    void shouldMakeEachAppendDurable() throws Exception {
        try (JournalFolder files = JournalFolder.open(folder)) {
            Journal journal = open(files);
            JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, failure -> {});
            List<CompletableFuture<Long>> outcomes = new ArrayList<>();
            for (int number = 0; number < RECORDS; number++) {
                outcomes.add(append(journal, number, 500));
                if (number % 100 == 0) {
                    // Alone: the thread was asleep, or falls asleep at this moment.
                    outcomes.get(number).get(20, TimeUnit.SECONDS);
                }
            }
            for (CompletableFuture<Long> outcome : outcomes) {
                assertThat(outcome.get(20, TimeUnit.SECONDS)).isPositive();
            }
            threads.close();
            assertThat(journal.statistics().records()).isEqualTo(RECORDS);
            assertThat(journal.statistics().waitingBytes()).isZero();
        }
        try (JournalFolder files = JournalFolder.open(folder)) {
            JournalReport report = JournalReader.read(files, OWNER, (segment, record) -> {});
            assertThat(report.records()).isEqualTo(RECORDS);
            assertThat(report.corruptions()).isEmpty();
        }
    }

    @Test
    void shouldWriteWhileASpareSegmentIsMade() throws Exception {
        SharedDisk files = new SharedDisk();
        Journal journal = open(files);
        files.slow = new CountDownLatch(1);
        files.begun = new CountDownLatch(1);
        JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, failure -> {});
        assertThat(files.begun.await(20, TimeUnit.SECONDS)).isTrue();

        // The spare segment of the opening is there, and the next one is not ready.
        for (int number = 0; number < 4; number++) {
            assertThat(append(journal, number, 10_000).get(20, TimeUnit.SECONDS))
                    .isPositive();
        }
        files.slow.countDown();
        for (int number = 4; number < 40; number++) {
            assertThat(append(journal, number, 10_000).get(20, TimeUnit.SECONDS))
                    .isPositive();
        }
        threads.close();

        assertThat(files.creators).contains("journal-house-test");
        assertThat(journal.failure()).hasMessage("The journal is closed.");
    }

    @Test
    void shouldGoOnByItselfWhenTheDiskHasRoomAgain() throws Exception {
        SharedDisk files = new SharedDisk();
        Journal journal = open(files);
        files.disk.setCapacity(0);
        JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, failure -> {});
        List<CompletableFuture<Long>> outcomes = new ArrayList<>();
        for (int number = 0; number < 12; number++) {
            outcomes.add(append(journal, number, 10_000));
        }
        outcomes.get(3).get(20, TimeUnit.SECONDS);
        assertThat(journal.hasRoom()).isFalse();
        assertThat(outcomes.get(11)).isNotDone();

        files.disk.setCapacity(Long.MAX_VALUE);

        assertThat(outcomes.get(11).get(20, TimeUnit.SECONDS)).isPositive();
        threads.close();
    }

    @Test
    void shouldReportTheErrorThatStopsTheJournal() throws Exception {
        SharedDisk files = new SharedDisk();
        Journal journal = open(files);
        CompletableFuture<IOException> reported = new CompletableFuture<>();
        JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, reported::complete);
        files.disk.setErrors(0, 1, 0);

        CompletableFuture<Long> outcome = append(journal, 1, 10);

        assertThat(reported.get(20, TimeUnit.SECONDS)).hasMessage("force: input/output error");
        assertThat(outcome).isCompletedExceptionally();
        CompletableFuture<Long> later = append(journal, 2, 10);
        assertThat(later.handle((segment, cause) -> cause.getMessage()).get(20, TimeUnit.SECONDS))
                .isEqualTo("force: input/output error");
        threads.close();
    }

    @Test
    void shouldReportNoSecondErrorAfterTheOneThatStopsTheJournal() throws Exception {
        SharedDisk files = new SharedDisk();
        Journal journal = open(files);
        List<String> reported = new CopyOnWriteArrayList<>();
        CountDownLatch stopped = new CountDownLatch(1);
        JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, error -> {
            reported.add(error.getMessage());
            stopped.countDown();
        });
        files.disk.setErrors(0, 1, 0);
        CompletableFuture<Long> first = append(journal, 1, 10);
        assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(first).isCompletedExceptionally();
        CountDownLatch called = new CountDownLatch(1);

        journal.append(record(2, 10), new DurabilityListener() {
            @Override
            public void durable(long segment) {
                throw new AssertionError("nothing is durable any more");
            }

            @Override
            public void failed(IOException cause) {
                called.countDown();
                throw new IllegalStateException("listener");
            }
        });

        assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
        threads.close();
        assertThat(reported).containsExactly("force: input/output error");
    }

    @Test
    void shouldStopIfASpareSegmentCannotBeMade() throws Exception {
        boolean[] fails = {false};
        JournalFiles files = new SharedDisk() {
            @Override
            public void create(int file, long bytes) throws IOException {
                if (fails[0]) {
                    throw new IOException("create: input/output error");
                }
                super.create(file, bytes);
            }
        };
        Journal journal = open(files);
        fails[0] = true;
        CompletableFuture<IOException> reported = new CompletableFuture<>();

        JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, reported::complete);

        assertThat(reported.get(20, TimeUnit.SECONDS)).hasMessage("create: input/output error");
        threads.close();
    }

    @Test
    void shouldReportThatListenersWereCalled() throws Exception {
        Journal journal = open(new SharedDisk());
        Semaphore rounds = new Semaphore(0);
        AtomicLong outcomes = new AtomicLong();
        AtomicLong seen = new AtomicLong();
        JournalThread threads = JournalThread.start(
                journal,
                "test",
                () -> {
                    seen.set(outcomes.get());
                    rounds.release();
                },
                () -> {},
                failure -> {});

        for (int number = 1; number <= 3; number++) {
            journal.append(record(number, 10), new DurabilityListener() {
                @Override
                public void durable(long segment) {
                    outcomes.incrementAndGet();
                }

                @Override
                public void failed(IOException cause) {
                    throw new AssertionError(cause);
                }
            });
            assertThat(rounds.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            assertThat(seen).hasValue(number);
        }
        threads.close();
    }

    @Test
    void shouldWriteQuietAppendsTogether() throws Exception {
        Journal journal = open(new SharedDisk());
        JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, failure -> {});
        List<CompletableFuture<Long>> outcomes = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            CompletableFuture<Long> outcome = new CompletableFuture<>();
            outcomes.add(outcome);
            journal.appendQuietly(record(number, 10), listener(outcome));
        }
        journal.wake();

        outcomes.get(19).get(20, TimeUnit.SECONDS);

        assertThat(outcomes).allMatch(CompletableFuture::isDone);
        // A thread may wake up by itself once, but not 20 times.
        assertThat(journal.statistics().syncs()).isLessThanOrEqualTo(2);
        threads.close();
    }

    /** A step at a time would take a minute, if each waited for a second. */
    @Test
    void shouldDoAStepAfterEachReleasedSegment() throws Exception {
        Journal journal = open(new SharedDisk());
        List<CompletableFuture<Long>> outcomes = new ArrayList<>();
        for (int number = 0; number < 240; number++) {
            outcomes.add(append(journal, number, 10_000));
        }
        journal.work();
        assertThat(outcomes).allMatch(CompletableFuture::isDone);
        assertThat(journal.statistics().segments()).isGreaterThan(60);

        JournalThread threads = JournalThread.start(
                journal,
                "test",
                () -> {},
                () -> {
                    if (journal.isSealed(journal.oldestSegment())) {
                        journal.release(journal.oldestSegment() + 1);
                    }
                },
                failure -> {});

        for (int ms = 0; journal.statistics().segments() > 1; ms++) {
            assertThat(ms).as("waits of a millisecond").isLessThan(20_000);
            LockSupport.parkNanos(1_000_000);
        }
        threads.close();
    }

    @Test
    void shouldStopIfHousekeepingFails() throws Exception {
        CompletableFuture<IOException> reported = new CompletableFuture<>();
        Journal journal = open(new SharedDisk());

        JournalThread threads = JournalThread.start(
                journal,
                "test",
                () -> {},
                () -> {
                    throw new IOException("read: input/output error");
                },
                reported::complete);

        assertThat(reported.get(20, TimeUnit.SECONDS)).hasMessage("read: input/output error");
        threads.close();
    }

    @Test
    void shouldStopIfHousekeepingHasNoMemory() throws Exception {
        CompletableFuture<IOException> reported = new CompletableFuture<>();
        Journal journal = open(new SharedDisk());

        JournalThread threads = JournalThread.start(
                journal,
                "test",
                () -> {},
                () -> {
                    throw new OutOfMemoryError("Java heap space");
                },
                reported::complete);

        assertThat(reported.get(20, TimeUnit.SECONDS))
                .hasMessageContaining("A step of housekeeping has failed")
                .hasMessageContaining("Java heap space");
        threads.close();
    }

    @Test
    void shouldReportThatItsThreadHasEnded() throws Exception {
        CompletableFuture<IOException> reported = new CompletableFuture<>();
        Journal journal = open(new SharedDisk());
        JournalThread threads = JournalThread.start(journal, "test", () -> {}, () -> {}, reported::complete);

        journal.append(new JournalRecord((byte) 1, 5, 1, new byte[1]), new DurabilityListener() {
            @Override
            public void durable(long segment) {
                throw new IllegalStateException("listener");
            }

            @Override
            public void failed(IOException cause) {
                throw new IllegalStateException(cause);
            }
        });

        assertThat(reported.get(20, TimeUnit.SECONDS))
                .hasMessage("The thread journal-test has ended: java.lang.IllegalStateException: listener");
        threads.close();
    }

    @Test
    void shouldCountItsWork() throws IOException {
        AtomicLong clockNs = new AtomicLong();
        SimulatedDisk disk = new SimulatedDisk(new Random(1));
        Journal journal = Journal.open(
                disk, OWNER, new JournalSettings(SEGMENT, 4, () -> clockNs.addAndGet(1_000)), (segment, record) -> {});
        for (int number = 0; number < 3; number++) {
            journal.append(new JournalRecord((byte) 1, 5, number, new byte[100]), new DurabilityListener() {
                @Override
                public void durable(long segment) {
                    assertThat(journal.statistics().lagNs()).isPositive();
                }

                @Override
                public void failed(IOException cause) {
                    throw new AssertionError(cause);
                }
            });
            assertThat(journal.statistics().waitingBytes()).isEqualTo(123);
            journal.work();
        }

        JournalStatistics statistics = journal.statistics();

        assertThat(statistics.syncP99Ns()).isBetween(1_000L, 1_130L);
        assertThat(statistics).isEqualTo(new JournalStatistics(3, 3 * 4096, 3, statistics.syncP99Ns(), 0, 0, 1, 1));
        journal.close();
        assertThat(JournalReader.read(disk, OWNER, (segment, record) -> {}).semantics())
                .containsExactly(4);
    }

    @Test
    void shouldKeepTheSemanticsOfRecordsThatAreCopied() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new Random(1));
        for (int semantics = 1; semantics <= 3; semantics++) {
            Journal journal = Journal.open(
                    disk, OWNER, new JournalSettings(SEGMENT, semantics, () -> 0), (segment, record) -> {});
            // Opening copies the batch of the life before, which no later one proves.
            assertThat(journal.report().semantics()).isEqualTo(List.of(1, 2).subList(0, semantics - 1));
            journal.append(new JournalRecord((byte) 1, 5, semantics, new byte[10]), new DurabilityListener() {
                @Override
                public void durable(long segment) {
                    assertThat(segment).isPositive();
                }

                @Override
                public void failed(IOException cause) {
                    throw new AssertionError(cause);
                }
            });
            journal.work();
        }

        assertThat(JournalReader.read(disk, OWNER, (segment, record) -> {}).semantics())
                .containsExactly(1, 2, 3);
    }

    @Test
    void shouldKnowQuantilesOfTimes() {
        SyncTimes times = new SyncTimes();
        assertThat(times.quantile(0.99)).isZero();
        Random random = new Random(1);
        List<Long> all = new ArrayList<>();
        for (int count = 0; count < 10_000; count++) {
            long ns = random.nextLong() >>> (1 + random.nextInt(60));
            times.record(ns);
            all.add(ns);
        }
        all.sort(null);
        for (double share : new double[] {0.5, 0.9, 0.99, 1}) {
            long exact = all.get((int) Math.ceil(share * 10_000) - 1);
            assertThat((double) times.quantile(share)).isBetween((double) exact, exact * 1.13 + 1);
        }
        assertThat(times.count()).isEqualTo(10_000);
    }
}
