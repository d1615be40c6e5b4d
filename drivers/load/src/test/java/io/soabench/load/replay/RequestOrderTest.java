package io.soabench.load.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.WorkloadPlan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestOrderTest {

    @TempDir
    Path folder;

    private Trace trace(String kind, String lines) throws IOException {
        Path file = folder.resolve("t.trace");
        Files.writeString(
                file, "# soabench workload trace 1\n# workload=w kind=" + kind + " clients=1 chunks=a\n" + lines);
        return Trace.read(file);
    }

    private static LoadPlan plan(WorkloadPlan.Load kind, int threads, long timeOutMs) {
        return new LoadPlan(
                "c",
                "here",
                "w",
                kind,
                threads,
                ConnectionPlan.KEPT,
                List.of(new LoadPlan.Target("p", URI.create("http://h/"), "", false, "", Optional.empty())),
                false,
                0,
                false,
                1,
                0,
                0,
                timeOutMs,
                Path.of("t"),
                Path.of("requests"),
                0,
                Optional.empty(),
                Set.of(),
                LoadPlan.Compared.NOTHING);
    }

    @Test
    void shouldCountFromTheLastEndWhenClosed() throws IOException {
        RequestOrder turns = new ClosedRequestOrder(trace("closed", "4\t1\t10\t0\n4\t2\t20\t0\n"), 0, 0);
        ReplaySchedule table = ReplaySchedule.of(0, 1, 1000, 0, 0);
        NextRequest turn = new NextRequest();
        assertThat(turns.next(turn, 1_000_000, table)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(1_010_000);
        assertThat(turns.next(turn, 5_000_000, table)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(5_020_000);
        assertThat(turn.lap).isEqualTo(1);
        assertThat(turns.next(turn, 9_000_000, table)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(9_010_000);
        assertThat(List.of(turn.client, turn.number, turn.lap)).containsExactly(4, 1, 2);
    }

    @Test
    void shouldHandOutEachArrivalOnceWhenOpen() throws IOException {
        Trace trace = trace("open", "1\t1\t0\t0\n1\t2\t999\t0\n1\t3\t1000\t0\n");
        ReplaySchedule table = ReplaySchedule.of(7, 0, 1, 0, 0);
        OpenRequestOrder turns = new OpenRequestOrder(trace, table);
        NextRequest turn = new NextRequest();
        assertThat(turns.countMeasure(table)).isEqualTo(2);
        assertThat(turns.next(turn, 0, table)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(7);
        assertThat(turns.next(turn, 50_000_000, table)).isTrue();
        assertThat(turn.intendedNs).isEqualTo(999_007);
        assertThat(turns.next(turn, 0, table)).isFalse();
        assertThat(turns.next(turn, 0, table)).isFalse();
    }

    private static final String CLOSED =
            "4\t1\t400000\t0\n4\t2\t600000\t0\n4\t3\t100000\t0\n4\t4\t200000\t0\n4\t5\t900000\t0\n";

    /** What a client sends that is answered after 50 ms, with its time since the start in milliseconds. */
    private static List<String> sent(
            RequestOrder turns, long startNs, ReplaySchedule first, ReplaySchedule second, long changeNs) {
        List<String> sent = new ArrayList<>();
        NextRequest turn = new NextRequest();
        long lastEndNs = startNs;
        while (true) {
            ReplaySchedule table = lastEndNs < changeNs ? first : second;
            if (!turns.next(turn, lastEndNs, table)
                    || (turn.intendedNs >= changeNs && !turns.renew(turn, second))
                    || turn.intendedNs >= second.measureEndNs()) {
                return sent;
            }
            sent.add((second.measures(turn.intendedNs) ? "m" : "w") + turn.number + "~" + turn.lap + "@"
                    + (turn.intendedNs - startNs) / 1_000_000);
            lastEndNs = turn.intendedNs + 50_000_000;
        }
    }

    @Test
    void shouldMeasureTheSameRequestsHoweverLongTheWarmUpOfAClosedWorkloadIs() throws IOException {
        Trace trace = trace("closed", CLOSED);
        int measured = trace.measureBegin(0, 1_000_000, 1_000_000);
        assertThat(measured).isEqualTo(2);
        ReplaySchedule longest = ReplaySchedule.of(7, 1000, 1000, 0, 0);

        // The client was to send its second request at 1,050 ms, but the measurement begins at 500 ms: it sends the
        // third.
        assertThat(sent(
                        new ClosedRequestOrder(trace, 0, measured),
                        7,
                        longest,
                        longest.measuringFrom(500_000_007),
                        460_000_000))
                .containsExactly("w1~1@400", "m3~1@1050", "m4~1@1300");
        assertThat(sent(new ClosedRequestOrder(trace, 0, measured), 7, longest, longest, Long.MAX_VALUE))
                .containsExactly("w1~1@400", "m3~1@1050", "m4~1@1300");
        assertThat(sent(
                        new ClosedRequestOrder(trace, 0, measured),
                        7,
                        longest,
                        longest.measuringFrom(300_000_007),
                        200_000_000))
                .containsExactly("m3~1@400", "m4~1@650");
    }

    @Test
    void shouldRepeatTheWarmUpOnlyWhenThinkTimesAreShort() throws IOException {
        Trace trace = trace("closed", "4\t1\t0\t0\n4\t2\t0\t0\n4\t3\t0\t0\n4\t4\t0\t0\n");
        int measured = trace.measureBegin(0, 200_000, 100_000);
        assertThat(measured).as("the trace was cut").isEqualTo(2);
        ReplaySchedule table = ReplaySchedule.of(0, 200, 150, 0, 0);

        assertThat(sent(new ClosedRequestOrder(trace, 0, measured), 0, table, table, Long.MAX_VALUE))
                .containsExactly("w1~1@0", "w2~1@50", "w1~2@100", "w2~2@150", "m3~1@200", "m4~1@250", "m3~2@300");
    }

    @Test
    void shouldMeasureTheSameArrivalsHoweverLongTheWarmUpOfAnOpenWorkloadIs() throws IOException {
        Trace trace =
                trace("open", "1\t1\t0\t0\n1\t2\t300000\t0\n1\t3\t900000\t0\n1\t4\t1000000\t0\n1\t5\t1400000\t0\n");
        ReplaySchedule longest = ReplaySchedule.of(7, 1000, 400, 0, 0);

        assertThat(sent(new OpenRequestOrder(trace, longest), 7, longest, longest, Long.MAX_VALUE))
                .containsExactly("w1~1@0", "w2~1@300", "w3~1@900", "m4~1@1000");
        ReplaySchedule early = longest.measuringFrom(500_000_007);
        assertThat(sent(new OpenRequestOrder(trace, longest), 7, longest, early, 450_000_000))
                .containsExactly("w1~1@0", "w2~1@300", "m4~1@500");
        assertThat(new OpenRequestOrder(trace, longest).countMeasure(longest)).isEqualTo(1);
        assertThat(new OpenRequestOrder(trace, longest).countWarmUp(longest)).isEqualTo(3);
        assertThat(new OpenRequestOrder(trace, longest).countWarmUp(early)).isEqualTo(2);
    }

    @Test
    void shouldLeaveOutTheArrivalsBehindAnEarlyEndOfTheMeasurement() throws IOException {
        Trace trace = trace("open", "1\t1\t0\t0\n1\t2\t1000000\t0\n1\t3\t1200000\t0\n1\t4\t1400000\t0\n");
        ReplaySchedule longest = ReplaySchedule.of(0, 1000, 9000, 50, 0);
        ReplaySchedule early = longest.measuringUntil(1_300_000_000);

        assertThat(sent(new OpenRequestOrder(trace, longest), 0, longest, early, 1_100_000_000))
                .containsExactly("w1~1@0", "m2~1@1000", "m3~1@1200");
        assertThat(new OpenRequestOrder(trace, longest).countMeasure(longest)).isEqualTo(3);
        assertThat(new OpenRequestOrder(trace, longest).countMeasure(early)).isEqualTo(2);
        assertThat(longest.giveUpNs() - early.giveUpNs()).isEqualTo(longest.measureEndNs() - 1_300_000_000);
    }

    @Test
    void shouldMoveAnArrivalOfTheMeasurementThatAThreadHasTakenAlready() throws IOException {
        Trace trace = trace("open", "1\t1\t0\t0\n1\t2\t1000000\t0\n1\t3\t1100000\t0\n");
        ReplaySchedule longest = ReplaySchedule.of(0, 1000, 400, 0, 0);
        OpenRequestOrder turns = new OpenRequestOrder(trace, longest);
        NextRequest turn = new NextRequest();
        turns.next(turn, 0, longest);
        turns.next(turn, 0, longest);
        assertThat(turn.intendedNs).isEqualTo(1_000_000_000);

        assertThat(turns.renew(turn, longest.measuringFrom(250_000_000))).isTrue();

        assertThat(turn.number).isEqualTo(2);
        assertThat(turn.intendedNs).isEqualTo(250_000_000);
    }

    @Test
    void shouldHaveAThreadForEachRequestInFlightWhenThePlanAllows() throws IOException {
        Trace trace = trace("open", "1\t1\t0\t0\n1\t2\t1000\t0\n1\t3\t2000\t0\n1\t4\t9000\t0\n");
        assertThat(ThreadPerRequestSender.poolSize(plan(WorkloadPlan.Load.OPEN, 100, 2), trace))
                .isEqualTo(3);
        assertThat(ThreadPerRequestSender.poolSize(plan(WorkloadPlan.Load.OPEN, 2, 2), trace))
                .isEqualTo(2);
    }

    @Test
    void shouldNameThePhaseWhenAskedForAnInstant() {
        ReplaySchedule table = ReplaySchedule.of(1_000, 1, 2, 5, 7);
        assertThat(table.phaseAt(999)).isEqualTo("ready");
        assertThat(table.phaseAt(1_000)).isEqualTo("warmup");
        assertThat(table.phaseAt(1_001_000)).isEqualTo("measure");
        assertThat(table.phaseAt(3_001_000)).isEqualTo("drain");
        assertThat(table.giveUpNs()).isEqualTo(3_001_000 + (7 + ReplaySchedule.GRACE_MS) * 1_000_000);
        assertThat(table.measures(1_000_999)).isFalse();
        assertThat(table.measures(1_001_000)).isTrue();
    }
}
