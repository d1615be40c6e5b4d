package io.soabench.analyzer.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.ClockRecord;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.PhaseRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of this virtual machine, while it does what a test can recognize. */
@Timeout(60)
class RecordedCaseTest {

    private static final Duration BUSY = Duration.ofSeconds(2);
    private static final String HERE = RecordedCaseTest.class.getName();

    @TempDir
    Path run;

    private volatile byte[] forgotten;

    private static long ns(Instant at) {
        return at.getEpochSecond() * 1_000_000_000L + at.getNano();
    }

    /** Allocates until the time is over, in a method whose name is in the stacks. */
    private void work(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            for (int i = 0; i < 100; i++) {
                forgotten = new byte[10_000];
            }
        }
    }

    private Path repetition(String caseId) throws IOException {
        return Files.createDirectories(RunFiles.repetition(run.resolve(RunFiles.RECORDINGS), caseId, 1));
    }

    private void measured(String caseId, RunRecord.State state, Instant from, Instant to) throws IOException {
        Json.write(
                repetition(caseId).resolve(RunFiles.REPETITION),
                new RepetitionRecord(
                        caseId,
                        1,
                        state,
                        "",
                        "",
                        0,
                        List.of(new PhaseRecord(PhaseRecord.MEASURE, ns(from), ns(to))),
                        List.of(),
                        List.of()));
    }

    /** Lets the engine of a case be on another host, whose clock is ahead. */
    private void elsewhere(String caseId, Instant from, Instant to, Duration ahead) throws IOException {
        Json.write(
                repetition(caseId).resolve(RunFiles.REPETITION),
                new RepetitionRecord(
                        caseId,
                        1,
                        RunRecord.State.COMPLETED,
                        "",
                        "",
                        0,
                        List.of(new PhaseRecord(PhaseRecord.MEASURE, ns(from), ns(to))),
                        List.of(new RepetitionRecord.ServerRecord("engine", "lab", 1, 0, null, 0, null)),
                        List.of()));
        Json.write(
                repetition(caseId).resolve(RunFiles.CLOCKS),
                new ClockRecord(
                        ClockRecord.FORMAT,
                        List.of(new ClockRecord.HostOffset(
                                "lab", new ClockRecord.Reading(ns(from), ahead.toNanos(), 1_000), null))));
    }

    private Path recording(String caseId) throws IOException {
        return Files.createDirectories(repetition(caseId).resolve("logs/engine"))
                .resolve("hotspot-pid-1-id-1-2026.jfr");
    }

    @Test
    void shouldShowWhereThreadsRanAndObjectsWereMadeWithinTheMeasurement() throws IOException {
        Instant begin;
        Instant end;
        try (Recording recorder = new Recording()) {
            recorder.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recorder.enable("jdk.ObjectAllocationSample").with("throttle", "300/s");
            recorder.start();
            begin = Instant.now();
            work(BUSY);
            end = Instant.now();
            recorder.dump(recording("during"));
            assertThat(forgotten).as("what was made").isNotNull();
        }
        Files.copy(recording("during"), recording("before"));
        Files.copy(recording("during"), recording("failed"));
        Files.copy(recording("during"), recording("lab"));
        measured("during", RunRecord.State.COMPLETED, begin, end);
        measured("before", RunRecord.State.COMPLETED, begin.minusSeconds(60), begin.minusSeconds(30));
        measured("failed", RunRecord.State.FAILED, begin, end);
        Duration ahead = Duration.ofMinutes(5);
        elsewhere("lab", begin.minus(ahead), end.minus(ahead), ahead);
        List<String> missing = new ArrayList<>();

        List<RecordedCase> cases = RecordedCase.of(run, missing::add);

        assertThat(missing).isEmpty();
        assertThat(cases).extracting(RecordedCase::caseId).containsExactly("before", "during", "lab");
        assertThat(RecordedCase.sampled(cases)).containsExactlyInAnyOrder("during", "lab");
        assertThat(cases.get(2).running()).isEqualTo(cases.get(1).running());
        assertThat(cases.get(0).running()).isEmpty();
        assertThat(cases.get(0).allocating()).isEmpty();
        RecordedCase during = cases.get(1);
        assertThat(during.running())
                .anySatisfy(frame -> assertThat(frame.name()).isEqualTo(HERE + ".work"));
        RecordedCase.Frame caller = during.allocating().stream()
                .filter(frame -> frame.name().equals(HERE + ".work"))
                .findFirst()
                .orElseThrow();
        RecordedCase.Frame made = during.allocating().get(during.allocating().indexOf(caller) + 1);
        assertThat(made.name()).isEqualTo("new byte[]");
        assertThat(made.depth()).isEqualTo(caller.depth() + 1);
        assertThat(made.weight()).isGreaterThan(1e6).isLessThanOrEqualTo(caller.weight());
    }

    /** async-profiler writes the events that virtual machines had before version 16, with all bytes since the event before. */
    @Test
    void shouldReadTheEventsOfAsyncProfiler() throws IOException {
        Instant begin;
        Instant end;
        Path file = recording("during").resolveSibling("async-profiler-pid-1.jfr");
        try (Recording recorder = new Recording()) {
            recorder.enable("jdk.ObjectAllocationInNewTLAB").withStackTrace();
            recorder.start();
            begin = Instant.now();
            work(BUSY);
            end = Instant.now();
            recorder.dump(file);
            assertThat(forgotten).as("what was made").isNotNull();
        }
        measured("during", RunRecord.State.COMPLETED, begin, end);

        RecordedCase during = RecordedCase.of(run, sentence -> {}).get(0);

        RecordedCase.Frame caller = during.allocating().stream()
                .filter(frame -> frame.name().equals(HERE + ".work"))
                .findFirst()
                .orElseThrow();
        RecordedCase.Frame made = during.allocating().get(during.allocating().indexOf(caller) + 1);
        assertThat(made.name()).isEqualTo("new byte[]");
        assertThat(made.weight()).isGreaterThan(1e6);
        assertThat(during.running()).isEmpty();
    }

    @Test
    void shouldNameARecordingThatCannotBeRead() throws IOException {
        Files.writeString(recording("broken"), "no recording");
        measured("broken", RunRecord.State.COMPLETED, Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
        List<String> missing = new ArrayList<>();

        assertThat(RecordedCase.of(run, missing::add)).isEmpty();

        assertThat(missing).singleElement().asString().startsWith("The recording of case broken cannot be read: ");
    }

    @Test
    void shouldFindNothingWhereNothingWasRecorded() {
        assertThat(RecordedCase.of(run, sentence -> {})).isEmpty();
    }
}
