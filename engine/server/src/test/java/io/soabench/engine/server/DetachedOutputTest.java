package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DetachedOutputTest {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** A target that takes nothing until it is opened. */
    private static final class Gate extends OutputStream {
        private final CountDownLatch open = new CountDownLatch(1);
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            synchronized (taken) {
                taken.write(bytes, from, length);
            }
        }

        List<String> lines() {
            synchronized (taken) {
                return taken.toString(StandardCharsets.UTF_8).lines().toList();
            }
        }
    }

    private final Gate gate = new Gate();
    private final DetachedOutput output = new DetachedOutput(gate, "test-output", new SystemEngineClock());
    private final PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);

    @Test
    void shouldWriteEverythingInItsOrder() {
        gate.open.countDown();
        stream.println("first ä");
        stream.print("sec");
        stream.println("ond");

        output.awaitWritten(PATIENCE);

        assertThat(gate.lines()).containsExactly("first ä", "second");
    }

    @Test
    void shouldNotWaitForAReaderAndSayHowManyLinesAreLeftOut() {
        String rest = " " + "x".repeat(10_000);
        int lines = 3 * DetachedOutput.MOST_BYTES / rest.length();
        for (int i = 0; i < lines; i++) {
            stream.println(i + rest);
        }
        assertThat(gate.lines()).isEmpty();

        gate.open.countDown();
        output.awaitWritten(PATIENCE);
        stream.println("last");
        output.awaitWritten(PATIENCE);

        List<String> read = gate.lines();
        int kept = 0;
        while (read.get(kept).equals(kept + rest)) {
            kept++;
        }
        assertThat(kept).isBetween(DetachedOutput.MOST_BYTES / rest.length() - 2, lines / 2);
        List<String> after = read.subList(kept, read.size());
        if (after.get(0).startsWith(kept + " ")) {
            // The part of a line that had room.
            assertThat(kept + rest).startsWith(after.get(0));
            after = after.subList(1, after.size());
        }
        assertThat(after).hasSize(2);
        Matcher note = Pattern.compile("soabench-engine: (\\d+) lines were left out here, .*")
                .matcher(after.get(0));
        assertThat(note.matches()).as(after.get(0)).isTrue();
        assertThat(Integer.parseInt(note.group(1)) + kept).isEqualTo(lines);
        assertThat(after.get(1)).isEqualTo("last");
    }

    @Test
    void shouldWaitForALimitedTimeOnly() {
        stream.println("never read");

        output.awaitWritten(Duration.ofMillis(50));

        assertThat(gate.lines()).isEmpty();
        gate.open.countDown();
        output.awaitWritten(PATIENCE);
        assertThat(gate.lines()).containsExactly("never read");
    }

    @Test
    void shouldLeaveOutEverythingAfterAnErrorOfTheTarget() {
        DetachedOutput broken = new DetachedOutput(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                },
                "test-broken",
                new SystemEngineClock());
        PrintStream toBroken = new PrintStream(broken, true, StandardCharsets.UTF_8);
        for (int i = 0; i < 3; i++) {
            toBroken.println("line " + i);
            broken.awaitWritten(PATIENCE);
        }
        assertThat(toBroken.checkError()).as("an error that its writers get").isFalse();
    }
}
