package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.ChartSeries;
import io.soabench.analyzer.repetition.FailureCause;
import io.soabench.analyzer.repetition.FailureCauses;
import io.soabench.analyzer.repetition.LogarithmicHistogram;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.repetition.StandardStatistic;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.repetition.WantedStatistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.Outliers;
import io.soabench.analyzer.stat.PooledSpread;
import io.soabench.analyzer.stat.RequestShare;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.StartClass;
import io.soabench.analyzer.stat.TwoStage;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Outcome;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A test case over its valid repetitions: repetitions, not requests, are the independent unit (Georges et al. 2007).
 *
 * @param testCase plan of the case
 * @param workload name of the workload in sentences: with its suite where others have the same one
 * @param repetitions all repetitions, the invalid and missing ones included
 * @param asked statistics that the model wants
 * @param statistics statistics over the valid repetitions, with their intervals
 * @param betweenSdMs standard deviation of the repetitions' averages; NaN with fewer than two
 * @param histogram histogram of the response times of all valid repetitions
 * @param distributions the other histograms that the model wants
 * @param percentiles percentiles of the response time that all valid repetitions have: the mean of each over the repetitions
 * @param failureCauses causes of the failures of all valid repetitions, the most frequent first
 * @param objectives objectives of the model, judged
 * @param verdict the case in one sentence
 */
