package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
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
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads of which each has a response time of its own: how it grows with them. */
final class PowerLawTest {

    @TempDir
    private Path folder;

    /** @param outcome of all requests */
    private record Load(String name, int clients, String think, double latencyMs, String outcome) {}

    private record Law(String think, int points, double exponent, double low, double high) {}

    private List<Law> laws(List<Load> loads) throws IOException, SQLException {
        return laws(loads, load -> "Suite");
    }

    private List<Law> laws(List<Load> loads, Function<Load, String> suite) throws IOException, SQLException {
        Plan one = RunFixture.plan(1, CallTree.sequence(List.of()), 2);
        List<WorkloadPlan> workloads = new ArrayList<>();
        List<CasePlan> cases = new ArrayList<>();
        for (Load load : loads) {
            workloads.add(WorkloadPlan.constant(
                    load.name(),
                    WorkloadPlan.Load.CLOSED,
                    load.clients(),
                    0,
                    load.clients() + " clients, think time " + load.think()));
            cases.add(RunFixture.inSuite(
                    SamplePlan.testCase(load.name(), "engine1", "Process", load.name())
                            .withSchedule(one.cases().get(0).schedule()),
                    suite.apply(load)));
        }
        RunFixture run = new RunFixture(folder, one.withWorkloads(workloads).withCases(cases));
        for (Load load : loads) {
            for (int repetition = 1; repetition <= 2; repetition++) {
                RunFixture.Repetition written = run.repetition(load.name(), repetition);
                for (int i = 1; i <= 100; i++) {
                    written.request(
                            load.name() + "." + (1 + i % 10) + "." + i, i * 100, load.latencyMs(), load.outcome());
                }
                written.write();
            }
        }
        run.analyze();
        List<Law> laws = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(folder), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("select think, points, exponent, exponent_low, exponent_high"
                        + " from v_power_law where quantity = 'response-time' order by think")) {
            while (rows.next()) {
                laws.add(new Law(
                        rows.getString(1), rows.getInt(2), rows.getDouble(3), rows.getDouble(4), rows.getDouble(5)));
            }
        }
        return laws;
    }

    @Test
    void shouldSayHowFarTheExponentIsKnown() throws IOException, SQLException {
        assertThat(laws(List.of(
                        new Load("a", 10, "1 s", 10, "OK"),
                        new Load("b", 20, "1 s", 21, "OK"),
                        new Load("c", 40, "1 s", 39, "OK"),
                        new Load("d", 80, "1 s", 82, "OK"))))
                .singleElement()
                .satisfies(law -> {
                    assertThat(law.points()).isEqualTo(4);
                    assertThat(law.think()).isEqualTo("think time 1 s");
                    double[] fit = fit(new double[] {10, 20, 40, 80}, new double[] {10, 21, 39, 82});
                    assertThat(law.exponent()).isCloseTo(fit[0], within(1e-6));
                    assertThat(law.low()).isCloseTo(fit[0] - 4.3027 * fit[1], within(1e-4));
                    assertThat(law.high()).isCloseTo(fit[0] + 4.3027 * fit[1], within(1e-4));
                });
    }

    /** Two loads are no law, but the database may compute one of them all the same, with a rest of nothing over no degree of freedom. */
    @Test
    void shouldSayNothingOfTwoLoads() throws IOException, SQLException {
        assertThat(laws(List.of(
                        new Load("a", 7, "1 s", 10.3, "OK"),
                        new Load("b", 19, "1 s", 21.7, "OK"),
                        new Load("c", 7, "2 s", 11.1, "OK"),
                        new Load("d", 7, "2 s", 12.9, "OK"),
                        new Load("e", 7, "2 s", 13.7, "OK"))))
                .isEmpty();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(folder), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery(
                        "select exists (select 1 from v_power_law where workload_kind <> 'parameter')")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getBoolean(1)).isFalse();
        }
    }

    /** Slope and its standard error, by the normal equations. */
    private static double[] fit(double[] x, double[] y) {
        int n = x.length;
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < n; i++) {
            sx += Math.log(x[i]);
            sy += Math.log(y[i]);
            sxx += Math.log(x[i]) * Math.log(x[i]);
            sxy += Math.log(x[i]) * Math.log(y[i]);
        }
        double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
        double intercept = (sy - slope * sx) / n;
        double rest = 0;
        for (int i = 0; i < n; i++) {
            double off = Math.log(y[i]) - intercept - slope * Math.log(x[i]);
            rest += off * off;
        }
        return new double[] {slope, Math.sqrt(rest / (n - 2) / (sxx - sx * sx / n))};
    }

    /** Requests that time out have no response time, only a least one. */
    @Test
    void shouldLeaveOutLoadsThatWereNotKeptUpWith() throws IOException, SQLException {
        assertThat(laws(List.of(
                        new Load("a", 10, "1 s", 10, "OK"),
                        new Load("b", 20, "1 s", 20, "OK"),
                        new Load("c", 40, "1 s", 40, "OK"),
                        new Load("d", 30, "1 s", 2_000, "TIMEOUT"))))
                .singleElement()
                .satisfies(law -> {
                    assertThat(law.points()).isEqualTo(3);
                    assertThat(law.exponent()).isCloseTo(1, within(1e-6));
                });
    }

    /** Twice the clients that think twice as long are not twice the load. */
    @Test
    void shouldTellLoadsOfOtherThinkTimesApart() throws IOException, SQLException {
        List<Load> loads = new ArrayList<>();
        for (int clients : new int[] {10, 20, 40}) {
            loads.add(new Load("quick" + clients, clients, "1 s", clients, "OK"));
            loads.add(new Load("slow" + clients, clients, "5 s", 10, "OK"));
        }
        loads.add(new Load("other", 80, "9 s", 3, "OK"));

        assertThat(laws(loads))
                .extracting(Law::think, Law::points, law -> Math.round(1e6 * law.exponent()) / 1e6)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("think time 1 s", 3, 1.0),
                        org.assertj.core.groups.Tuple.tuple("think time 5 s", 3, 0.0));
    }

    /** The servers of another suite, its events or its profile may differ: its loads are no points of the same law. */
    @Test
    void shouldTellLoadsOfOtherSuitesApart() throws IOException, SQLException {
        List<Load> loads = new ArrayList<>();
        for (int clients : new int[] {10, 20, 40}) {
            loads.add(new Load("quick" + clients, clients, "1 s", clients, "OK"));
            loads.add(new Load("slow" + clients, clients, "1 s", 50, "OK"));
        }
        loads.add(new Load("other", 80, "1 s", 3, "OK"));

        assertThat(laws(loads, load -> load.name().replaceAll("\\d", "")))
                .extracting(Law::points, law -> Math.round(1e6 * law.exponent()) / 1e6)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(3, 1.0), org.assertj.core.groups.Tuple.tuple(3, 0.0));
    }
}
