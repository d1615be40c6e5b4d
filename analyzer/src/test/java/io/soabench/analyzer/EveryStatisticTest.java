package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.ObjectiveResult.State;
import io.soabench.plan.Comparison;
import io.soabench.plan.Json;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.StatisticFunction.Kind;
import io.soabench.plan.Target;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every statistic that the language knows, asked for by {@code metric}, leaves something of its own in the database of results, and
 * every one that is a number decides what is expected of it. Which there are is not told here: one more fails until it has an
 * effect.
 */
final class EveryStatisticTest {

    /** Of no use as a quantile of another name: the median is none of them. */
    private static final List<String> PERCENTS = List.of("12.5", "80", "90", "99");

    private static final int REPETITIONS = 3;

    private static final Target ENGINE = new Target(Target.Kind.SERVER, "engine1");
    private static final Target PROCESS = new Target(Target.Kind.PROCESS, "Process");
    private static final Target SERVICE = new Target(Target.Kind.SERVICE, "quotes");

    /**
     * Something of which statistics can be asked for.
     *
     * @param scale how many of the unit of its values are one of the unit of bounds
     * @param counts whether it has a total: of what does not count, the language refuses to ask for one
     */
    private record Subject(String metric, Target target, MetricUnit unit, double scale, boolean counts) {

        List<StatisticFunction> functions() {
            return EveryStatisticTest.functions()
                    .filter(function -> counts || function.kind() != Kind.TOTAL)
                    .toList();
        }
    }

    /** It counts, and so has all statistics. */
    private static final Subject TRAFFIC = new Subject("traffic", ENGINE, MetricUnit.BYTE, 1, true);

    private static List<Subject> subjects() {
        return List.of(
                TRAFFIC,
                new Subject("memory", ENGINE, MetricUnit.BYTE, 1, false),
                new Subject("response-time", PROCESS, MetricUnit.SECOND, 1e3, false),
                new Subject("throughput", PROCESS, MetricUnit.PER_SECOND, 1, false),
                new Subject("failures", PROCESS, MetricUnit.RATIO, 1, false),
                new Subject("response-time", SERVICE, MetricUnit.SECOND, 1e3, false),
                new Subject("throughput", SERVICE, MetricUnit.PER_SECOND, 1, false),
                new Subject("failures", SERVICE, MetricUnit.RATIO, 1, false));
    }

    /** What the database has of an asked statistic. */
    private record Found(Double measured, Double low, Double high, Double confidence) {}

    @TempDir
    private Path folder;

    private int runs;

    /** All kinds; those with a number with several. */
    private static Stream<StatisticFunction> functions() {
        return Arrays.stream(Kind.values())
                .flatMap(kind -> kind.hasPercent()
                        ? PERCENTS.stream().map(percent -> new StatisticFunction(kind, new BigDecimal(percent)))
                        : Stream.of(StatisticFunction.parse(kind.text())));
    }

    private static Plan asking(Subject subject, List<StatisticFunction> functions, ObjectivePlan... objectives) {
        return RunFixture.plan(1, 1, REPETITIONS, objectives)
                .withMetrics(List.of(new MetricPlan(subject.metric(), subject.target(), functions)));
    }

    /** Requests, calls and observations whose statistics all differ. */
    private Path analysed(Plan plan, List<ObjectiveResult> objectives) throws IOException {
        Path run = folder.resolve("run" + ++runs);
        RunFixture fixture = new RunFixture(run, plan);
        Json.write(
                run.resolve(RunFiles.METRICS),
                new MetricRecord.File(List.of(
                        new MetricRecord("traffic", MetricRecord.Kind.COUNTER, "bytes", "here", "None."),
                        new MetricRecord("memory", MetricRecord.Kind.GAUGE, "bytes", "here", "None."))));
        for (int r = 1; r <= REPETITIONS; r++) {
            RunFixture.Repetition repetition = fixture.repetition("case1", r);
            for (int i = 1; i <= 90; i++) {
                String uiid = "office.9." + i;
                double atMs = i * i;
                boolean failed = i % (19 + 2 * r) == 0;
                double serviceMs = 4 + (r + i * i % 37) / 10.0;
                repetition
                        .request(uiid, atMs, 10 + r + (double) (i * i % 53), failed ? "FAULT" : "OK")
                        .call(1, uiid, 1, atMs + 1, serviceMs - 0.1, serviceMs, failed ? "FAULT" : "OK");
            }
            repetition.write();
            StringBuilder lines = new StringBuilder("at_ns,metric,value,unit,source\n");
            long counted = 1000;
            for (int s = 0; s <= 10; s++) {
                counted += r * 10 + (s * s * s) % 71 + s;
                long ns = RunFixture.START_NS + s * 1000L * RunFixture.MS;
                lines.append(ns).append(",traffic,").append(counted).append(",bytes,x\n");
                lines.append(ns).append(",memory,").append((s * s * 7) % 31 + r).append(",bytes,x\n");
            }
            Files.writeString(fixture.folder("case1", r).resolve("metrics-engine1.csv"), lines);
        }
        objectives.addAll(fixture.analyze().cases().get(0).objectives());
        return run;
    }

