package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LiveProgressTest {

    private static final Execution FIRST = new Execution("Sequential-office-engine", 1);
    private static final Execution SECOND = new Execution("FlowNoDep-office-engine", 1);
    private static final Execution THIRD = new Execution("FlowNoDep-office-engine", 2);
    private static final Progress.Load LOAD = new Progress.Load("measure", 1200, 49.6, 48.1, 3, 2, 20.4, 61.2, 0.4);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int begun;
    private final SteppedClock clock = new SteppedClock();

    /** Stands until it is told otherwise. */
    private static final class SteppedClock implements HostClock {

        private long ns = 1;

        @Override
        public long epochNanos() {
            return ns;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(ns);
        }

        void pass(long seconds) {
            ns += TimeUnit.SECONDS.toNanos(seconds);
        }
    }

    private LiveProgress progress(boolean terminal) {
        return new LiveProgress(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, clock, () -> begun++);
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldWritePlainLinesWhenThereIsNoTerminal() {
        LiveProgress progress = progress(false);

        progress.executionStarted(FIRST, 1, 2);
        progress.phaseEntered(FIRST, Phase.START, -1);
        progress.phaseEntered(FIRST, Phase.WARM_UP, 2_000);
        progress.load(FIRST, LOAD);
        progress.measured(FIRST, new Progress.Measured(1390, 48.26, 5, 369.4));
        progress.executionEnded(FIRST, true, "");

        assertThat(printed().lines())
                .containsExactly(
                        "[1/2] Sequential-office-engine #1",
                        "[1/2] Sequential-office-engine #1: warming up (2 s)",
                        "[1/2] Sequential-office-engine #1: done, 1390 measured, 48.3 answers/s, p99 369 ms, 5 failed");
        assertThat(printed()).doesNotContain("\u001b").doesNotContain("\r");
    }

    @Test
    void shouldRewriteOneLineWhenThereIsATerminal() {
        LiveProgress progress = progress(true);

        progress.executionStarted(FIRST, 1, 2);
        progress.phaseEntered(FIRST, Phase.MEASURE, 6_000);
        clock.pass(2);
        progress.load(FIRST, LOAD);

        assertThat(printed())
                .isEqualTo("\r\u001b[K\u001b[?7l[1/2] Sequential-office-engine #1: measuring 0 s of 6 s\u001b[?7h"
                        + "\r\u001b[K\u001b[?7l[1/2] Sequential-office-engine #1: measuring 2 s of 6 s, 1200 sent, 50/s, 3 in"
                        + " flight, median 20 ms, p99 61 ms, 2 failed\u001b[?7h");
    }

    /** In continuous integration nobody sees a line that is rewritten, and a measurement may take an hour. */
    @Test
    void shouldWriteALineNowAndThenWhenThereIsNoTerminal() {
        LiveProgress progress = progress(false);
        progress.executionStarted(FIRST, 1, 2);
        progress.phaseEntered(FIRST, Phase.MEASURE, 90_000);
        bytes.reset();

        for (int second = 0; second < 65; second++) {
            clock.pass(1);
            progress.load(FIRST, LOAD);
        }

        assertThat(printed().lines())
                .containsExactly(
                        "[1/2] Sequential-office-engine #1: measuring 30 s of 1 min 30 s, 1200 sent, 50/s, 3 in flight, median"
                                + " 20 ms, p99 61 ms, 2 failed",
                        "[1/2] Sequential-office-engine #1: measuring 1 min 00 s of 1 min 30 s, 1200 sent, 50/s, 3 in flight,"
                                + " median 20 ms, p99 61 ms, 2 failed");
    }

    @Test
    void shouldTellTheTimeLeftFromTheRepetitionsThatAreDone() {
        LiveProgress progress = progress(true);
        progress.executionStarted(FIRST, 1, 4);
        clock.pass(20);
        progress.executionEnded(FIRST, true, "");
        progress.executionStarted(SECOND, 2, 4);
        clock.pass(5);
        bytes.reset();

        progress.phaseEntered(SECOND, Phase.MEASURE, 6_000);

        // Three repetitions of 20 s, less the 5 s that have passed.
        assertThat(printed()).endsWith("measuring 0 s of 6 s, about 55 s left\u001b[?7h");
    }

    @Test
    void shouldShowRepetitionsThatRunAtTheSameTime() {
        LiveProgress progress = progress(true);
        progress.executionStarted(FIRST, 1, 4);
        progress.executionStarted(SECOND, 2, 4);
        progress.phaseEntered(FIRST, Phase.MEASURE, 6_000);
        clock.pass(20);
        progress.executionEnded(SECOND, true, "");
        bytes.reset();

        progress.executionStarted(THIRD, 3, 4);
        progress.phaseEntered(THIRD, Phase.START, -1);

        assertThat(printed())
                .endsWith(
                        "[1/4] Sequential-office-engine #1: measuring 6 s of 6 s | [3/4] FlowNoDep-office-engine #2: starting servers,"
                                + " about 1 min 00 s left\u001b[?7h");
    }

    @Test
    void shouldLeaveOutAPercentileThatIsNotThereYet() {
        LiveProgress progress = progress(true);
        progress.executionStarted(FIRST, 1, 2);
        progress.phaseEntered(FIRST, Phase.WARM_UP, 6_000);
        bytes.reset();

        progress.load(FIRST, new Progress.Load("warmup", 3, 3.0, 0, 3, 0, 0, 0, 0));

        assertThat(printed()).endsWith("#1: warming up 0 s of 6 s, 3 sent, 3/s, 3 in flight, 0 failed\u001b[?7h");
    }

    /** As in the tables of the report. */
    @Test
    void shouldTellNoPercentileOfFewRequests() {
        LiveProgress progress = progress(true);
        progress.executionStarted(FIRST, 1, 2);
        progress.phaseEntered(FIRST, Phase.MEASURE, 6_000);
        bytes.reset();

        progress.load(FIRST, new Progress.Load("measure", 999, 49.6, 48.1, 3, 0, 2.04, 61.2, 0.4));
        progress.measured(FIRST, new Progress.Measured(125, 25, 0, 61.2));
        progress.executionEnded(FIRST, true, "");

        assertThat(printed())
                .contains("#1: measuring 0 s of 6 s, 999 sent, 50/s, 3 in flight, median 2.0 ms, 0 failed")
                .contains("#1: done, 125 measured, 25.0 answers/s, p99 – (needs 1,000 requests), 0 failed")
                .doesNotContain("61 ms");
    }

    @Test
    void shouldNotShowTheLoadOfAnEarlierPhase() {
        LiveProgress progress = progress(true);
        progress.executionStarted(FIRST, 1, 2);
        progress.phaseEntered(FIRST, Phase.MEASURE, 6_000);
        progress.load(FIRST, LOAD);

        progress.phaseEntered(FIRST, Phase.STOP, -1);

        assertThat(printed()).endsWith("#1: stopping servers\u001b[?7h");
    }

    @Test
    void shouldSayNoMoreThanIsKnownWhenNothingWasAnswered() {
        LiveProgress progress = progress(false);
        progress.executionStarted(FIRST, 1, 1);
        progress.measured(FIRST, new Progress.Measured(4, Double.NaN, 4, Double.NaN));
        progress.executionEnded(FIRST, true, "");

        assertThat(printed().lines().toList()).last().asString().endsWith("#1: done, 4 measured, 4 failed");
    }

    @Test
    void shouldSayWhyWhenARepetitionFailed() {
        LiveProgress progress = progress(false);

        progress.executionStarted(FIRST, 1, 1);
        progress.executionEnded(FIRST, false, "server \"engine\" ended with status 1");

        assertThat(printed()).endsWith("#1: FAILED: server \"engine\" ended with status 1" + System.lineSeparator());
    }

    @Test
    void shouldTellThatTheRunHasBegunWhenItsFirstRepetitionBegins() {
        LiveProgress progress = progress(false);

        progress.note("a note before");
        assertThat(begun).isZero();
        progress.executionStarted(FIRST, 1, 2);
        progress.executionStarted(SECOND, 2, 2);

        assertThat(begun).isEqualTo(1);
    }
}
