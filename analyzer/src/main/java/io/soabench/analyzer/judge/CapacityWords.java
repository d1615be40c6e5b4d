package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.StatisticFunction;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences about engines that are at their capacity. */
final class CapacityWords {

    /** Share of requests that fail from which on it is said. */
    private static final double NOTED_FAILURES = 0.01;

    private final Capacities capacities;
    private final double confidence;

    CapacityWords(Capacities capacities, double confidence) {
        this.capacities = capacities;
        this.confidence = confidence;
    }

    /**
     * The sentences of a pair of which at least one engine is at its capacity.
     *
     * @param throughput what is told of the throughput of both; empty for a part of a mix
     */
    String of(Comparisons.Pair pair, List<MetricPair> throughput) {
        List<CaseResult> full =
                Stream.of(pair.a(), pair.b()).filter(capacities::reached).toList();
        boolean whole = pair.process().equals(pair.a().testCase().subject());
        return full.stream().map(one -> whole ? reached(one) : part(one)).collect(Collectors.joining(" "))
                + throughput.stream()
                        .filter(each -> each.metric().equals(Statistic.THROUGHPUT))
                        .map(each -> " " + each.words())
                        .collect(Collectors.joining())
                + " " + wait(full)
                + failed(pair);
    }

    /** That an engine is at its capacity, and what that is. */
    String reached(CaseResult of) {
        return CaseResult.engine(of.testCase()) + " is at its capacity, " + perS(capacities.perS(of)) + ".";
    }

    private static String part(CaseResult of) {
        return CaseResult.engine(of.testCase()) + " is at its capacity.";
    }

    private String perS(Interval perS) {
        return Words.number(perS.mean()) + " requests/s"
                + (perS.known()
                        ? " (" + Words.level(confidence) + " CI "
                                + Words.interval(perS.mean(), perS.low(), perS.high(), Words::number) + ")"
                        : "");
    }

    /** Why response times are not compared. */
    static String wait(List<CaseResult> full) {
        return "How long the clients of "
                + full.stream().map(one -> CaseResult.engine(one.testCase())).collect(Collectors.joining(" and "))
                + " wait is a matter of their number.";
    }

    private static String failed(Comparisons.Pair pair) {
        return Stream.of(false, true)
                .filter(second -> failures(pair, second) >= NOTED_FAILURES)
                .map(second -> " " + Words.percent(failures(pair, second)) + " of the requests to " + pair.name(second)
                        + " failed.")
                .collect(Collectors.joining());
    }

    private static double failures(Comparisons.Pair pair, boolean second) {
        return pair.of(second)
                .statistic(second ? pair.ofB() : pair.ofA(), Statistic.FAILURES, StatisticFunction.AVERAGE)
                .mean();
    }
}
