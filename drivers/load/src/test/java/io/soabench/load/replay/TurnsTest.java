package io.soabench.load.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnsTest {

    @TempDir
    Path folder;

    private Trace trace(String kind, String lines) throws IOException {
        Path file = folder.resolve("t.trace");
        Files.writeString(
                file, "# soabench workload trace 1\n# workload=w kind=" + kind + " clients=1 chunks=a\n" + lines);
        return Trace.read(file, 1);
    }

    private static LoadPlan plan(Plan.WorkloadPlan.Load kind, int threads, long timeOutMs) {
        return new LoadPlan(
                "c",
                "here",
                "w",
                kind,
                threads,
                URI.create("http://h/"),
                "",
                false,
                "",
                0,
                1,
                0,
                timeOutMs,
                Path.of("t"),
                List.of());
    }

    @Test
    void shouldCountFromTheLastEndWhenClosed() throws IOException {
        Turns turns = new ClosedTurns(trace("closed", "4\t1\t10\t0\n4\t2\t20\t0\n"), 0);
        Turn turn = new Turn();
        assertThat(turns.next(turn, 1_000_000)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(1_010_000);
        assertThat(turns.next(turn, 5_000_000)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(5_020_000);
        assertThat(turn.lap).isEqualTo(1);
        assertThat(turns.next(turn, 9_000_000)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(9_010_000);
        assertThat(List.of(turn.client, turn.number, turn.lap)).containsExactly(4, 1, 2);
    }

    @Test
    void shouldHandOutEachArrivalOnceWhenOpen() throws IOException {
        Trace trace = trace("open", "1\t1\t0\t0\n1\t2\t999\t0\n1\t3\t1000\t0\n");
        OpenTurns turns = new OpenTurns(trace, Timetable.of(7, 0, 1, 0, 0));
        Turn turn = new Turn();
        assertThat(turns.count()).isEqualTo(2);
        assertThat(turns.next(turn, 0)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(7);
        assertThat(turns.next(turn, 50_000_000)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(999_007);
        assertThat(turns.next(turn, 0)).isFalse();
        assertThat(turns.next(turn, 0)).isFalse();
    }

    @Test
    void shouldHaveAThreadForEachRequestInFlightWhenThePlanAllows() throws IOException {
        Trace trace = trace("open", "1\t1\t0\t0\n1\t2\t1000\t0\n1\t3\t2000\t0\n1\t4\t9000\t0\n");
        assertThat(Replay.poolSize(plan(Plan.WorkloadPlan.Load.OPEN, 100, 2), trace))
                .isEqualTo(3);
        assertThat(Replay.poolSize(plan(Plan.WorkloadPlan.Load.OPEN, 2, 2), trace))
                .isEqualTo(2);
    }

    @Test
    void shouldNameThePhaseWhenAskedForAnInstant() {
        Timetable table = Timetable.of(1_000, 1, 2, 5, 7);
        assertThat(table.phaseAt(999)).isEqualTo("ready");
        assertThat(table.phaseAt(1_000)).isEqualTo("warmup");
        assertThat(table.phaseAt(1_001_000)).isEqualTo("measure");
        assertThat(table.phaseAt(3_001_000)).isEqualTo("drain");
        assertThat(table.giveUpNs()).isEqualTo(3_001_000 + (7 + Timetable.GRACE_MS) * 1_000_000);
        assertThat(table.measures(1_000_999)).isFalse();
        assertThat(table.measures(1_001_000)).isTrue();
    }
}