    private static Connection open(Path run) throws SQLException {
        return DriverManager.getConnection("jdbc:h2:file:" + run.resolve("results") + ";ACCESS_MODE_DATA=r", "sa", "");
    }

    private static Map<StatisticFunction, Found> asked(Path run) throws SQLException {
        Map<StatisticFunction, Found> found = new LinkedHashMap<>();
        try (Connection connection = open(run);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select statistic, measured, ci_low, ci_high, confidence from v_asked order by position")) {
            while (rows.next()) {
                found.put(
                        StatisticFunction.parse(rows.getString(1)),
                        new Found(
                                rows.getObject(2, Double.class),
                                rows.getObject(3, Double.class),
                                rows.getObject(4, Double.class),
                                rows.getObject(5, Double.class)));
            }
        }
        return found;
    }

    /** How many rows each view has, but for the one of the questions themselves. */
    private static Map<String, Long> rows(Path run) throws SQLException {
        Map<String, Long> rows = new TreeMap<>();
        try (Connection connection = open(run);
                Statement statement = connection.createStatement()) {
            List<String> views = new ArrayList<>();
            try (ResultSet names = statement.executeQuery(
                    "select table_name from information_schema.views where table_schema = 'PUBLIC'")) {
                while (names.next()) {
                    views.add(names.getString(1));
                }
            }
            views.remove("V_ASKED");
            for (String view : views) {
                try (ResultSet count = statement.executeQuery("select count(*) from " + view)) {
                    count.next();
                    rows.put(view, count.getLong(1));
                }
            }
        }
        return rows;
    }

