package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.StatisticFunction;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences about engines that are at their capacity. */
public final class CapacitySentences {

    /** Maximum number of engines that a sentence repeats by name. */
    private static final int MOST_NAMED = 4;

    private final EngineCapacities capacities;
    private final double confidence;

    public CapacitySentences(EngineCapacities capacities, double confidence) {
        this.capacities = capacities;
        this.confidence = confidence;
    }

    /**
     * Returns the sentences of a pair of which the load takes all of at least one engine, or all of its clients.
     *
     * @param throughput comparisons of the throughput of both; empty for a part of a mix
     */
    String of(CaseComparisons.Pair pair, List<MetricComparison> throughput) {
        List<CaseResult> full =
                Stream.of(pair.a(), pair.b()).filter(capacities::full).toList();
        boolean whole = pair.process().equals(pair.a().testCase().subject());
        return full.stream().map(one -> whole ? reached(one) : part(one)).collect(Collectors.joining(" "))
                + throughput.stream()
                        .filter(each -> each.metric().equals(Statistic.THROUGHPUT))
                        .filter(each -> full.stream().noneMatch(capacities::doubtful))
                        .map(each -> " " + each.words())
                        .collect(Collectors.joining())
                + wait(full)
                + failed(pair);
    }

    /** Returns a sentence with the capacity of an engine, or with the reason why its answers do not show it. */
    public String reached(CaseResult result) {
        String engine = CaseResult.engine(result.testCase());
        String perS = perS(capacities.perS(result));
        if (capacities.doubtful(result)) {
            return engine + " answers " + perS + ", which is not shown to be its capacity: " + capacities.doubt(result)
                    + ".";
        }
        return engine + " is at its capacity, "
                + (capacities.least(result) ? "at least " + perS + ", because " + capacities.whyLeast(result) : perS)
                + ".";
    }

    private String part(CaseResult result) {
        return CaseResult.engine(result.testCase())
                + (capacities.doubtful(result)
                        ? " is not shown to be at its capacity: " + capacities.doubt(result) + "."
                        : " is at its capacity.");
    }

    private String perS(Interval perS) {
        return SentenceText.number(perS.mean()) + " requests/s"
                + (perS.known()
                        ? " (" + SentenceText.level(confidence) + " CI "
                                + SentenceText.interval(perS.mean(), perS.low(), perS.high(), SentenceText::number)
                                + ")"
                        : "");
    }

    /**
     * Returns a sentence with the reason why response times of engines at their capacity are not compared, after a space; empty where none is
     * at its capacity. Clients of the others may wait for time-outs.
     */
    public String wait(List<CaseResult> full) {
        List<String> engines = full.stream()
                .filter(capacities::reached)
                .map(one -> CaseResult.engine(one.testCase()))
                .toList();
        return engines.isEmpty() ? "" : " " + waitOf(engines);
    }

    /** Returns a sentence with the reason why response times of engines at their capacity are not compared. */
    static String waitOf(List<String> engines) {
        return "How long the clients of "
                + (engines.size() > MOST_NAMED
                        ? "these " + engines.size() + " engines at their capacity"
                        : SentenceText.list(engines))
                + " wait depends on their number.";
    }

    /** Returns sentences about failures, also few ones: a request that times out keeps a client from sending others. */
    private static String failed(CaseComparisons.Pair pair) {
        return Stream.of(false, true)
                .filter(second -> failures(pair, second) > 0)
                .map(second -> " "
                        + pair.of(second)
                                .failures(second ? pair.ofB() : pair.ofA(), " of the requests to " + pair.name(second))
                        + " failed.")
                .collect(Collectors.joining());
    }

    private static double failures(CaseComparisons.Pair pair, boolean second) {
        return pair.of(second)
                .statistic(second ? pair.ofB() : pair.ofA(), Statistic.FAILURES, StatisticFunction.AVERAGE)
                .mean();
    }
}
