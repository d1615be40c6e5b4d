package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.repetition.InstanceCount;
import io.soabench.analyzer.repetition.InstancePoint;
import io.soabench.analyzer.repetition.MetricSummary;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.ClockRecord.HostOffset;
import io.soabench.plan.ClockRecord.Reading;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.io.IOException;
import java.nio.file.Files;
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

/** Instances of an engine by its own history: a measurement of ten seconds with one instance each 100 ms. */
class InstancesTest {

    private static final double EXACT = 1e-9;
    private static final long US_PER_MS = 1_000;
    private static final long START_MS = RunFixture.START_NS / RunFixture.MS;
    private static final StatisticFunction AVERAGE = StatisticFunction.AVERAGE;

    @TempDir
    private Path run;

    private List<HostOffset> clocks = List.of();
    private final StringBuilder lines = new StringBuilder(CsvTable.INSTANCES.header() + "\n");

    private static Plan plan() {
        return RunFixture.plan(1, 0, 1)
                .withMetrics(List.of(new MetricPlan(
                        "instance-duration",
                        Target.all(Target.Kind.ENGINE),
                        List.of(AVERAGE, StatisticFunction.CHART_OVER_TIME))));
    }

    /** Adds an instance, in milliseconds since the start of the measurement. */
    private void instance(String process, long startMs, long durationMs) {
        long startUs = (START_MS + startMs) * US_PER_MS;
        lines.append(CsvTable.INSTANCES.line(process, startUs, startUs + durationMs * US_PER_MS, ""));
    }

    private void missing(String reason) {
        lines.append(CsvTable.INSTANCES.line("", "", "", reason));
    }

    /** Adds a hundred instances of 5 ms, and one of the warm-up that ends in the measurement. */
    private void aHundred() {
        for (int i = 0; i < 100; i++) {
            instance("Process", i * 100L, 5);
        }
        instance("Process", -1_000, 1_500);
    }