    private static ObjectivePlan below(Subject subject, StatisticFunction function, double measured) {
        return new ObjectivePlan(
                subject.metric(),
                function,
                subject.target(),
                Comparison.LESS,
                function.kind().hasUnit() ? measured / subject.scale() : measured,
                function.kind().hasUnit() ? subject.unit() : MetricUnit.NUMBER,
                function.text() + " " + subject.metric());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void shouldFindAValueOfItsOwnForEveryNumber(Subject subject) throws IOException, SQLException {
        Map<StatisticFunction, Found> asked = asked(analysed(asking(subject, subject.functions()), new ArrayList<>()));

        assertThat(asked.keySet()).containsExactlyElementsOf(subject.functions());
        asked.keySet().removeIf(function -> !function.kind().scalar());
        assertThat(asked)
                .allSatisfy((function, found) ->
                        assertThat(found.measured()).as(function.text()).isNotNull());
        if (subject.counts() || subject.metric().equals("response-time")) {
            assertThat(asked.values().stream().map(Found::measured)).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void shouldDecideAnObjectiveByEveryNumber(Subject subject) throws IOException, SQLException {
        List<StatisticFunction> numbers = subject.functions().stream()
                .filter(function -> function.kind().scalar())
                .toList();
        Map<StatisticFunction, Found> asked = asked(analysed(asking(subject, numbers), new ArrayList<>()));
        List<ObjectiveResult> first =
                limits(subject, asked.values().stream().map(Found::measured).toList(), asked);
        assertThat(first).hasSize(numbers.size());
        List<Double> below = new ArrayList<>();
        List<Double> above = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            ObjectiveResult result = first.get(i);
            assertThat(result.measured()).isCloseTo(asked.get(numbers.get(i)).measured(), within(1e-9));
            boolean fact = Double.isNaN(result.low());
            assertThat(fact)
                    .as(result.sentence())
                    .isEqualTo(Set.of(Kind.MIN, Kind.MAX, Kind.COUNT)
                            .contains(numbers.get(i).kind()));
            below.add((fact ? result.measured() : result.low()) - 1e-6);
            above.add((fact ? result.measured() : result.high()) + 1e-6);
            if (!fact && result.low() < result.measured() - 1e-6 && result.measured() + 1e-6 < result.high()) {
                assertThat(result.state()).as(result.sentence()).isEqualTo(State.UNDECIDED);
            }
        }
        assertThat(limits(subject, below, asked))
                .extracting(ObjectiveResult::state)
                .containsOnly(State.MISSED);
        for (ObjectiveResult result : limits(subject, above, asked)) {
            // With 90 requests.
            boolean tail = result.objective().statistic().kind() == Kind.PERCENTILE
                    && result.unit().equals("ms")
                    && result.objective().statistic().valuesNeeded() > 80;
            assertThat(result.state()).as(result.sentence()).isEqualTo(tail ? State.UNDECIDED : State.MET);
        }
    }

    /** What becomes of objectives that all these statistics stay below the limits; nothing is asked for by a metric: they are computed all the same. */
    private List<ObjectiveResult> limits(Subject subject, List<Double> limits, Map<StatisticFunction, Found> asked)
            throws IOException {
        List<ObjectivePlan> objectives = new ArrayList<>();
        for (StatisticFunction function : asked.keySet()) {
            objectives.add(below(subject, function, limits.get(objectives.size())));
        }
        List<ObjectiveResult> results = new ArrayList<>();
        analysed(asking(subject, List.of(), objectives.toArray(ObjectivePlan[]::new)), results);
        return results;
    }

    /**
     * Where what is no number is always kept: how the clients fare over time, and the distribution of the response time. The report
     * shows more of it when it is asked for.
     */
    private static boolean alwaysKept(Subject subject, StatisticFunction function) {
        return subject.target().kind() == Target.Kind.PROCESS
                && (function.kind() == Kind.CHART_OVER_TIME || subject.metric().equals("response-time"));
    }

    /** What is no number has an interval at its level, or rows of its own in a view. */
    @ParameterizedTest
    @MethodSource("subjects")
    void shouldLeaveSomethingWhenItIsNoNumber(Subject subject) throws IOException, SQLException {
        List<StatisticFunction> all = subject.functions();
        Path with = analysed(asking(subject, all), new ArrayList<>());
        Map<StatisticFunction, Found> asked = asked(with);
        Map<String, Long> rows = rows(with);
        for (StatisticFunction function :
                all.stream().filter(each -> !each.kind().scalar()).toList()) {
            if (function.kind().hasPercent()) {
                Found found = asked.get(function);
                assertThat(found.confidence()).isCloseTo(function.fraction(), within(1e-9));
                assertThat(found.measured()).isBetween(found.low(), found.high());
                assertThat(found.low()).isLessThan(found.high());
            } else if (!alwaysKept(subject, function)) {
                List<StatisticFunction> others =
                        all.stream().filter(each -> !each.equals(function)).toList();
                Map<String, Long> without = rows(analysed(asking(subject, others), new ArrayList<>()));
                Map<String, Long> more = new HashMap<>(rows);
                more.keySet().removeIf(view -> Objects.equals(more.get(view), without.get(view)));
                assertThat(more.keySet())
                        .as("views with more rows for " + function)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void shouldGiveAWiderIntervalForAHigherLevel() throws IOException, SQLException {
        Map<StatisticFunction, Found> asked = asked(analysed(asking(TRAFFIC, TRAFFIC.functions()), new ArrayList<>()));

        List<Double> widths = asked.entrySet().stream()
                .filter(each -> each.getKey().kind() == Kind.CONFIDENCE)
                .map(each -> each.getValue().high() - each.getValue().low())
                .collect(Collectors.toList());
        assertThat(widths).hasSize(PERCENTS.size()).isSorted().doesNotHaveDuplicates();
    }
}
