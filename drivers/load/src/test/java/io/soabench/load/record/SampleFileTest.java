package io.soabench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.text.Uiid;
import io.soabench.plan.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SampleFileTest {

    /** A disk with so much room. */
    private static final class Disk implements SampleFile.Sink {

        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final int room;
        private boolean open = true;

        Disk(int room) {
            this.room = room;
        }

        @Override
        public synchronized int write(ByteBuffer source) throws IOException {
            int count = Math.min(source.remaining(), room - content.size());
            if (count == 0) {
                throw new IOException("No space left on device");
            }
            // In small pieces, as a nearly full disk does.
            count = Math.min(count, 100);
            byte[] bytes = new byte[count];
            source.get(bytes);
            content.writeBytes(bytes);
            return count;
        }

        @Override
        public synchronized void truncate(long size) {
            byte[] kept = Arrays.copyOf(content.toByteArray(), (int) size);
            content.reset();
            content.writeBytes(kept);
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }

        synchronized String text() {
            return content.toString(StandardCharsets.UTF_8);
        }
    }

    private static Sample sample(int number, boolean measure, String detail) {
        return new Sample(measure, 3, 3, number, 1, 0, 0, 1000, 2000, 5000, Outcome.OK, 200, 321, 654, detail);
    }

    @Test
    void shouldWriteEveryFieldWhenItWritesALine() throws IOException {
        Disk disk = new Disk(100_000);
        Tally tally = new Tally();
        SampleFile file = new SampleFile(disk, new Uiid("büro"), tally, () -> {});
        file.add(sample(1, false, ""));
        file.add(new Sample(
                true,
                12,
                1,
                17,
                3,
                2,
                204,
                1_763_696_791_000_000_000L,
                1_763_696_791_000_004_000L,
                1_763_696_791_500_004_000L,
                Outcome.FAULT,
                500,
                10,
                0,
                " a \"b\",\nc\r"));
        file.close();
        assertThat(disk.text())
                .isEqualTo(
                        """
                        phase,client,uiid,chunk,row,intended_ns,start_ns,end_ns,outcome,status,bytes_out,bytes_in,detail
                        warmup,3,büro.3.1,0,0,1000,2000,5000,OK,200,321,654,
                        measure,12,büro.1.17~3,2,204,1763696791000000000,1763696791000004000,1763696791500004000,FAULT,500,10,0,"a ""b"", c"
                        """);
        assertThat(file.recorded()).isEqualTo(2);
        assertThat(disk.isOpen()).isFalse();
        assertThat(tally.slipUs(true, 100)).isEqualTo(4);
        assertThat(tally.failures()).isEqualTo(1);
        assertThat(tally.latencyMs(99)).isBetween(500.0, 501.0);
    }

    @Test
    void shouldCutDetailsWhenTheyAreLong() {
        assertThat(SampleLine.quoted("x".repeat(500))).hasSize(200);
        assertThat(SampleLine.quoted("\"".repeat(500))).hasSize(402);
        assertThat(SampleLine.quoted("plain")).isEqualTo("plain");
    }

    @Test
    void shouldLoseNothingWhenManyThreadsAdd() throws Exception {
        Disk disk = new Disk(Integer.MAX_VALUE);
        SampleFile file = new SampleFile(disk, new Uiid("w"), new Tally(), () -> {});
        int threads = 4;
        int each = 5_000;
        CountDownLatch done = new CountDownLatch(threads);
        for (int t = 1; t <= threads; t++) {
            int client = t;
            new Thread(() -> {
                        for (int n = 1; n <= each; n++) {
                            file.add(new Sample(
                                    true,
                                    client,
                                    client,
                                    n,
                                    1,
                                    0,
                                    0,
                                    1,
                                    2,
                                    3,
                                    Outcome.TIMEOUT,
                                    0,
                                    1,
                                    0,
                                    "ü".repeat(n % 250)));
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        file.close();
        assertThat(file.recorded()).isEqualTo((long) threads * each);
        List<String> uiids =
                disk.text().lines().skip(1).map(line -> line.split(",", 4)[2]).toList();
        assertThat(uiids).hasSize(threads * each).doesNotHaveDuplicates();
    }

    @Test
    void shouldKeepWholeLinesAndTellOnceWhenTheDiskIsFull() throws IOException {
        List<String> whole = new ArrayList<>();
        for (int room : new int[] {0, 50, 93, 94, 160, 500}) {
            Disk disk = new Disk(room);
            AtomicInteger told = new AtomicInteger();
            SampleFile file = new SampleFile(disk, new Uiid("w"), new Tally(), told::incrementAndGet);
            for (int n = 1; n <= 100; n++) {
                file.add(sample(n, true, ""));
            }
            file.close();
            assertThat(told).hasValue(1);
            assertThat(file.failure()).isPresent();
            assertThat(disk.text()).matches(text -> text.isEmpty() || text.endsWith("\n"));
            assertThat(disk.text().length()).isLessThanOrEqualTo(room);
            assertThat(file.recorded())
                    .as("room for %d bytes", room)
                    .isEqualTo(Math.max(0, disk.text().lines().count() - 1));
            whole.add(Long.toString(file.recorded()));
        }
        assertThat(whole).startsWith("0", "0", "0", "0").doesNotContain("100");
        assertThat(Long.parseLong(whole.get(5))).isGreaterThan(3);
    }
}
