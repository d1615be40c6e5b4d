package io.soabench.analyzer.history;

import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.analyzer.stat.Autocorrelation;
import io.soabench.analyzer.stat.SentenceText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The results of one testbed over its runs.
 *
 * @param runs of the folder, in the order in which they began
 * @param series in the order of the newest run's cases
 * @param level approximate probability of any false alarm when no series changes; a single series has this level,
 *     divided by the number of series (Bonferroni)
 * @param likeness autocorrelation of successive runs, over all series
 * @param permutations maximum number of permutations of each test
 */
public record History(
        String testbed,
        String title,
        List<Run> runs,
        List<ChangeSeries> series,
        double level,
        double likeness,
        double confidence,
        int permutations) {

    /** Minimum number of runs of a series. */
    public static final int LEAST_RUNS = 10;

    /** Probability of a false alarm on the whole page. */
    private static final double LEVEL = 0.05;

    /** Minimum precision of a p-value: one part in this number of the level. */
    private static final int EXACTNESS = 4;

    private static final int LEAST_PERMUTATIONS = 999;

    /** Addition to the estimated autocorrelation, about the size of its error. */
    private static final double RESERVE = 0.1;

    /** Maximum autocorrelation; removing it leaves one less this share of a step. */
    private static final double MOST_LIKENESS = 0.6;

    /** Largest autocorrelation at which the level is kept: HistoryTest simulates it. */
    private static final double KEPT_LIKENESS = 0.5;

    /**
     * A run of the folder.
     *
     * @param started null when unknown
     * @param soabench version of the tool; empty when unknown
     * @param values measured values; empty when the run is left out
     * @param reason the reason for leaving the run out, a sentence; empty when it is used
     * @param baseline the engine with which all suites compare the others; empty where they name none, or several
     */
    public record Run(
            String id,
            Path folder,
            Instant started,
            String soabench,
            Map<ChangeSeries.Subject, Double> values,
            String reason,
            String baseline) {

        /** Creates a run without a baseline. */
        public Run(
                String id,
                Path folder,
                Instant started,
                String soabench,
                Map<ChangeSeries.Subject, Double> values,
                String reason) {
            this(id, folder, started, soabench, values, reason, "");
        }

        /** Returns the same run, left out when none of its repetitions counts. */
        private Run orUnmeasured() {
            return used() && values.isEmpty()
                    ? new Run(id, folder, started, soabench, values, "run " + id + " has no valid repetition", baseline)
                    : this;
        }

        /** Returns whether the run is a part of the series. */
        public boolean used() {
            return reason.isEmpty();
        }
    }

    /**
     * Searches the runs for changes.
     *
     * @param all runs, in the order in which they began; those without any value are left out
     * @param order of the series
     * @throws RunsRefused when there are too few runs, or none of them has a value
     */
    public static History of(
            String testbed, String title, List<Run> all, List<ChangeSeries.Subject> order, double confidence) {
        List<Run> runs = all.stream().map(Run::orUnmeasured).toList();
        List<Run> used = runs.stream().filter(Run::used).toList();
        long comparable = all.stream().filter(Run::used).count();
        if (used.isEmpty() && comparable >= LEAST_RUNS) {
            throw new RunsRefused(List.of(new ComparisonRefusal(
                    "unmeasured",
                    "none of the " + comparable + " runs has a valid repetition, so there is no series to look at; "
                            + "read in a report of one of them what made its repetitions invalid")));
        }
        if (used.size() < LEAST_RUNS) {
            throw new RunsRefused(List.of(few(runs, used.size())));
        }
        Map<ChangeSeries.Subject, List<ChangeSeries.Point>> points = new LinkedHashMap<>();
        for (ChangeSeries.Subject subject : order) {
            List<ChangeSeries.Point> own = used.stream()
                    .filter(run -> run.values().containsKey(subject))
                    .map(run -> new ChangeSeries.Point(run.id(), run.values().get(subject)))
                    .toList();
            // A share of failures that is always zero is left out.
            if (!own.isEmpty() && (subject.metric().byFactors() || own.stream().anyMatch(point -> point.value() > 0))) {
                points.put(subject, own);
            }
        }
        double each = LEVEL / Math.max(1, points.size());
        int permutations = Math.max(LEAST_PERMUTATIONS, (int) Math.ceil(EXACTNESS / each) - 1);
        List<ChangeSeries> series = new ArrayList<>();
        double likeness = Autocorrelation.of(points.entrySet().stream()
                .filter(one -> one.getValue().size() >= LEAST_RUNS)
                .map(one -> ChangeSeries.tested(one.getKey(), one.getValue()))
                .toList());
        double removed = removed(likeness);
        points.forEach((of, own) -> series.add(
                own.size() < LEAST_RUNS
                        ? ChangeSeries.untested(of, own)
                        : ChangeSeries.of(of, own, removed, each, permutations, confidence)));
        return new History(testbed, title, List.copyOf(runs), series, LEVEL, likeness, confidence, permutations);
    }

    /** Returns the autocorrelation that is removed before the tests. */
    private static double removed(double likeness) {
        return Math.max(0, Math.min(MOST_LIKENESS, likeness + RESERVE));
    }

    private static ComparisonRefusal few(List<Run> runs, int used) {
        List<String> reasons = runs.stream()
                .filter(run -> !run.used())
                .map(Run::reason)
                .distinct()
                .toList();
        return new ComparisonRefusal(
                "few",
                "a change series takes at least " + LEAST_RUNS + " runs, and there "
                        + (used == 1 ? "is " : "are ") + used
                        + (runs.size() == used
                                ? ""
                                : " that can be put together, of " + SentenceText.count(runs.size(), "run", "runs"))
                        + "; repeat the same run later, for example each night"
                        + (reasons.isEmpty() ? "" : " (left out, among others: " + reasons.get(0) + ")"));
    }

    /** Returns the runs that are a part of the series. */
    public List<Run> used() {
        return runs.stream().filter(Run::used).toList();
    }

    /** Returns all changes, those of the newest run's first cases first. */
    public List<ChangeSeries.Change> changes() {
        return series.stream().flatMap(each -> each.changes().stream()).toList();
    }

    /** Returns all trends, those of the newest run's first cases first. */
    public List<ChangeSeries.Trend> trends() {
        return series.stream().map(ChangeSeries::trend).filter(Objects::nonNull).toList();
    }

    /**
     * A sentence of the result.
     *
     * @param kind {@code summary}, {@code worse}, {@code better}, {@code caution} or {@code left-out}
     */
    public record Finding(String kind, String sentence) {

        /** The kind of a sentence about a change for the worse. */
        public static final String WORSE = "worse";
    }

    /** Returns the result in words, most important first. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        long changed = series.stream().filter(s -> !s.changes().isEmpty()).count();
        int all = changes().size();
        findings.add(new Finding(
                "summary",
                (all == 0
                                ? "No change was found in "
                                : SentenceText.count(all, "change was", "changes were") + " found in " + changed
                                        + " of ")
                        + SentenceText.count(series.size(), "series", "series") + " over " + used().size() + " runs"
                        + (trends().isEmpty() ? "" : ", and " + SentenceText.count(trends().size(), "trend", "trends"))
                        + "."));
        for (boolean better : new boolean[] {false, true}) {
            String kind = better ? "better" : Finding.WORSE;
            changes().stream()
                    .filter(change -> change.better() == better)
                    .forEach(change -> findings.add(new Finding(kind, change.sentence())));
            trends().stream()
                    .filter(trend -> trend.better() == better)
                    .forEach(trend -> findings.add(new Finding(kind, trend.sentence())));
        }
        long few = series.stream()
                .filter(each -> each.points().size() < LEAST_RUNS)
                .count();
        if (few > 0) {
            findings.add(new Finding(
                    "caution",
                    "In " + few + " of " + series.size() + " series fewer than " + LEAST_RUNS
                            + " runs have a value: no change is looked for there."));
        }
        findings.add(new Finding("caution", alarms()));
        findings.add(new Finding("caution", reach()));
        runs.stream()
                .filter(run -> !run.used())
                .forEach(run -> findings.add(new Finding("left-out", "Left out: " + run.reason() + ".")));
        return findings;
    }

    /** Returns the rate of false alarms in words. */
    private String alarms() {
        String found = "Successive runs are correlated with a coefficient of "
                + String.format(Locale.ROOT, "%.2f", likeness)
                + (removed(likeness) > 0 ? ", which is taken into account: " : ": ")
                + "in simulations where nothing changes, ";
        return found
                + (likeness <= KEPT_LIKENESS
                        ? "at most " + SentenceText.level(level) + " of such pages raise an alarm."
                        : "more than " + SentenceText.level(level) + " of such pages may raise an alarm.");
    }

    /**
     * Returns in words the number of runs from which on a change can be found: the fewest on one side of a change for a significant
     * permutation test.
     */
    private String reach() {
        int n = used().size();
        double each = level / Math.max(1, series.size());
        double combinations = 1;
        int least = 0;
        for (int k = 1; k <= n / 2; k++) {
            combinations *= (n - k + 1.0) / k;
            // With two equal halves, either half can be the earlier one, so two combinations are as extreme.
            if ((2 * k == n ? 2 : 1) / combinations <= each && k >= 2) {
                least = k;
                break;
            }
        }
        return least == 0
                ? "With " + n + " runs no change among "
                        + SentenceText.count(series.size(), "series", "series")
                        + " can be significant, however large it is: more runs are needed."
                : "A change can be reported when at least " + least + " runs have it, and only from "
                        + SentenceText.percent(ChangeSeries.LEAST_FACTOR - 1) + " on"
                        + (series.stream().allMatch(one -> one.of().metric().byFactors())
                                ? "."
                                : ", of shares of failures from "
                                        + SentenceText.number(100 * ChangeSeries.LEAST_DIFFERENCE)
                                        + " percentage points on.");
    }
}