public record CaseResult(
        CasePlan testCase,
        String workload,
        List<RepetitionResult> repetitions,
        List<WantedStatistic> asked,
        List<CaseStatistic> statistics,
        double betweenSdMs,
        LogarithmicHistogram histogram,
        List<LinearHistogram> distributions,
        List<ChartSeries.Percentile> percentiles,
        List<FailureCause> failureCauses,
        List<ObjectiveResult> objectives,
        String verdict) {

    private static final String MS = "ms";

    private static final StatisticFunction P99 = StatisticFunction.parse("p99");

    /**
     * Summarises a case.
     *
     * @param questions questions of the model
     */
    public static CaseResult of(CasePlan testCase, List<RepetitionResult> repetitions, ModelQuestions questions) {
        return of(testCase, repetitions, questions, SharedSpreads.NONE, ProcessorLimits.UNKNOWN);
    }

    /**
     * Summarises a case of a run.
     *
     * @param questions questions of the model
     * @param spreads spreads of the cases of the run
     * @param limits limits of the processors in use
     */
    public static CaseResult of(
            CasePlan testCase,
            List<RepetitionResult> repetitions,
            ModelQuestions questions,
            SharedSpreads spreads,
            ProcessorLimits limits) {
        List<RepetitionResult> valid =
                repetitions.stream().filter(RepetitionResult::usable).toList();
        List<CaseStatistic> statistics = statistics(testCase, valid, questions, spreads, limits);
        CaseObjectives objectives = new CaseObjectives(testCase, repetitions, statistics, questions);
        LogarithmicHistogram histogram = new LogarithmicHistogram();
        valid.forEach(r -> histogram.add(r.series().histogram()));
        double between = NumberStatistics.sd(
                valid.stream().mapToDouble(r -> r.response().mean()).toArray());
        String workload = questions.workload(testCase);
        return new CaseResult(
                testCase,
                workload,
                repetitions.stream().map(RepetitionResult::withoutDistributions).toList(),
                questions.asked(testCase),
                statistics,
                between,
                histogram,
                LinearHistogram.of(valid),
                percentiles(valid),
                causes(valid),
                objectives.judged(),
                sentence(testCase, name(testCase, workload), repetitions, statistics));
    }

    /**
     * Returns the statistics that any valid repetition has, in the order of the first that has it, and all standard ones. Then follow the
     * averages with the intervals that the model asks for, each at its level.
     */
    private static List<CaseStatistic> statistics(
            CasePlan testCase,
            List<RepetitionResult> valid,
            ModelQuestions questions,
            SharedSpreads spreads,
            ProcessorLimits limits) {
        Map<Statistic, String> units = new LinkedHashMap<>();
        for (Target process : called(testCase)) {
            StandardStatistic.ALL.stream()
                    .filter(s -> s.of() == Target.Kind.PROCESS)
                    .forEach(s -> units.put(new Statistic(s.metric(), process, s.function()), s.unit()));
        }
        valid.forEach(r -> r.measured().values().forEach(value -> units.putIfAbsent(value.statistic(), value.unit())));
        List<CaseStatistic> all = new ArrayList<>();
        units.forEach((statistic, unit) -> {
            double level = questions.confidence(testCase, statistic.metric(), statistic.target());
            all.add(cappedAtTimeOut(
                    testCase,
                    merged(statistic, statistic, unit, valid, spreads, limits, computedLevel(testCase, level), level)));
        });
        for (WantedStatistic asked : questions.asked(testCase)) {
            Statistic average = new Statistic(asked.metric(), asked.target(), StatisticFunction.AVERAGE);
            if (asked.function().kind() == StatisticFunction.Kind.CONFIDENCE && units.containsKey(average)) {
                double level = asked.function().fraction();
                all.add(cappedAtTimeOut(
                        testCase,
                        merged(
                                average.with(asked.function()),
                                average,
                                units.get(average),
                                valid,
                                spreads,
                                limits,
                                computedLevel(testCase, level),
                                level)));
            }
        }
        return all;
    }

    /** Returns a statistic whose interval ends at the time-out: a request that is given up counts with it, so no time is longer. */
    private static CaseStatistic cappedAtTimeOut(CasePlan testCase, CaseStatistic found) {
        Statistic of = found.statistic();
        return of.metric().equals(Statistic.RESPONSE_TIME)
                        && of.target().kind() == Target.Kind.PROCESS
                        && found.unit().equals(MS)
                ? found.upTo((double) testCase.schedule().timeOutMs())
                : found;
    }

    /** Returns the level at which an interval is computed, so that its real coverage is the named level. */
    private static double computedLevel(CasePlan testCase, double level) {
        return testCase.schedule().precision() == null ? level : TwoStage.level(level);
    }

    /** Returns the target of all clients' calls; of a mix, each of its processes, too. */
    private static List<Target> called(CasePlan testCase) {
        List<Target> called = new ArrayList<>(List.of(Statistic.process(testCase.subject())));
        if (testCase.mixed()) {
            testCase.processes().forEach(process -> called.add(Statistic.process(process)));
        }
        return called;
    }

    private static double value(RepetitionResult repetition, Statistic statistic) {
        return repetition.measured().of(statistic.metric(), statistic.target(), statistic.function());
    }

    /**
     * Combines a statistic over the repetitions.
     *
     * @param named statistic under which the result is kept
     * @param confidence level at which its interval is computed
     * @param level named level of the interval
     */
    private static CaseStatistic merged(
            Statistic named,
            Statistic statistic,
            String unit,
            List<RepetitionResult> valid,
            SharedSpreads spreads,
            ProcessorLimits limits,
            double confidence,
            double level) {
        List<RepetitionResult> known =
                valid.stream().filter(r -> !Double.isNaN(value(r, statistic))).toList();
        double[] values = known.stream().mapToDouble(r -> value(r, statistic)).toArray();
        boolean mean = statistic.merge() == Statistic.Merge.MEAN || statistic.merge() == Statistic.Merge.POOLED;
        ToDoubleFunction<Target> limit = target ->
                statistic.merge() == Statistic.Merge.MEAN ? limits.largest(target, unit) : Double.POSITIVE_INFINITY;
        double most = limit.applyAsDouble(statistic.target());
        Optional<PooledSpread> spread = mean ? spreads.of(statistic, valid, values, limit) : Optional.empty();
        Supplier<Interval> own = () -> most < Double.POSITIVE_INFINITY
                ? Interval.below(most, values, spread, confidence)
                : spread.map(of -> Interval.of(values, of, confidence))
                        .orElseGet(() -> Interval.of(values, confidence));
        Interval interval =
                switch (statistic.merge()) {
                    case MEAN -> own.get();
                    case SUM -> single(Arrays.stream(values).sum(), values.length);
                    case MIN -> single(Arrays.stream(values).min().orElse(Double.NaN), values.length);
                    case MAX -> single(Arrays.stream(values).max().orElse(Double.NaN), values.length);
                    case POOLED -> own.get().around(pooled(statistic, known));
                    case RATIO -> share(statistic, known, confidence);
                };
        return new CaseStatistic(
                named,
                unit,
                interval,
                level,
                spread.map(PooledSpread::cases).orElse(0),
                mean && spread.isEmpty() && values.length == 2 ? List.of(values[0], values[1]) : List.of());
    }

    /**
     * Returns the share of failed requests of all repetitions together, with its interval.
     *
     * @param known the repetitions that have this share
     */
    private static Interval share(Statistic statistic, List<RepetitionResult> known, double confidence) {
        long[] requests = new long[known.size()];
        long[] failed = new long[known.size()];
        for (int i = 0; i < requests.length; i++) {
            RepetitionResult repetition = known.get(i);
            requests[i] = statistic.target().kind() == Target.Kind.PROCESS
                    ? repetition.answeredBy(statistic.target().name()).requests()
                    : Math.round(repetition
                            .measured()
                            .of(Statistic.RESPONSE_TIME, statistic.target(), StatisticFunction.COUNT));
            failed[i] = Math.round(requests[i] * value(repetition, statistic));
        }
        long[] planned = planned(statistic.target(), known);
        long[] unplanned = IntStream.range(0, failed.length)
                .mapToLong(i -> Math.max(0, failed[i] - planned[i]))
                .toArray();
        // Failures that the model plans are the same in each run of the model. Only the other failures are a sample.
        double plannedShare = Arrays.stream(requests).sum() == 0
                ? 0
                : (double) (Arrays.stream(failed).sum()
                                - Arrays.stream(unplanned).sum())
                        / Arrays.stream(requests).sum();
        return new RequestShare(unplanned, requests, confidence).interval().plus(plannedShare);
    }

    /**
     * Returns the failures that the model causes, by repetition. The planned failures of a single service are not known
     * separately.
     */
    static long[] planned(Target target, List<RepetitionResult> repetitions) {
        return repetitions.stream()
                .mapToLong(repetition -> target.kind() == Target.Kind.PROCESS ? repetition.planned(target.name()) : 0)
                .toArray();
    }

    /** Returns the standard deviation within repetitions, pooled over them by their degrees of freedom; NaN if there are none. */
    private static double pooled(Statistic statistic, List<RepetitionResult> known) {
        double squares = 0;
        double degreesOfFreedom = 0;
        for (RepetitionResult repetition : known) {
            double degrees = value(repetition, statistic.with(StatisticFunction.COUNT)) - 1;
            double sd = value(repetition, statistic);
            if (degrees > 0) {
                squares += degrees * sd * sd;
                degreesOfFreedom += degrees;
            }
        }
        return degreesOfFreedom == 0 ? Double.NaN : Math.sqrt(squares / degreesOfFreedom);
    }

    /** Returns a value without an interval; NaN if no repetition has one. */
    private static Interval single(double value, int count) {
        return new Interval(count == 0 ? Double.NaN : value, Double.NaN, Double.NaN, count);
    }

    /** Returns the mean of the repetitions' curves, where all of them have a point. */
    private static List<ChartSeries.Percentile> percentiles(List<RepetitionResult> valid) {
        Map<Double, List<Double>> byShare = new LinkedHashMap<>();
        for (RepetitionResult repetition : valid) {
            for (ChartSeries.Percentile point : repetition.series().percentiles()) {
                byShare.computeIfAbsent(point.share(), s -> new ArrayList<>()).add(point.latencyMs());
            }
        }
        List<ChartSeries.Percentile> curve = new ArrayList<>();
        byShare.forEach((share, values) -> {
            if (values.size() == valid.size()) {
                curve.add(new ChartSeries.Percentile(
                        share, values.stream().mapToDouble(v -> v).average().orElseThrow()));
            }
        });
        return curve;
    }

    private record Key(String process, Outcome outcome, String cause, String origin) {}

    private static List<FailureCause> causes(List<RepetitionResult> valid) {
        Map<Key, FailureCause> sums = new LinkedHashMap<>();
        for (RepetitionResult repetition : valid) {
            for (FailureCause cause : repetition.failureCauses()) {
                sums.merge(
                        new Key(cause.process(), cause.outcome(), cause.cause(), cause.origin()),
                        cause,
                        (a, b) -> new FailureCause(
                                a.process(),
                                a.outcome(),
                                a.cause(),
                                a.origin(),
                                a.requests() + b.requests(),
                                a.example().isEmpty() ? b.example() : a.example()));
            }
        }
        return FailureCauses.sorted(List.copyOf(sums.values()));
    }

    private static String sentence(
            CasePlan testCase, String name, List<RepetitionResult> repetitions, List<CaseStatistic> statistics) {
        long valid = repetitions.stream().filter(RepetitionResult::usable).count();
        if (valid == 0) {
            return repetitions.stream().allMatch(r -> r.verdict() == Verdict.MISSING || r.requests() == 0)
                    ? name + ": there are no data."
                    : name + ": no repetition is valid; its numbers are shown, but not used.";
        }
        List<RepetitionResult> used =
                repetitions.stream().filter(RepetitionResult::usable).toList();
        Target process = Statistic.process(testCase.subject());
        String answered =
                SentenceText.number(mean(statistics, Statistic.THROUGHPUT, process, StatisticFunction.AVERAGE))
                        + " answers/s, "
                        + failures(statistics, process, " failures") + ".";
        CaseUsability usability = CaseUsability.of(repetitions);
        if (usability.state() == CaseUsability.State.SATURATED) {
            return name + ": it did not keep up"
                    + (Double.isNaN(usability.atLeastMs())
                            ? ""
                            : ", so that its mean response time is at least " + SentenceText.ms(usability.atLeastMs()))
                    + "; " + answered;
        }
        CaseStatistic median = statistic(statistics, Statistic.RESPONSE_TIME, process, StatisticFunction.MEDIAN);
        if (Double.isNaN(median.value().mean())) {
            return name + ": no request has a response time; " + answered;
        }
        String certainty = median.certainty(SentenceText::ms);
        String interval = certainty.isEmpty() ? " (no interval: one repetition)" : " (" + certainty + ")";
        return name + ": median " + SentenceText.ms(median.value().mean()) + interval + ", "
                + (timedOut(used) ? "restricted mean (a request that timed out counts with its time-out) " : "mean ")
                + SentenceText.ms(mean(statistics, Statistic.RESPONSE_TIME, process, StatisticFunction.AVERAGE)) + ", "
                + tail(used, statistics, process) + ", " + answered;
    }

    private static boolean timedOut(List<RepetitionResult> used) {
        return used.stream().flatMap(r -> r.failureCauses().stream()).anyMatch(cause -> cause.outcome()
                .outOfTime());
    }

    /**
     * Returns the 99th percentile in words. Of few requests it would be one of the largest of them, and no property of the engine; then the
     * words are the number of requests that are needed.
     */
    private static String tail(List<RepetitionResult> used, List<CaseStatistic> statistics, Target process) {
        long fewest = used.stream().mapToLong(r -> r.response().count()).min().orElse(0);
        long needed = new Statistic(Statistic.RESPONSE_TIME, process, P99).needed();
        return fewest < needed
                ? "99th percentile – (needs " + SentenceText.count(needed) + " requests in each repetition, there were "
                        + SentenceText.count(fewest) + ")"
                : "99th percentile " + SentenceText.ms(mean(statistics, Statistic.RESPONSE_TIME, process, P99));
    }

    private static double mean(
            List<CaseStatistic> statistics, String metric, Target target, StatisticFunction function) {
        return statistic(statistics, metric, target, function).value().mean();
    }

    /** Returns the case in words: process, engine, workload. */
    public String name() {
        return name(testCase, workload);
    }

    private static String name(CasePlan testCase, String workload) {
        return testCase.subject() + (testCase.server().isEmpty() ? ", a black box," : " on " + engine(testCase))
                + " under " + workload;
    }

    /** Returns the name of the system under test. A twin has a name of its own. */
    public static String engine(CasePlan testCase) {
        return (testCase.server().isEmpty() ? "(black box)" : testCase.server()) + (testCase.isTwin() ? " (aa)" : "");
    }

    private static CaseStatistic statistic(
            List<CaseStatistic> all, String metric, Target target, StatisticFunction function) {
        Statistic wanted = new Statistic(metric, target, function);
        return all.stream()
                .filter(s -> s.statistic().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no statistic " + function.text() + " " + metric + " of " + target.name()));
    }

    /** Returns the shown average response time of a process, or of all together. */
    public CaseStatistic meanResponseTime(String process) {
        return statistic(statistics, Statistic.RESPONSE_TIME, Statistic.process(process), StatisticFunction.AVERAGE);
    }

    /**
     * Returns the successful answers a second, of all processes together, with the interval that is shown. Sentences and tables take both from
     * here, so that a number has one interval in all places.
     *
     * @param confidence level of the interval; at another one than that of the statistic, the case has its own spread
     */
    Interval throughput(double confidence) {
        CaseStatistic known = statistic(
                statistics, Statistic.THROUGHPUT, Statistic.process(testCase.subject()), StatisticFunction.AVERAGE);
        return known.confidence() == confidence
                ? known.shown()
                : Interval.of(
                        usable().stream()
                                .mapToDouble(RepetitionResult::throughput)
                                .filter(value -> !Double.isNaN(value))
                                .toArray(),
                        confidence);
    }

    /**
     * Returns the share of failed requests of a process, or of all together, with its interval.
     *
     * @param of the words between both, with a blank before
     */
    String failures(String process, String of) {
        return failures(statistics, Statistic.process(process), of);
    }

    private static String failures(List<CaseStatistic> statistics, Target process, String of) {
        CaseStatistic share = statistic(statistics, Statistic.FAILURES, process, StatisticFunction.AVERAGE);
        return SentenceText.share(share.value(), of, share.confidence());
    }

    /** Returns a statistic of the process, a {@link StandardStatistic} or one that the model asks for. */
    public Interval statistic(String metric, StatisticFunction function) {
        return statistic(statistics, metric, Statistic.process(testCase.subject()), function)
                .value();
    }

    /** Returns the repetitions whose numbers count, see {@link RepetitionResult#usable}. */
    public List<RepetitionResult> usable() {
        return repetitions.stream().filter(RepetitionResult::usable).toList();
    }

    /** Returns the share of the mean response time that slip and late partners added: the mean over the usable repetitions. */
    public double harnessShare() {
        return usable().stream()
                .mapToDouble(RepetitionResult::harnessShare)
                .average()
                .orElse(0);
    }

    /** Returns the kinds of the starts in words, where they are of several kinds; otherwise an empty text. */
    public String inconsistent() {
        Map<StartClass, Long> kinds = usable().stream()
                .map(RepetitionResult::start)
                .filter(start -> start != StartClass.UNKNOWN)
                .collect(Collectors.groupingBy(start -> start, TreeMap::new, Collectors.counting()));
        return kinds.size() < 2
                ? ""
                : kinds.entrySet().stream()
                        .map(kind -> kind.getValue() + " " + kind.getKey().words())
                        .collect(Collectors.joining(", "));
    }

    /** Returns the usability of the response times. */
    public CaseUsability usability() {
        return CaseUsability.of(repetitions);
    }

    /** Returns a statistic of one of the processes, or of all together for the process that stands for all. */
    public Interval statistic(String process, String metric, StatisticFunction function) {
        return statistic(statistics, metric, Statistic.process(process), function)
                .value();
    }

    /** Returns the averages of the response time, in milliseconds, of the valid repetitions that have one. */
    public double[] means() {
        return means(testCase.subject());
    }

    /** Returns the averages of the response time of one of the processes, in milliseconds. */
    double[] means(String process) {
        return meansByRepetition(process).values().stream()
                .mapToDouble(mean -> mean)
                .toArray();
    }

    /** Returns the repetitions whose mean is far from the others. */
    public Outliers outliers() {
        return Outliers.of(means());
    }

    /** Returns the averages of the response time of one of the processes, in milliseconds, by the number of the repetition. */
    NavigableMap<Integer, Double> meansByRepetition(String process) {
        NavigableMap<Integer, Double> means = new TreeMap<>();
        for (RepetitionResult repetition : usable()) {
            double mean = repetition.answeredBy(process).response().mean();
            if (!Double.isNaN(mean)) {
                means.put(repetition.repetition(), mean);
            }
        }
        return means;
    }

    /** Returns the first objective with a state, if any. */
    public Optional<ObjectiveResult> first(ObjectiveResult.State state) {
        return objectives.stream().filter(o -> o.state() == state).findFirst();
    }
}
