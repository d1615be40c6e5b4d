package io.soabench.analyzer.outcome;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of a run in the Bencher Metric Format, for the adapter {@code json} of Bencher. Each case is a benchmark. Its measures are the
 * mean response time ({@code latency}, nanoseconds) and the throughput ({@code throughput}, answers per second). Bounds are the ends of
 * their confidence intervals. Where the suite names a baseline, {@code ratio-to-NAME} is the response time of a case as a multiple of that
 * of the baseline. Engines that did not keep up have no latency, because their response times are only least values.
 */
public final class BencherFile {

    /** Name of the file in the report of a run. */
    public static final String FILE = "bencher.json";

    private static final double NS_PER_MS = 1e6;

    private final Map<String, Map<String, Metric>> benchmarks = new LinkedHashMap<>();

    /**
     * A value with its bounds.
     *
     * @param lower null without an interval
     * @param upper null without an interval
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Metric(
            @JsonProperty("value") double value,
            @JsonProperty("lower_value") Double lower,
            @JsonProperty("upper_value") Double upper) {

        static Metric of(Interval interval, double factor) {
            boolean bounds = Double.isFinite(interval.low()) && Double.isFinite(interval.high());
            return new Metric(
                    interval.mean() * factor,
                    bounds ? (Double) (interval.low() * factor) : null,
                    bounds ? (Double) (interval.high() * factor) : null);
        }
    }

    /** Creates the file of a run; cases without a usable repetition are left out, and so are second names of an engine. */
    public BencherFile(List<CaseResult> cases, List<PairResult> pairs) {
        for (CaseResult one : cases) {
            CasePlan testCase = one.testCase();
            Map<String, Metric> measures = new LinkedHashMap<>();
            if (one.usability().comparable()) {
                add(measures, "latency", one.statistic(Statistic.RESPONSE_TIME, StatisticFunction.AVERAGE), NS_PER_MS);
            }
            add(measures, "throughput", one.statistic(Statistic.THROUGHPUT, StatisticFunction.AVERAGE), 1);
            pairs.stream()
                    .filter(pair -> pair.kind() == PairResult.Kind.ENGINE
                            && pair.process().equals(testCase.subject())
                            && isAgainst(pair, testCase))
                    .findFirst()
                    .ifPresent(pair -> measures.put("ratio-to-" + testCase.baseline(), ratio(pair)));
            if (!testCase.isTwin() && !measures.isEmpty()) {
                benchmarks.put(
                        String.join(
                                "/",
                                testCase.suite(),
                                testCase.subject(),
                                testCase.workload(),
                                CaseResult.engine(testCase)),
                        measures);
            }
        }
    }

    /** Returns whether a pair compares the response times of a case with those of the baseline. */
    private static boolean isAgainst(PairResult pair, CasePlan testCase) {
        CasePlan a = pair.a().testCase();
        CasePlan b = pair.b().testCase();
        boolean both =
                (a.id().equals(testCase.id()) && b.onBaseline()) || (b.id().equals(testCase.id()) && a.onBaseline());
        return both
                && switch (pair.verdict().state()) {
                    case BETTER, WORSE, EQUIVALENT, UNDECIDED ->
                        Double.isFinite(pair.ratio().value());
                    case SATURATED, CAPACITY -> false;
                };
    }

    private static Metric ratio(PairResult pair) {
        Ratio ratio =
                pair.a().testCase().onBaseline() ? pair.ratio() : pair.ratio().inverse();
        return Metric.of(new Interval(ratio.value(), ratio.low(), ratio.high(), ratio.blocks()), 1);
    }

    private static void add(Map<String, Metric> measures, String measure, Interval interval, double factor) {
        if (Double.isFinite(interval.mean())) {
            measures.put(measure, Metric.of(interval, factor));
        }
    }

    /** Writes the file into the report of a run. */
    public void write(Path run) {
        Json.write(run.resolve(RunFiles.REPORT).resolve(FILE), benchmarks);
    }
}
