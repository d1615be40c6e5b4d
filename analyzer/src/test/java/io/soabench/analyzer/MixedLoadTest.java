package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.FailureCause;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.plan.CallTree;
import io.soabench.plan.Comparison;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes under one load: Browse makes one call of 5 ms and gets chunk 0, Order two of 20 ms and gets chunk 1. */
class MixedLoadTest {

    @TempDir
    Path run;

    private static final StatisticFunction AVERAGE = StatisticFunction.AVERAGE;

    private static Plan plan(int engines, int repetitions) {
        Plan plain = RunFixture.plan(engines, 1, repetitions);
        CallTree call = CallTree.call("quote", "ask", false);
        WorkloadPlan office = plain.workloadOf("office");
        return plain.withProcesses(List.of(
                        SamplePlan.process("Browse", call),
                        SamplePlan.process("Order", CallTree.sequence(List.of(call, call)))))
                .withWorkloads(List.of(office.withProcesses(List.of("Browse", "Order"))))
                .withCases(plain.cases().stream()
                        .map(each -> each.withProcesses(List.of("Browse", "Order"))
                                .withObjectives(List.of(
                                        objective(new Target(Target.Kind.PROCESS, "Browse"), 0.010),
                                        objective(new Target(Target.Kind.PROCESS, "Order"), 0.010),
                                        objective(Target.CASE, 0.020))))
                        .toList());
    }

    private static ObjectivePlan objective(Target target, double seconds) {
        return new ObjectivePlan(
                "response-time",
                AVERAGE,
                target,
                Comparison.LESS,
                seconds,
                MetricUnit.SECOND,
                "response-time of " + target.text());
    }

    /** 60 views of 6 ms and 40 orders of 45 ms; the engine adds 1 ms to views and 5 ms to orders. */
    private static RunFixture.Repetition loaded(RunFixture fixture, String caseId, int repetition, double moreMs) {
        RunFixture.Repetition of = fixture.repetition(caseId, repetition);
        for (int i = 1; i <= 60; i++) {
            of.chunk(0).request("office.1." + i, i * 20, 6 + moreMs, "OK").call("office.1." + i, 1, i * 20, 5, "OK");
        }
        for (int i = 1; i <= 40; i++) {
            of.chunk(1)
                    .request("office.2." + i, i * 30, 45, "OK")
                    .call("office.2." + i, 1, i * 30, 20, "OK")
                    .call("office.2." + i, 2, i * 30 + 20, 20, "OK");
        }
        return of;
    }

    private static double average(CaseResult result, String process, String metric) {
        return result.statistics().stream()
                .filter(s -> s.statistic().equals(new Statistic(metric, Statistic.process(process), AVERAGE)))
                .mapToDouble(s -> s.value().mean())
                .findFirst()
                .orElse(Double.NaN);
    }