    private RepetitionResult result() throws IOException {
        RunFixture fixture = new RunFixture(run, plan());
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 100; i++) {
            repetition.request("office.1." + i, i * 90, 6, "OK");
        }
        repetition.write();
        Files.writeString(fixture.folder("case1", 1).resolve(RunFiles.Each.INSTANCES.of("engine1")), lines.toString());
        if (!clocks.isEmpty()) {
            Json.write(
                    fixture.folder("case1", 1).resolve(RunFiles.CLOCKS), new ClockRecord(ClockRecord.FORMAT, clocks));
        }
        return fixture.result();
    }

    private List<Double> courses() throws SQLException {
        List<Double> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows =
                        sql.executeQuery("select measured from v_metric_timeline where metric = 'instance-duration'")) {
            while (rows.next()) {
                values.add(rows.getDouble(1));
            }
        }
        return values;
    }

    private static double of(RepetitionResult result, String metric, Target target, StatisticFunction function) {
        return result.measured().of(metric, target, function);
    }

    @Test
    void shouldCountDurationsByTheirBeginAndRatesByTheEndOfInstances() throws IOException, SQLException {
        aHundred();
        lines.append(CsvTable.INSTANCES.line("Process", (START_MS + 9_999) * US_PER_MS, "", ""));

        RepetitionResult result = result();

        for (Target target : List.of(Statistic.server("engine1"), Statistic.process("Process"))) {
            assertThat(of(result, "instance-duration", target, StatisticFunction.COUNT))
                    .isEqualTo(100);
            assertThat(of(result, "instance-duration", target, AVERAGE)).isCloseTo(5, within(EXACT));
            assertThat(of(result, "instances-per-second", target, AVERAGE))
                    .as("with the one of the warm-up")
                    .isCloseTo(10.1, within(EXACT));
        }
        assertThat(result.details().instances()).containsExactly(new InstanceCount("engine1", "Process", 101, 101, 1));
        assertThat(result.details().singleInstances())
                .hasSize(101)
                .first()
                .isEqualTo(new InstancePoint("engine1", "Process", 0, 5, 1));
        assertThat(result.details().singleInstances().get(100).durationMs()).isNaN();
        assertThat(result.details().metrics())
                .extracting(MetricSummary::metric, MetricSummary::source)
                .contains(tuple("instance-duration", "the engine's own history"));
        assertThat(courses()).as("a point for each second").hasSize(10).allSatisfy(value -> assertThat(value)
                .isCloseTo(5, within(EXACT)));
    }

    @Test
    void shouldKeepAThousandSingleInstances() throws IOException {
        for (int i = 0; i < 2_500; i++) {
            instance("Process", i * 4L, 5);
        }

        List<InstancePoint> points = result().details().singleInstances();

        assertThat(points).hasSize(834).allSatisfy(point -> assertThat(point.durationMs())
                .isCloseTo(5, within(EXACT)));
        assertThat(points.stream().mapToInt(InstancePoint::standsFor).sum()).isEqualTo(2_500);
    }

    @Test
    void shouldHaveNoNumberButAReasonWhereTheEngineKeepsNothing() throws IOException {
        missing("the engine runs with history none");

        RepetitionResult result = result();

        assertThat(of(result, "instance-duration", Statistic.server("engine1"), AVERAGE))
                .isNaN();
        assertThat(result.details().instances()).isEmpty();
        assertThat(result.details().metrics())
                .extracting(MetricSummary::source)
                .contains("unavailable: the engine runs with history none");
    }

    @Test
    void shouldUseWhatWasReadWhenOnlyTheWarmUpIsMissing() throws IOException {
        aHundred();
        instance("Process", -2_000, 5);
        missing("only the 102 instances that began last are read");

        RepetitionResult result = result();

        assertThat(of(result, "instance-duration", Statistic.server("engine1"), AVERAGE))
                .isCloseTo(5, within(EXACT));
        assertThat(of(result, "instances-per-second", Statistic.server("engine1"), AVERAGE))
                .isCloseTo(10.1, within(EXACT));
    }

    /** Instances last up to 1.5 s, and one that began 1 s before the measurement, or earlier, may be missing. */
    @Test
    void shouldHaveNoRateWhereInstancesFromBeforeTheCutMayHaveEndedInTheMeasurement() throws IOException {
        aHundred();
        missing("only the 101 instances that began last are read");

        RepetitionResult result = result();

        assertThat(of(result, "instance-duration", Statistic.server("engine1"), AVERAGE))
                .isCloseTo(5, within(EXACT));
        for (Target target : List.of(Statistic.server("engine1"), Statistic.process("Process"))) {
            assertThat(of(result, "instances-per-second", target, AVERAGE)).isNaN();
        }
        assertThat(result.details().metrics())
                .extracting(MetricSummary::metric, MetricSummary::source)
                .contains(
                        tuple("instance-duration", "the engine's own history"),
                        tuple("instances-per-second", "unavailable: only the 101 instances that began last are read"));
    }

    @Test
    void shouldUseNothingWhenInstancesOfTheMeasurementAreMissing() throws IOException {
        instance("Process", 5_000, 5);
        missing("only the instance that began last is kept");

        assertThat(of(result(), "instance-duration", Statistic.server("engine1"), AVERAGE))
                .isNaN();
    }

    /** The load client has the same clock, so that the window moves, too. */
    @Test
    void shouldBringTheTimesOfAnotherHostToTheDriversClock() throws IOException {
        aHundred();
        Reading minuteAhead = new Reading(RunFixture.START_NS, 60_000 * RunFixture.MS, RunFixture.MS);
        clocks = List.of(new HostOffset("here", minuteAhead, minuteAhead));

        assertThat(result().details().instances())
                .containsExactly(new InstanceCount("engine1", "Process", 100, 101, 0));
    }

    @Test
    void shouldShowWhatAnEngineKeepsInTheDatabase() throws IOException, SQLException {
        SampleRun.write(
                run,
                42,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(10).defects(false));
        Analyzer.analyze(run);

        List<String> engines = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("select p.*, (select sum(i.begun - i.running) from v_instance i"
                        + " where i.case_id = p.case_id and i.process = p.process) begun from v_process p"
                        + " where repetition is null and instances is not null")) {
            while (rows.next()) {
                engines.add(rows.getString("engine"));
                assertThat(rows.getDouble("instances"))
                        .isEqualTo(rows.getDouble("begun"))
                        .isPositive();
                assertThat(rows.getDouble("instance_mean_ms")).isBetween(0.0, rows.getDouble("mean_ms"));
                assertThat(rows.getDouble("instances_per_s"))
                        .isCloseTo(rows.getDouble("throughput_per_s"), within(2.0));
            }
        }
        assertThat(engines).as("two processes, two workloads").hasSize(4).containsOnly("reference");
    }
}
