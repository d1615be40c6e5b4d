package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.RunFixture.Repetition;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.FailureCause;
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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How repetitions are judged in which a process was replaced, taken away or brought while clients called it. */
class ProcessEventsTest {

    @TempDir
    Path run;

    private static EventPlan event(EventPlan.Kind kind, long atMs, String version, String what) {
        return new EventPlan(
                "s." + kind.text() + ".1",
                kind,
                kind.text(),
                atMs,
                -1,
                version.isEmpty() ? Map.of("process", "Process") : Map.of("process", "Process", "version", version),
                "at " + atMs / 1000 + " s",
                what);
    }

    private static final EventPlan REPLACED =
            event(EventPlan.Kind.PROCESS_REPLACED, 5000, "Second", "Process is replaced by Second");
    private static final EventPlan UNDEPLOYED =
            event(EventPlan.Kind.PROCESS_UNDEPLOYED, 4000, "", "Process is undeployed");
    private static final EventPlan DEPLOYED =
            event(EventPlan.Kind.PROCESS_DEPLOYED, 6000, "Process", "Process is deployed");

    /** One partner call is prescribed, by the second version two. */
    private RunFixture fixture(EventPlan... events) {
        Plan plan = RunFixture.plan(1, 1, 1);
        List<ProcessPlan> processes = new ArrayList<>(plan.processes());
        processes.add(SamplePlan.process(
                "Second", CallTree.sequence(Collections.nCopies(2, CallTree.call("quote", "ask", false)))));
        return new RunFixture(run, RunFixture.with(plan.withProcesses(processes), events));
    }

    private static Repetition happened(Repetition repetition, EventPlan event, double atMs, double tookMs)
            throws IOException {
        return repetition
                .event("model", atMs, event.what(), "0.0 ms after its time", event.id())
                .event("model", atMs + tookMs, event.what() + ": done", tookMs + " ms after the order", event.id());
    }

    private static void calls(Repetition repetition, String uiid, double atMs, int calls) {
        for (int step = 1; step <= calls; step++) {
            repetition.call(uiid, step, atMs + (step - 1) * 6, 5, "OK");
        }
    }