    @Test
    void shouldTellTheResultsOfAllTogetherAndOfEachProcess() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(1, 2));
        loaded(fixture, "case1", 1, 0).write();
        loaded(fixture, "case1", 2, 0).write();

        CaseResult result = fixture.analyze().cases().get(0);
        RepetitionResult repetition = result.repetitions().get(0);

        assertThat(RunFixture.violations(repetition)).isEmpty();
        assertThat(repetition.requests()).isEqualTo(100);
        assertThat(repetition.parts())
                .extracting(
                        RepetitionResult.Part::process, part -> part.answered().requests())
                .containsExactly(tuple("Browse", 60L), tuple("Order", 40L));
        assertThat(average(result, "Browse", "response-time")).isEqualTo(6);
        assertThat(average(result, "Order", "response-time")).isEqualTo(45);
        assertThat(average(result, "Browse+Order", "response-time")).isEqualTo((60 * 6 + 40 * 45) / 100.0);
        assertThat(average(result, "Browse", "throughput")).isEqualTo(6);
        assertThat(average(result, "Order", "throughput")).isEqualTo(4);
        assertThat(average(result, "Browse+Order", "throughput")).isEqualTo(10);
        assertThat(repetition.parts())
                .as("each against the ideal of its own structure")
                .extracting(part -> part.overhead().overhead().median())
                .containsExactly(1.0, 5.0);
        assertThat(result.objectives())
                .extracting(ObjectiveResult::target, ObjectiveResult::state)
                .containsExactly(
                        tuple("Browse", ObjectiveResult.State.MET),
                        tuple("Order", ObjectiveResult.State.MISSED),
                        tuple("Browse+Order", ObjectiveResult.State.MISSED));
        assertThat(result.verdict())
                .startsWith(
                        "Browse+Order on engine1 under office: median 6.00 ms (2 repetitions: 6.00 ms and 6.00 ms), mean 21.6 ms");
    }

    @Test
    void shouldKeepTheBooksOfEachProcess() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(1, 1));
        RunFixture.Repetition of = loaded(fixture, "case1", 1, 0);
        // As many calls in all as the processes prescribe, but a view makes two and an order one.
        of.chunk(0)
                .request("office.3.1", 2000, 6, "OK")
                .call("office.3.1", 1, 2000, 5, "OK")
                .call("office.3.1", 2, 2001, 5, "OK");
        of.chunk(1)
                .request("office.3.2", 2000, 45, "OK")
                .call("office.3.2", 1, 2000, 20, "OK")
                .write();

        RepetitionResult repetition = fixture.result();

        assertThat(repetition.ledger())
                .filteredOn(entry -> entry.state() == LedgerEntry.State.DIFFERS)
                .extracting(LedgerEntry::process, LedgerEntry::entry, LedgerEntry::expected, LedgerEntry::found)
                .containsExactly(
                        tuple("Browse", "partner calls of successful requests", 61L, 62L),
                        tuple("Browse", "requests with additional calls", 0L, 1L),
                        tuple("Order", "partner calls of successful requests", 82L, 81L),
                        tuple("Order", "successful requests with missing calls", 0L, 1L));
        assertThat(repetition.valid()).isFalse();
    }

    @Test
    void shouldNotHideARareProcessBehindAFrequentOne() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(1, 1));
        RunFixture.Repetition of = fixture.repetition("case1", 1);
        for (int i = 1; i <= 200; i++) {
            of.chunk(0).request("office.1." + i, i * 20, 6, "OK").call("office.1." + i, 1, i * 20, 5, "OK");
        }
        of.chunk(1).request("office.2.1", 30, 45, "FAULT").write();

        RepetitionResult repetition = fixture.result();

        assertThat(RunFixture.violations(repetition)).isEmpty();
        assertThat(repetition.sentences(CriterionCheck.State.NOT_ASSESSED))
                .contains("Order: 1 request was measured; at least 30 are needed for response times of its own: measure"
                        + " longer.");
        assertThat(repetition.usable()).isTrue();
        assertThat(repetition.failureCauses())
                .extracting(FailureCause::process, FailureCause::requests)
                .containsExactly(tuple("Order", 1L));
        assertThat(repetition.parts())
                .extracting(RepetitionResult.Part::failures)
                .containsExactly(0L, 1L);
    }

    /** Two engines under the same clients: the slow one must not lose its repetitions because it answered its buyers less often. */
    @Test
    void shouldCountTheOthersWhereAClassHasFewRequests() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(2, 2));
        for (int repetition = 1; repetition <= 2; repetition++) {
            for (String engine : List.of("case1", "case2")) {
                RunFixture.Repetition of = fixture.repetition(engine, repetition);
                for (int i = 1; i <= 200; i++) {
                    of.chunk(0).request("office.1." + i, i * 20, 6, "OK").call("office.1." + i, 1, i * 20, 5, "OK");
                }
                int orders = engine.equals("case1") ? 40 : 20;
                for (int i = 1; i <= orders; i++) {
                    of.chunk(1)
                            .request("office.2." + i, i * 30, 45, "OK")
                            .call("office.2." + i, 1, i * 30, 20, "OK")
                            .call("office.2." + i, 2, i * 30 + 20, 20, "OK");
                }
                of.write();
            }
        }

        List<CaseResult> cases = fixture.analyze().cases();

        assertThat(cases).allSatisfy(each -> assertThat(each.usable()).hasSize(2));
        assertThat(average(cases.get(0), "Order", "response-time")).isEqualTo(45);
        assertThat(average(cases.get(1), "Order", "response-time")).isNaN();
        assertThat(average(cases.get(1), "Browse", "response-time")).isEqualTo(6);
        assertThat(average(cases.get(1), "Order", "throughput")).isEqualTo(2);
    }

    @Test
    void shouldHoldALateLoadClientAgainstTheQuickProcess() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(1, 1));
        RunFixture.Repetition of = loaded(fixture, "case1", 1, 0);
        for (int i = 1; i <= 60; i++) {
            of.chunk(0)
                    .request("office.4." + i, 3000 + i * 20, 19, 25, "OK", 200, "")
                    .call("office.4." + i, 1, 3020 + i * 20, 5, "OK");
        }
        for (int i = 1; i <= 40; i++) {
            of.chunk(1)
                    .request("office.5." + i, 3000 + i * 30, 0, 400, "OK", 200, "")
                    .call("office.5." + i, 1, 3000 + i * 30, 20, "OK")
                    .call("office.5." + i, 2, 3020 + i * 30, 20, "OK");
        }
        of.write();

        assertThat(RunFixture.violations(fixture.result()))
                .as("a tenth of the slow tail would allow the slip, a tenth of the quick one does not")
                .anySatisfy(sentence -> assertThat(sentence).startsWith("Browse: The load client missed its schedule"))
                .noneSatisfy(sentence -> assertThat(sentence).startsWith("Order: "));
    }

    @Test
    void shouldCompareEnginesByAllTogetherAndByProcess() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(2, 3));
        for (int repetition = 1; repetition <= 3; repetition++) {
            loaded(fixture, "case1", repetition, 0).write();
            loaded(fixture, "case2", repetition, 3 + 0.01 * repetition).write();
        }

        Analysis analysis = fixture.analyze();

        assertThat(analysis.pairs())
                .extracting(PairResult::process, pair -> Math.round(pair.ratio().value() * 100) / 100.0)
                .containsExactly(tuple("Browse+Order", 1.08), tuple("Browse", 1.5), tuple("Order", 1.0));
        assertThat(analysis.pairs().get(1).sentence())
                .startsWith("Browse under office: ")
                .contains(" ratio is 1.50 (");
    }

    /** A mean over several processes is that of none. */
    @Test
    void shouldAnswerForEachProcessOfTheOnlyEngine() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(1, 2));
        loaded(fixture, "case1", 1, 0).write();
        loaded(fixture, "case1", 2, 0).write();

        assertThat(fixture.analyze().sentences())
                .contains("Under office, on engine1: Browse takes 6.00 ms on average (2 repetitions: 6.00 ms and"
                        + " 6.00 ms), none of 120 requests failed; Order takes 45.0 ms on average (2 repetitions:"
                        + " 45.0 ms and 45.0 ms), none of 80 requests failed.");
    }

    /** One engine gives up all that it is asked for long after the other one has answered. */
    @Test
    void shouldNotTellOfAProcessWhatIsKnownOfTheMix() throws IOException {
        RunFixture fixture = new RunFixture(run, plan(2, 2));
        for (int repetition = 1; repetition <= 2; repetition++) {
            loaded(fixture, "case1", repetition, 0).write();
            RunFixture.Repetition slow = fixture.repetition("case2", repetition);
            for (int i = 1; i <= 60; i++) {
                slow.chunk(i % 2).request("office." + (1 + i % 2) + "." + i, i * 100, 2_000, "TIMEOUT");
            }
            slow.write();
        }

        assertThat(fixture.analyze().pairs())
                .extracting(PairResult::process, PairResult::sentence)
                .satisfies(all -> assertThat(all.toString()).contains("took 21.6 ms on average"), atIndex(0))
                .satisfies(
                        all -> assertThat(all.toString())
                                .contains("took 6.00 ms on average")
                                .doesNotContain("is at least"),
                        atIndex(1))
                .satisfies(all -> assertThat(all.toString()).contains("took 45.0 ms on average"), atIndex(2));
    }

    @Test
    void shouldShowEachProcessInTheDatabase() throws IOException, SQLException {
        RunFixture fixture = new RunFixture(run, plan(1, 2));
        loaded(fixture, "case1", 1, 0).write();
        loaded(fixture, "case1", 2, 2).write();
        fixture.analyze();

        assertThat(
                        rows(
                                "select loaded, process, calls, repetition, requests, failures, mean_ms, ideal_median_ms from v_process"))
                .containsExactly(
                        "Browse+Order, Browse, 1, null, 120, 0, 7.0, null",
                        "Browse+Order, Order, 2, null, 80, 0, 45.0, null",
                        "Browse+Order, Browse, 1, 1, 60, 0, 6.0, 5.0",
                        "Browse+Order, Order, 2, 1, 40, 0, 45.0, 40.0",
                        "Browse+Order, Browse, 1, 2, 60, 0, 8.0, 5.0",
                        "Browse+Order, Order, 2, 2, 40, 0, 45.0, 40.0");
        assertThat(rows("select process, round(mean_ms, 3), requests, calls from v_suite_summary"))
                .containsExactly("Browse+Order, 22.2, 200, null");
        assertThat(rows("select round(mean_ms, 3) from v_repetition")).containsExactly("21.6", "22.8");
        assertThat(rows("select distinct process from v_ledger order by 1"))
                .containsExactly("Browse", "Browse+Order", "Order");
    }

    private List<String> rows(String query) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(rows.getObject(i)));
                }
                all.add(String.join(", ", row));
            }
        }
        return all;
    }
}
