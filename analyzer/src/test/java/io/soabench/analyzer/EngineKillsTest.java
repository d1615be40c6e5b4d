package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.RunFixture.Repetition;
import io.soabench.analyzer.repetition.FailureCause;
import io.soabench.analyzer.repetition.KillEffect;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.plan.CallTree;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How repetitions are judged in which an event killed the engine under load, and which work was lost. */
class EngineKillsTest {

    private static final double KILLED_MS = 4050;
    private static final double BACK_MS = 6050;
    private static final String LOST = "acknowledged requests that a kill cut off";

    @TempDir
    Path run;

    private static final EventPlan KILL =
            EventPlan.ofPlugin("s.kill.1", "kill", 4050, -1, Map.of("time", "1000"), "at 4.05 s", "kill");

    /** Two partner calls are prescribed. */
    private RunFixture fixture(boolean oneWay) {
        Plan plan = RunFixture.plan(1, 1, 1);
        ProcessPlan process = SamplePlan.process(
                "Process", CallTree.sequence(Collections.nCopies(2, CallTree.call("quote", "ask", oneWay))));
        ProcessPlan made = new ProcessPlan(
                process.name(),
                process.kind(),
                process.endpoint(),
                oneWay,
                process.soapAction(),
                process.answerElement(),
                process.packages(),
                process.partners(),
                process.calls());
        return new RunFixture(run, RunFixture.with(plan.withProcesses(List.of(made)), KILL));
    }

    private static Repetition killed(Repetition repetition) throws IOException {
        return repetition
                .event("model", KILLED_MS, "kill", "0.0 ms after its time", "s.kill.1")
                .event("killed", KILLED_MS - 20, "server1", "SIGKILL is sent", "")
                .event("killed", KILLED_MS, "server1", "has ended", "")
                .event("model", KILLED_MS + 1000, "kill: it is started again", "0.0 ms after its time", "s.kill.1")
                .event("back", BACK_MS, "server1", "its processes answer", "")
                .event("model", BACK_MS, "kill: done", "1000.0 ms after the order", "s.kill.1");
    }

    private static boolean gone(double atMs) {
        return atMs > KILLED_MS && atMs < BACK_MS;
    }