    /** A request each 100 ms of 30 ms; from the 51st on the second version, whose order took 500 ms. */
    private RepetitionResult replaced(int callsMeanwhile, int callsAfterwards) throws IOException {
        RunFixture fixture = fixture(REPLACED);
        Repetition repetition = happened(fixture.repetition("case1", 1), REPLACED, 5010, 500);
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            double atMs = (i - 1) * 100;
            repetition.request(uiid, atMs, 30, "OK");
            calls(repetition, uiid, atMs, atMs < 5000 ? 1 : atMs > 5530 ? callsAfterwards : callsMeanwhile);
        }
        repetition.write();
        return fixture.result();
    }

    private static List<String> violations(RepetitionResult result) {
        return result.sentences(CriterionCheck.State.VIOLATED);
    }

    @Test
    void shouldHoldRequestsAgainstTheVersionThatTheyGot() throws IOException {
        for (int meanwhile = 1; meanwhile <= 2; meanwhile++) {
            RepetitionResult result = replaced(meanwhile, 2);

            assertThat(violations(result)).isEmpty();
            assertThat(result.ledger())
                    .extracting(LedgerEntry::entry, LedgerEntry::expected, LedgerEntry::found)
                    .contains(
                            tuple("partner calls of successful requests", 50 + 2 * 44L, 50 + 2 * 44L),
                            tuple("successful requests of one version or another", null, 6L));
        }
    }

    @Test
    void shouldFindAnEngineThatGoesOnWithTheFirstVersion() throws IOException {
        assertThat(violations(replaced(1, 1)))
                .contains("44 successful requests lack prescribed calls, e.g. office.1.57.");
    }

    @Test
    void shouldFindAnEngineThatMakesNoCallWhileItReplaces() throws IOException {
        assertThat(violations(replaced(0, 2))).anyMatch(sentence -> sentence.startsWith("6 successful requests lack"));
    }

    @Test
    void shouldHoldNobodyResponsibleForRequestsToAProcessThatIsNotThere() throws IOException {
        RunFixture fixture = fixture(UNDEPLOYED, DEPLOYED);
        Repetition repetition = happened(fixture.repetition("case1", 1), UNDEPLOYED, 4000, 10);
        happened(repetition, DEPLOYED, 6000, 200);
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            double atMs = (i - 1) * 100 + 50;
            if (atMs < 4000 || atMs > 6200) {
                repetition.request(uiid, atMs, 20, "OK");
                calls(repetition, uiid, atMs, 1);
            } else if (i == 45) {
                repetition.request(uiid, atMs, 0, 2000, "TIMEOUT", 0, "");
            } else {
                repetition.request(uiid, atMs, 0, 5, i % 2 == 0 ? "FAULT" : "HTTP", i % 2 == 0 ? 500 : 404, "");
            }
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.failureCauses())
                .extracting(FailureCause::cause, FailureCause::origin, FailureCause::requests)
                .containsExactlyInAnyOrder(
                        tuple("answered with a SOAP fault after Process was undeployed", "event", 11L),
                        tuple("answered with HTTP status 404 after Process was undeployed", "event", 10L),
                        tuple("time-out after Process was undeployed", "engine", 1L));
    }

    @Test
    void shouldHoldItAgainstTheEngineWhenItDropsWhatHasBegun() throws IOException {
        RunFixture fixture = fixture(UNDEPLOYED);
        Repetition repetition = happened(fixture.repetition("case1", 1), UNDEPLOYED, 4000, 10);
        for (int i = 1; i <= 40; i++) {
            String uiid = "office.1." + i;
            boolean underWay = i > 38;
            repetition.request(
                    uiid, i * 99, 0, underWay ? 300 : 20, underWay ? "FAULT" : "OK", underWay ? 500 : 200, "");
            calls(repetition, uiid, i * 99, i == 40 ? 0 : 1);
        }
        repetition.write();

        assertThat(fixture.result().failureCauses())
                .extracting(FailureCause::cause, FailureCause::origin, FailureCause::requests)
                .containsExactlyInAnyOrder(
                        tuple("SOAP fault without a failure of a partner, while Process is undeployed", "engine", 1L),
                        tuple("answered with a SOAP fault after Process was undeployed", "event", 1L));
    }

    @Test
    void shouldTellWhatAChangeCostThoseWhoWereUnderWay() throws IOException {
        RunFixture fixture = fixture(REPLACED);
        Repetition repetition = happened(fixture.repetition("case1", 1), REPLACED, 5000, 300);
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            double atMs = (i - 1) * 100;
            if (i == 53 || i == 80) {
                repetition.request(uiid, atMs, 0, 5, "FAULT", 500, "");
            } else {
                repetition.request(uiid, atMs, 20, "OK");
                calls(repetition, uiid, atMs, atMs < 5000 ? 1 : 2);
            }
        }
        repetition.write();

        assertThat(fixture.result().failureCauses())
                .extracting(FailureCause::cause, FailureCause::origin)
                .containsExactlyInAnyOrder(
                        tuple(
                                "SOAP fault without a failure of a partner, while Process is replaced by Second",
                                "engine"),
                        tuple("SOAP fault without a failure of a partner", "engine"));
    }

    @Test
    void shouldTellOfTheRequestsBeforeAndAfterAnEvent() throws Exception {
        RunFixture fixture = fixture(UNDEPLOYED);
        Repetition repetition = happened(fixture.repetition("case1", 1), UNDEPLOYED, 4000, 10);
        for (int i = 1; i <= 100; i++) {
            double atMs = (i - 1) * 100;
            if (atMs < 4000) {
                repetition.request("office.1." + i, atMs, i == 10 ? 90 : 20, "OK");
            } else {
                repetition.request("office.1." + i, atMs, 0, 5, "FAULT", 500, "");
            }
        }
        repetition.write();

        assertThat(fixture.result().failures()).isEqualTo(60);

        try (Connection database = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("select took_ms, before_requests, before_failures,"
                        + " before_median_ms, before_max_ms, after_requests, after_failures, after_median_ms from v_event"
                        + " where event is not null order by at_s")) {
            assertThat(rows.next()).isTrue();
            List<Object> first = new ArrayList<>();
            for (int column = 1; column <= 8; column++) {
                first.add(rows.getObject(column));
            }
            assertThat((double) first.remove(0)).isCloseTo(10, within(0.001));
            assertThat(first).containsExactly(40L, 0L, 20.0, 90.0, 50L, 50L, null);
            assertThat(rows.next()).isTrue();
            assertThat(rows.getObject(6)).as("the line about its end").isNull();
        }
    }

    @Test
    void shouldExpectNothingOfAProcessThatAnEventBrings() throws IOException {
        RunFixture fixture = fixture(DEPLOYED);
        Repetition repetition = happened(fixture.repetition("case1", 1), DEPLOYED, 6000, 100);
        for (int i = 1; i <= 100; i++) {
            String uiid = "office.1." + i;
            double atMs = (i - 1) * 100;
            if (atMs > 6100) {
                repetition.request(uiid, atMs, 20, "OK");
                calls(repetition, uiid, atMs, 1);
            } else {
                repetition.request(uiid, atMs, 0, 5, "HTTP", 404, "");
            }
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(violations(result)).isEmpty();
        assertThat(result.failureCauses())
                .extracting(FailureCause::cause, FailureCause::origin)
                .containsExactly(tuple("answered with HTTP status 404 before Process was deployed", "event"));
    }
}
