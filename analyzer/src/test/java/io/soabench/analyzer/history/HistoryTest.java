package io.soabench.analyzer.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.analyzer.history.ChangeSeries.Metric;
import io.soabench.analyzer.history.ChangeSeries.Subject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Series of runs that never took place. */
final class HistoryTest {

    private static final double NOISE = 0.03;

    private static Subject of(int process, Metric metric) {
        return new Subject("Process" + process, "office", "engine", metric);
    }

    private static History.Run run(int index, Map<Subject, Double> values) {
        return new History.Run(
                "run" + index, Path.of("run" + index), Instant.ofEpochSecond(86_400L * index), "1", values, "");
    }

    /**
     * A page of response times.
     *
     * @param step from the middle on, of the first series
     */
    private static History page(int runs, int series, double step, Random random) {
        List<Subject> order = new ArrayList<>();
        for (int s = 0; s < series; s++) {
            order.add(of(s, Metric.RESPONSE_TIME));
        }
        List<History.Run> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            Map<Subject, Double> values = new LinkedHashMap<>();
            for (int s = 0; s < series; s++) {
                double level = s == 0 && i >= runs / 2 ? 100 * step : 100;
                values.put(order.get(s), level * Math.exp(NOISE * random.nextGaussian()));
            }
            all.add(run(i, values));
        }
        return History.of("nightly", "", all, order, 0.95);
    }

    @Test
    void shouldRaiseAlarmsOnFewPagesWhenNothingChanges() {
        Random random = new Random(20);
        int pages = 400;
        int alarms = 0;
        for (int i = 0; i < pages; i++) {
            alarms += page(20, 8, 1, random).changes().isEmpty() ? 0 : 1;
        }

        assertThat((double) alarms / pages).isBetween(0.001, 0.05);
    }

    /** Nothing changed, and nothing was measured, are not the same. */
    @Test
    void shouldRefuseRunsOfWhichNoneHasAValidRepetition() {
        List<History.Run> runs = new ArrayList<>();
        for (int i = 0; i < History.LEAST_RUNS; i++) {
            runs.add(run(i, Map.of()));
        }

        RunsRefused refused = catchThrowableOfType(
                RunsRefused.class, () -> History.of("nightly", "", runs, List.of(of(0, Metric.RESPONSE_TIME)), 0.95));

        assertThat(refused.refusals()).singleElement().satisfies(each -> assertThat(each.text())
                .contains("none of the 10 runs has a valid repetition, so there is no series to look at"));
    }

    @Test
    void shouldFindAStepOfATenthInNoiseOfThreePercent() {
        Random random = new Random(21);
        int pages = 100;
        int found = 0;
        for (int i = 0; i < pages; i++) {
            List<ChangeSeries.Change> changes =
                    page(20, 8, 1.1, random).series().get(0).changes();
            found += changes.stream().anyMatch(c -> Math.abs(c.index() - 10) <= 1 && !c.better()) ? 1 : 0;
        }

        assertThat((double) found / pages).isGreaterThanOrEqualTo(0.8);
    }

    @Test
    void shouldSayHowMuchAndInWhichDirection() {
        History page = page(30, 1, 1.2, new Random(5));

        ChangeSeries.Change change = page.series().get(0).changes().get(0);
        assertThat(change.index()).isEqualTo(15);
        assertThat(change.size()).isBetween(1.17, 1.23);
        assertThat(change.low()).isBetween(1.1, change.size());
        assertThat(change.high()).isBetween(change.size(), 1.3);
        assertThat(change.better()).isFalse();
        assertThat(change.sentence())
                .startsWith("engine, Process0 under office: from run run15 on the mean response time is ")
                .containsPattern("\\d\\d\\.\\d % higher than before \\(95 % CI \\d\\d\\.\\d % to \\d\\d\\.\\d %\\)")
                .endsWith(": worse.");
        assertThat(page.series().get(0).levelAt(0)).isBetween(98.0, 102.0);
        assertThat(page.series().get(0).levelAt(29)).isBetween(117.0, 123.0);
        assertThat(page.findings())
                .extracting(History.Finding::kind)
                .containsExactly("summary", "worse", "caution", "caution");
        assertThat(page.findings().get(0).sentence()).isEqualTo("1 change was found in 1 of 1 series over 30 runs.");
    }

    /** Ten values and ten others. */
    private static ChangeSeries.Change change(Metric metric, double before, double after) {
        List<History.Run> runs = new ArrayList<>();
        Subject of = of(0, metric);
        for (int i = 0; i < 20; i++) {
            runs.add(run(i, Map.of(of, (i < 10 ? before : after) * (1 + 0.01 * (i % 3)))));
        }
        return History.of("nightly", "", runs, List.of(of), 0.95).changes().get(0);
    }

    @Test
    void shouldKnowWhatIsBetter() {
        assertThat(change(Metric.RESPONSE_TIME, 10, 5).better()).isTrue();
        assertThat(change(Metric.THROUGHPUT, 10, 5).better()).isFalse();
        assertThat(change(Metric.THROUGHPUT, 5, 10).better()).isTrue();
        assertThat(change(Metric.FAILURES, 0.01, 0.03).better()).isFalse();
        assertThat(change(Metric.FAILURES, 0.03, 0).better()).isTrue();
    }

    @Test
    void shouldMeasureSharesByTheirDifference() {
        ChangeSeries.Change more = change(Metric.FAILURES, 0, 0.02);

        assertThat(more.size()).isBetween(0.0200, 0.0203);
        assertThat(more.low()).isLessThan(more.size());
        assertThat(more.before()).isZero();
        assertThat(more.sentence())
                .contains("2.02 percentage points higher than before")
                .endsWith(": worse.");
    }

    @Test
    void shouldRefuseFewerRunsThanTen() {
        List<History.Run> runs = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            runs.add(
                    i < 9
                            ? run(i, Map.of(of(0, Metric.RESPONSE_TIME), 1.0))
                            : new History.Run("run" + i, Path.of("x"), null, "", Map.of(), "run" + i + " is odd"));
        }

        RunsRefused refused = catchThrowableOfType(
                RunsRefused.class, () -> History.of("nightly", "", runs, List.of(of(0, Metric.RESPONSE_TIME)), 0.95));
        assertThat(refused.refusals()).extracting(ComparisonRefusal::code).containsExactly("few");
        assertThat(refused.refusals().get(0).sentence())
                .isEqualTo(
                        "a change series takes at least 10 runs, and there are 9 that can be put together, of 12 runs;"
                                + " repeat the same run later, for example each night (left out, among others: run9 is odd)");
    }

    @Test
    void shouldSayWhenSoFewRunsCanTellNothing() {
        assertThat(page(10, 30, 1, new Random(6)).findings())
                .extracting(History.Finding::sentence)
                .anyMatch(sentence -> sentence.contains(
                        "With 10 runs no change among 30 series can be significant, however large it is"));
        // Of two series, 3 of 10 runs are one of 120 choices.
        assertThat(page(10, 2, 1, new Random(6)).findings())
                .extracting(History.Finding::sentence)
                .anyMatch(sentence -> sentence.contains("A change can be reported when at least 2 runs have it, "));
        assertThat(page(10, 4, 1, new Random(6)).findings())
                .extracting(History.Finding::sentence)
                .anyMatch(sentence -> sentence.contains(
                        "A change can be reported when at least 3 runs have it, and only from 5.00 % on."));
    }

    @Test
    void shouldLeaveOutWhatNeverFails() {
        List<History.Run> runs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            runs.add(run(i, Map.of(of(0, Metric.RESPONSE_TIME), 5.0 + i % 2, of(0, Metric.FAILURES), 0.0)));
        }

        assertThat(History.of("nightly", "", runs, List.of(of(0, Metric.RESPONSE_TIME), of(0, Metric.FAILURES)), 0.95)
                        .series())
                .extracting(series -> series.of().metric())
                .containsExactly(Metric.RESPONSE_TIME);
    }

    /** Twelve runs, of which none has a number, are no series in which nothing changed. */
    @Test
    void shouldRefuseRunsWithoutAnyValidRepetition() {
        List<History.Run> runs = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            runs.add(run(i, i < 2 ? Map.of(of(0, Metric.RESPONSE_TIME), 5.0) : Map.of()));
        }

        RunsRefused refused = catchThrowableOfType(
                RunsRefused.class, () -> History.of("nightly", "", runs, List.of(of(0, Metric.RESPONSE_TIME)), 0.95));

        assertThat(refused.refusals().get(0).sentence())
                .contains("there are 2 that can be put together, of 12 runs")
                .endsWith("(left out, among others: run run2 has no valid repetition)");
    }

    @Test
    void shouldSayOfWhichSeriesTooFewRunsHaveAValue() {
        List<History.Run> runs = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Map<Subject, Double> values = new LinkedHashMap<>(Map.of(of(0, Metric.RESPONSE_TIME), 5.0 + i % 2));
            if (i > 7) {
                values.put(of(1, Metric.RESPONSE_TIME), 7.0);
            }
            runs.add(run(i, values));
        }

        assertThat(History.of(
                                "nightly",
                                "",
                                runs,
                                List.of(of(0, Metric.RESPONSE_TIME), of(1, Metric.RESPONSE_TIME)),
                                0.95)
                        .findings())
                .extracting(History.Finding::sentence)
                .contains("In 1 of 2 series fewer than 10 runs have a value: no change is looked for there.");
    }

    /** What is added to the logarithm of the first series. */
    private interface Shape {
        double of(int run, int runs);
    }

    /** A page whose runs are alike with a coefficient. */
    private static History alike(int runs, int series, double likeness, double noise, Shape shape, Random random) {
        List<Subject> order = new ArrayList<>();
        double[] last = new double[series];
        for (int s = 0; s < series; s++) {
            order.add(of(s, Metric.RESPONSE_TIME));
            last[s] = random.nextGaussian();
        }
        List<History.Run> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            Map<Subject, Double> values = new LinkedHashMap<>();
            for (int s = 0; s < series; s++) {
                last[s] = likeness * last[s] + Math.sqrt(1 - likeness * likeness) * random.nextGaussian();
                values.put(order.get(s), 100 * Math.exp(noise * last[s] + (s == 0 ? shape.of(i, runs) : 0)));
            }
            all.add(run(i, values));
        }
        return History.of("nightly", "", all, order, 0.95);
    }

    private static boolean alarm(History page) {
        return !page.changes().isEmpty() || !page.trends().isEmpty();
    }

    private static double alarms(double likeness, double noise, long seed) {
        return rate(seed, random -> alarm(alike(20, 8, likeness, noise, (i, n) -> 0, random)));
    }

    private static double rate(long seed, java.util.function.Predicate<Random> page) {
        Random random = new Random(seed);
        int pages = Integer.getInteger("soabench.simulation.runs", 200);
        int found = 0;
        for (int i = 0; i < pages; i++) {
            found += page.test(random) ? 1 : 0;
        }
        return (double) found / pages;
    }

    /** Of 200 pages of which 5 % are wrong, 18 or fewer are so in 99 of a hundred such tests. */
    @Test
    void shouldTakeAlikeRunsForNoChange() {
        for (long seed : new long[] {1, 2, 3}) {
            assertThat(alarms(0.3, 0.03, seed)).as("0.3, noise 3 %%").isLessThanOrEqualTo(0.09);
            assertThat(alarms(0.3, 0.1, seed)).as("0.3, noise 10 %%").isLessThanOrEqualTo(0.09);
            assertThat(alarms(0.6, 0.03, seed)).as("0.6, noise 3 %%").isLessThanOrEqualTo(0.09);
            assertThat(alarms(0.6, 0.1, seed)).as("0.6, noise 10 %%").isLessThanOrEqualTo(0.09);
        }
    }

    @Test
    void shouldFindAStepThatTheLastRunsHave() {
        double step = Math.log(1.1);
        for (long seed : new long[] {1, 2, 3}) {
            double found = rate(
                    seed,
                    random ->
                            alike(20, 8, 0, NOISE, (i, n) -> i >= n - 4 ? step : 0, random)
                                    .series()
                                    .get(0)
                                    .changes()
                                    .stream()
                                    .anyMatch(change -> Math.abs(change.index() - 16) <= 1 && !change.better()));
            assertThat(found).isGreaterThanOrEqualTo(0.55);
        }
    }

    @Test
    void shouldSayATrendInOneSentence() {
        History page = alike(30, 2, 0, 0.01, (i, n) -> Math.log(1.2) * i / (n - 1), new Random(3));

        assertThat(page.changes()).isEmpty();
        assertThat(page.trends()).singleElement().satisfies(trend -> {
            assertThat(trend.size()).isBetween(1.17, 1.23);
            assertThat(trend.low()).isBetween(1.1, trend.size());
            assertThat(trend.better()).isFalse();
        });
        assertThat(page.findings().get(0).sentence())
                .isEqualTo("No change was found in 2 series over 30 runs, and 1 trend.");
        assertThat(page.findings().get(1).sentence())
                .containsPattern(
                        "engine, Process0 under office: over the 30 runs the mean response time rises steadily, and ends \\d\\d\\.\\d % higher"
                                + " than it began \\(95 % CI")
                .endsWith(": worse.");
    }

    @Test
    void shouldNotTellWhatIsSmall() {
        assertThat(alarm(alike(30, 1, 0, 0.002, (i, n) -> i >= 15 ? 0.03 : 0, new Random(4))))
                .isFalse();
        assertThat(alarm(alike(30, 1, 0, 0.002, (i, n) -> i >= 15 ? 0.06 : 0, new Random(4))))
                .isTrue();
    }

    /** Runs that differ from their neighbours more than by chance are tested as they are: nothing is removed. */
    @Test
    void shouldSayOfNoNegativeCoefficientThatItIsTakenIntoAccount() {
        assertThat(alike(40, 4, -0.6, NOISE, (i, n) -> 0, new Random(5)).findings())
                .extracting(History.Finding::sentence)
                .anyMatch(sentence -> sentence.matches(
                        "Successive runs are correlated with a coefficient of -0\\.\\d\\d: in simulations where nothing"
                                + " changes, at most 5 % of such pages raise an alarm\\."));
    }

    @Test
    void shouldSayHowAlikeRunsAre() {
        assertThat(alike(40, 4, 0.95, NOISE, (i, n) -> 0, new Random(5)).findings())
                .extracting(History.Finding::sentence)
                .anyMatch(
                        sentence -> sentence.matches(
                                "Successive runs are correlated with a coefficient of 0\\.[6-9]\\d,"
                                        + " which is taken into account: in simulations where nothing changes, more than 5 % of such pages may raise an alarm\\."));
    }
}