    /**
     * One-way requests, ten a second. The instance needs 400 ms for two calls; of those that run when the engine is killed, the first
     * call is seen and the second is not.
     */
    private RepetitionResult oneWay(boolean survives, int lackingEarly) throws IOException {
        RunFixture fixture = fixture(true);
        Repetition repetition = killed(fixture.repetition("case1", 1));
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            double atMs = (i - 1) * 100;
            repetition.request(uiid, atMs, gone(atMs) ? 1 : 10, gone(atMs) ? "CONNECT" : "OK");
            if (gone(atMs)) {
                continue;
            }
            boolean runs = atMs < KILLED_MS && atMs + 400 > KILLED_MS;
            repetition.call(uiid, 1, atMs + 5, 100, "OK");
            if (runs && survives) {
                repetition.call(uiid, 1, BACK_MS + 10, 100, "OK").call(uiid, 2, BACK_MS + 200, 100, "OK");
            } else if (!runs && i > lackingEarly) {
                repetition.call(uiid, 2, atMs + 300, 100, "OK");
            }
        }
        repetition.write();
        return fixture.result();
    }

    private static List<String> violations(RepetitionResult result) {
        return result.sentences(CriterionCheck.State.VIOLATED);
    }

    private static KillEffect effect(RepetitionResult result) {
        assertThat(result.details().kills()).hasSize(1);
        return result.details().kills().get(0);
    }

    @Test
    void shouldCountTheAcknowledgedWorkThatAnEngineInMemoryLoses() throws IOException {
        RepetitionResult result = oneWay(false, 0);

        KillEffect effect = effect(result);
        assertThat(effect.killedS()).isCloseTo(4.05, within(1e-6));
        assertThat(effect.backMs()).isCloseTo(2000, within(1e-3));
        assertThat(tuple(effect.acknowledged(), effect.lost(), effect.repeated()))
                .isEqualTo(tuple(4L, 4L, 0L));
        assertThat(tuple(effect.sent(), effect.failed())).isEqualTo(tuple(20L, 20L));
        assertThat(effect.firstAnswerMs()).as("sent at 6.1 s").isCloseTo(2060, within(1e-3));
        assertThat(violations(result))
                .as("what a kill costs is no reason to discard")
                .isEmpty();
        assertThat(result.ledger())
                .extracting(LedgerEntry::entry, LedgerEntry::found)
                .contains(tuple(LOST, 4L), tuple("successful requests with missing calls", 0L));
    }

    @Test
    void shouldFindNothingLostAndCallsRepeatedWhereAnEngineGoesOn() throws IOException {
        RepetitionResult result = oneWay(true, 0);

        KillEffect effect = effect(result);
        assertThat(tuple(effect.acknowledged(), effect.lost(), effect.repeated()))
                .isEqualTo(tuple(4L, 0L, 4L));
        assertThat(violations(result)).as("calls may be repeated after a kill").isEmpty();
        assertThat(result.ledger())
                .extracting(LedgerEntry::entry, LedgerEntry::found)
                .contains(tuple("requests with additional calls", 0L))
                .doesNotContain(tuple(LOST, 4L));
    }

    @Test
    void shouldFindAnEngineThatSkipsWorkLongBeforeItIsKilled() throws IOException {
        RunFixture fixture = fixture(true);
        long timeOutMs = fixture.plan().caseOf("case1").schedule().timeOutMs();
        assertThat(timeOutMs).as("as this test needs it").isLessThan(4000);

        assertThat(violations(oneWay(true, 1))).anyMatch(sentence -> sentence.contains("lacks prescribed calls"));
    }

    @Test
    void shouldSayWhenResponseTimesAreAsBefore() throws IOException {
        KillEffect effect = effect(oneWay(true, 0));

        assertThat(effect.seconds()).isEqualTo(4);
        assertThat(effect.beforeMs()).isCloseTo(11, within(1e-6));
        assertThat(effect.asBeforeMs()).as("not before the engine is back").isCloseTo(2000, within(1e-6));
    }

    /** Requests with answers, ten a second, of 250 ms each. */
    private RepetitionResult answered(String outcomeWhileGone) throws IOException {
        RunFixture fixture = fixture(false);
        Repetition repetition = killed(fixture.repetition("case1", 1));
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            double atMs = (i - 1) * 100;
            boolean cut = atMs < KILLED_MS && atMs + 250 > KILLED_MS + 50;
            if (gone(atMs)) {
                repetition.request(uiid, atMs, 1, outcomeWhileGone);
            } else if (cut) {
                repetition.request(uiid, atMs, KILLED_MS - atMs + 1, "IO").call(uiid, 1, atMs + 5, 100, "OK");
            } else {
                repetition
                        .request(uiid, atMs, 250, "OK")
                        .call(uiid, 1, atMs + 5, 100, "OK")
                        .call(uiid, 2, atMs + 120, 100, "OK");
            }
        }
        repetition.write();
        return fixture.result();
    }

    @Test
    void shouldExcuseWhatTheKillCausesAndNothingElse() throws IOException {
        RepetitionResult result = answered("CONNECT");

        assertThat(result.failureCauses())
                .extracting(FailureCause::cause, FailureCause::origin, FailureCause::requests)
                .containsExactly(
                        tuple("no connection after server1 was killed", "event", 20L),
                        tuple("connection broke when server1 was killed", "event", 2L));
        KillEffect effect = effect(result);
        assertThat(tuple(effect.open(), effect.cut()))
                .as("one has its answer at that instant")
                .isEqualTo(tuple(3L, 2L));
        assertThat(tuple(effect.acknowledged(), effect.lost())).isEqualTo(tuple(0L, 0L));
        assertThat(violations(result)).isEmpty();
    }

    @Test
    void shouldHoldTimeOutsAgainstTheEngine() throws IOException {
        assertThat(answered("TIMEOUT").failureCauses())
                .extracting(FailureCause::cause, FailureCause::origin, FailureCause::requests)
                .contains(tuple("time-out after server1 was killed", "engine", 20L));
    }
}
