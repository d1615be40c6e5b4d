package io.soabench.analyzer.judge;

import io.soabench.analyzer.judge.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Outcome;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Plan.ObjectivePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A test case over its valid repetitions: repetitions, not requests, are the independent unit (Georges et al. 2007).
 *
 * @param repetitions all of them, the invalid and missing ones included
 * @param pooledSdMs standard deviation of single response times within a repetition
 * @param betweenSdMs standard deviation of the repetitions' averages; NaN with fewer than two
 * @param verdict the case in one sentence
 */
public record CaseResult(
        CasePlan testCase,
        List<RepetitionResult> repetitions,
        List<CaseStatistic> statistics,
        double pooledSdMs,
        double betweenSdMs,
        Histogram histogram,
        List<Series.Percentile> percentiles,
        List<FailureCause> failureCauses,
        List<ObjectiveResult> objectives,
        String verdict) {

    /**
     * Sums a case up.
     *
     * @param confidence of the intervals, e.g. 0.95
     * @param shares further quantiles that were computed
     */
    public static CaseResult of(
            CasePlan testCase, List<RepetitionResult> repetitions, double confidence, List<Double> shares) {
        List<RepetitionResult> valid =
                repetitions.stream().filter(RepetitionResult::valid).toList();
        List<CaseStatistic> statistics = Statistic.all(shares).stream()
                .map(s -> new CaseStatistic(s, merged(s, valid, confidence)))
                .toList();
        Objectives objectives = new Objectives(valid, statistics, testCase.server());
        List<ObjectiveResult> judged = new ArrayList<>();
        for (ObjectivePlan objective : testCase.objectives()) {
            judged.add(objectives.of(objective));
        }
        Histogram histogram = new Histogram();
        valid.forEach(r -> histogram.add(r.series().histogram()));
        double between = sd(valid.stream().mapToDouble(r -> r.response().mean()).toArray());
        return new CaseResult(
                testCase,
                List.copyOf(repetitions),
                statistics,
                pooledSd(valid),
                between,
                histogram,
                percentiles(valid),
                causes(valid),
                judged,
                sentence(testCase, repetitions, statistics, confidence));
    }

    private static Interval merged(Statistic statistic, List<RepetitionResult> valid, double confidence) {
        double[] values = valid.stream()
                .mapToDouble(statistic.value())
                .filter(v -> !Double.isNaN(v))
                .toArray();
        return switch (statistic.merge()) {
            case MEAN -> Interval.ofMeans(values, confidence);
            case SUM -> single(Arrays.stream(values).sum(), values.length);
            case MIN -> single(Arrays.stream(values).min().orElse(Double.NaN), values.length);
            case MAX -> single(Arrays.stream(values).max().orElse(Double.NaN), values.length);
            case POOLED -> {
                long requests =
                        valid.stream().mapToLong(RepetitionResult::requests).sum();
                long failures =
                        valid.stream().mapToLong(RepetitionResult::failures).sum();
                Interval spread = Interval.ofMeans(values, confidence);
                double rate = requests == 0 ? Double.NaN : (double) failures / requests;
                // The interval is that of the mean of the rates; cut where a rate ends, and never away from its value.
                yield spread.known()
                        ? new Interval(
                                rate,
                                Math.min(rate, Math.max(0, spread.low())),
                                Math.max(rate, Math.min(1, spread.high())),
                                values.length)
                        : new Interval(rate, Double.NaN, Double.NaN, values.length);
            }
        };
    }

    private static Interval single(double value, int count) {
        return new Interval(count == 0 ? Double.NaN : value, Double.NaN, Double.NaN, count);
    }

    private static double sd(double[] values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1));
    }

    private static double pooledSd(List<RepetitionResult> valid) {
        double squares = 0;
        long freedom = 0;
        for (RepetitionResult repetition : valid) {
            if (repetition.response().count() > 1) {
                long own = repetition.response().count() - 1;
                squares +=
                        own * repetition.response().sd() * repetition.response().sd();
                freedom += own;
            }
        }
        return freedom == 0 ? Double.NaN : Math.sqrt(squares / freedom);
    }

    /** The mean of the repetitions' curves, where all of them have a point. */
    private static List<Series.Percentile> percentiles(List<RepetitionResult> valid) {
        Map<Double, List<Double>> byShare = new LinkedHashMap<>();
        for (RepetitionResult repetition : valid) {
            for (Series.Percentile point : repetition.series().percentiles()) {
                byShare.computeIfAbsent(point.share(), s -> new ArrayList<>()).add(point.latencyMs());
            }
        }
        List<Series.Percentile> curve = new ArrayList<>();
        byShare.forEach((share, values) -> {
            if (values.size() == valid.size()) {
                curve.add(new Series.Percentile(
                        share, values.stream().mapToDouble(v -> v).average().orElseThrow()));
            }
        });
        return curve;
    }

    private record Key(Outcome outcome, String cause, String origin) {}

    private static List<FailureCause> causes(List<RepetitionResult> valid) {
        Map<Key, FailureCause> sums = new LinkedHashMap<>();
        for (RepetitionResult repetition : valid) {
            for (FailureCause cause : repetition.failureCauses()) {
                sums.merge(
                        new Key(cause.outcome(), cause.cause(), cause.origin()),
                        cause,
                        (a, b) -> new FailureCause(
                                a.outcome(),
                                a.cause(),
                                a.origin(),
                                a.requests() + b.requests(),
                                a.example().isEmpty() ? b.example() : a.example()));
            }
        }
        return Failures.sorted(List.copyOf(sums.values()));
    }

    private static String sentence(
            CasePlan testCase, List<RepetitionResult> repetitions, List<CaseStatistic> statistics, double confidence) {
        String name = name(testCase);
        long valid = repetitions.stream().filter(RepetitionResult::valid).count();
        if (valid == 0) {
            return repetitions.stream().allMatch(r -> r.verdict() == Verdict.MISSING || r.requests() == 0)
                    ? name + ": there are no data."
                    : name + ": no repetition is valid; its numbers are shown, but not used.";
        }
        Interval mean = statistic(statistics, Statistic.RESPONSE_TIME, "average");
        String interval = mean.known()
                ? " (" + Words.level(confidence) + " CI " + Words.ms(mean.low()) + " to " + Words.ms(mean.high())
                        + " over " + valid + " repetitions)"
                : " (one valid repetition: without an interval)";
        return name + ": " + Words.ms(mean.mean()) + " on average" + interval + ", 99th percentile "
                + Words.ms(statistic(statistics, Statistic.RESPONSE_TIME, "p99").mean()) + ", "
                + Words.number(
                        statistic(statistics, Statistic.THROUGHPUT, "rate").mean()) + " answers/s, "
                + Words.percent(
                        statistic(statistics, Statistic.FAILURES, "rate").mean()) + " failures.";
    }

    /** The case in words: process, engine, workload. */
    static String name(CasePlan testCase) {
        return testCase.process()
                + (testCase.server().isEmpty() ? ", a black box," : " on " + engine(testCase))
                + " under " + testCase.workload();
    }

    /** Name of the system under test. */
    public static String engine(CasePlan testCase) {
        return testCase.server().isEmpty() ? "(black box)" : testCase.server();
    }

    private static Interval statistic(List<CaseStatistic> all, String metric, String name) {
        return all.stream()
                .filter(s -> s.statistic().metric().equals(metric)
                        && s.statistic().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no statistic " + name + " of " + metric))
                .value();
    }

    /** The value of a statistic, see {@link Statistic#all}. */
    public Interval statistic(String metric, String name) {
        return statistic(statistics, metric, name);
    }

    /** The valid repetitions. */
    public List<RepetitionResult> valid() {
        return repetitions.stream().filter(RepetitionResult::valid).toList();
    }

    /** The averages of the response time of the valid repetitions that have one. */
    double[] means() {
        return valid().stream()
                .mapToDouble(r -> r.response().mean())
                .filter(v -> !Double.isNaN(v))
                .toArray();
    }

    /** The first objective with that result, if any. */
    public Optional<ObjectiveResult> first(ObjectiveResult.State state) {
        return objectives.stream().filter(o -> o.state() == state).findFirst();
    }
}
