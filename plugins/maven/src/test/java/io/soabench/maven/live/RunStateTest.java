package io.soabench.maven.live;

import static io.soabench.maven.live.FedRun.FIRST;
import static io.soabench.maven.live.FedRun.LOAD;
import static io.soabench.maven.live.FedRun.PLAN;
import static io.soabench.maven.live.FedRun.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.plan.Execution;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStateTest {

    @TempDir
    Path folder;

    private final RunState state = new RunState(FedRun.ORIGIN, "20260101-000000", 0);

    private RunStatus.Change started(long atS, Execution execution, int k, int n) {
        return state.started(ns(atS), PLAN.caseOf(execution.caseId()), execution, folder, k, n);
    }

    private static long ns(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void shouldEstimateTheTimeLeftFromTheRepetitionsThatHaveEnded() {
        started(0, FIRST, 1, 3);
        assertThat(state.status().leftMs()).isNull();

        state.ended(ns(20), FIRST, true, "");
        assertThat(state.status().leftMs()).isEqualTo(40_000);

        RunStatus status = started(25, SECOND, 2, 3).status();
        assertThat(status.leftMs()).isEqualTo(35_000);
        assertThat(status.atMs()).isEqualTo(25_000);
    }

    @Test
    void shouldBeginToCountAnewWithEachRound() {
        started(0, FIRST, 1, 1);
        state.ended(ns(20), FIRST, false, "server \"engine\" ended with status 1");
        assertThat(state.status().repetitions()).isEqualTo(new RunStatus.Repetitions(1, 0, 1));
        assertThat(state.status().leftMs()).as("nothing is left of this round").isNull();
        state.doing(ns(21), "analysing the results");
        assertThat(state.status().doing()).isEqualTo("analysing the results");

        RunStatus again = started(30, FIRST, 1, 2).status();

        assertThat(again.repetitions()).isEqualTo(new RunStatus.Repetitions(2, 0, 0));
        assertThat(again.doing()).isEmpty();
        assertThat(again.leftMs()).isNull();
        assertThat(state.whole().finished()).singleElement().satisfies(its -> {
            assertThat(its.completed()).isFalse();
            assertThat(its.message()).isEqualTo("server \"engine\" ended with status 1");
            assertThat(its.requests()).isNull();
        });
    }

    /** As in the report and on the terminal. */
    @Test
    void shouldLeaveOutAPercentileOfFewRequests() {
        started(0, FIRST, 1, 1);
        state.entered(ns(1), FIRST, Phase.MEASURE, 5_000);

        RunStatus.Point few = state.load(ns(2), FIRST, new Progress.Load("measure", 999, 50, 50, 0, 0, 0, 61.2, 0.1))
                .point();
        RunStatus.Point enough = state.load(ns(3), FIRST, LOAD).point();
        RunStatus.Finished finished;
        state.measured(ns(4), FIRST, new Progress.Measured(999, Double.NaN, 999, 61.2));
        finished = state.ended(ns(4), FIRST, true, "").finished();

        assertThat(few.p99Ms()).isNull();
        assertThat(few.medianMs()).isNull();
        assertThat(enough.p99Ms()).isEqualTo(61.2);
        assertThat(finished.p99Ms()).isNull();
        assertThat(finished.answersPerSecond()).isNull();
    }

    @Test
    void shouldNotShowTheLoadOfAnEarlierPhase() {
        started(0, FIRST, 1, 1);
        state.entered(ns(1), FIRST, Phase.MEASURE, 5_000);
        state.load(ns(2), FIRST, LOAD);

        RunStatus.Running stopping =
                state.entered(ns(3), FIRST, Phase.STOP, -1).status().running().get(0);

        assertThat(stopping.load()).isNull();
        assertThat(stopping.lengthMs()).isNull();
        assertThat(stopping.sinceMs()).isEqualTo(3_000);
    }

    @Test
    void shouldRememberThatTheRunWasInterruptedAndHowItEnded() {
        started(0, FIRST, 1, 2);
        assertThat(state.interrupted(ns(1)).status().interrupted()).isTrue();
        state.ended(ns(2), FIRST, false, "the run was ended by the user");

        RunStatus over = state.over(ns(3), new RunStatus.Outcome(false, "the run was interrupted"))
                .status();

        assertThat(over.interrupted()).isTrue();
        assertThat(over.outcome().sentence()).isEqualTo("the run was interrupted");
        assertThat(over.leftMs()).isNull();
    }

    @Test
    void shouldKeepTheLastLinesAndPointsOnly() {
        started(0, FIRST, 1, 1);
        for (int i = 1; i <= 2 * RunState.MOST_KEPT; i++) {
            state.noted(ns(i), "note " + i);
            state.load(ns(i), FIRST, LOAD);
        }

        RunStatus.Whole whole = state.whole();

        assertThat(whole.log()).hasSize(RunState.MOST_KEPT);
        assertThat(whole.log()).last().isEqualTo(new RunStatus.Line(600_000, "note 600"));
        assertThat(whole.points()).hasSize(RunState.MOST_KEPT);
        assertThat(whole.points().get(0).atMs()).isEqualTo(301_000);
    }
}
