package io.soabench.analyzer.answers;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineCapacities;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The words of the first page about engines at their capacity, of which throughput is compared and not the response time. */
final class CapacityThroughputs {

    private final CaseComparisons comparisons;
    private final EngineCapacities capacities;
    private final double confidence;

    /** Ratios that the words have. */
    private final List<MetricComparison> named = new ArrayList<>();

    CapacityThroughputs(CaseComparisons comparisons, double confidence) {
        this.comparisons = comparisons;
        this.confidence = confidence;
        capacities = comparisons.capacities();
    }

    /**
     * Returns what an engine answers at its capacity, and its ratio to the baseline, or to the engine that answers most. Where its answers
     * do not show its capacity, they have no ratio but the reason.
     *
     * @param group cases of all engines under a workload
     * @param own those of the engine, of which at least one takes all of the engine or of its clients; of several processes there is no
     *     number
     */
    String words(List<CaseResult> group, List<CaseResult> own) {
        Optional<CaseResult> doubtful =
                own.stream().filter(capacities::doubtful).findFirst();
        if (own.size() != 1) {
            return own.stream().anyMatch(capacities::reached)
                    ? "is at its capacity"
                    : "is not shown to be at its capacity: "
                            + doubtful.map(capacities::doubt).orElse("");
        }
        CaseResult one = own.get(0);
        String perS = SentenceText.number(perS(one)) + " requests/s";
        if (doubtful.isPresent()) {
            return "answers " + perS + ", which is not shown to be its capacity: " + capacities.doubt(one);
        }
        Optional<MetricComparison> compared =
                rival(group, one).filter(rival -> !capacities.doubtful(rival)).flatMap(rival -> comparison(one, rival));
        compared.filter(pair -> pair.verdict() != null).ifPresent(named::add);
        return "answers "
                + (capacities.least(one)
                        ? "at least " + perS + " at its capacity (" + capacities.whyLeast(one) + ")"
                        : perS + " at its capacity")
                + failed(one)
                + compared.map(pair -> ", " + timesAsMany(pair, one)).orElse("");
    }

    /** Returns whether the words have a ratio. */
    boolean compared() {
        return !named.isEmpty();
    }

    /** Returns the correction of the verdicts as a part of a sentence; empty of a single test. */
    String correction() {
        int tests =
                named.stream().mapToInt(pair -> pair.verdict().pairs()).max().orElse(0);
        return tests > 1 ? " after Holm's correction for " + tests + " comparisons" : "";
    }

    /** Returns the share of failed requests; empty where none failed. A request that times out keeps a client from sending others. */
    private static String failed(CaseResult one) {
        double share =
                one.statistic(Statistic.FAILURES, StatisticFunction.AVERAGE).mean();
        return share > 0 ? " (" + SentenceText.percent(share) + " of the requests failed)" : "";
    }

    /** Returns a note on the durability of an engine at its capacity and the engine with which its throughput is compared; empty where both are alike. */
    String durability(List<CaseResult> group, List<CaseResult> own) {
        return own.size() != 1
                ? ""
                : rival(group, own.get(0))
                        .filter(rival -> comparison(own.get(0), rival).isPresent())
                        .map(rival -> comparisons
                                .durabilities()
                                .note(rival.testCase(), own.get(0).testCase()))
                        .orElse("");
    }

    /** Returns the successful answers a second, of which the ratio is. */
    private static double perS(CaseResult one) {
        return one.usable().stream()
                .mapToDouble(RepetitionResult::throughput)
                .average()
                .orElse(Double.NaN);
    }

    /** Returns the case with which the throughput of another one is compared. */
    private Optional<CaseResult> rival(List<CaseResult> group, CaseResult one) {
        List<CaseResult> others = group.stream()
                .filter(each -> each.testCase().subject().equals(one.testCase().subject()))
                .toList();
        Optional<CaseResult> rival = one.testCase().hasBaseline()
                ? others.stream().filter(each -> each.testCase().onBaseline()).findFirst()
                : others.stream()
                        .filter(capacities::reached)
                        .max(Comparator.comparingDouble(CapacityThroughputs::perS));
        return rival.filter(each -> !same(each, one));
    }

    private Optional<MetricComparison> comparison(CaseResult one, CaseResult rival) {
        String process = one.testCase().subject();
        return comparisons.metricPairs().stream()
                .filter(pair -> pair.metric().equals(Statistic.THROUGHPUT))
                .filter(pair -> pair.of(process, one, rival) || pair.of(process, rival, one))
                .findFirst();
    }

    private String timesAsMany(MetricComparison pair, CaseResult one) {
        boolean second = same(pair.b(), one);
        Ratio ratio = second ? pair.ratio() : pair.ratio().inverse();
        String interval = ratio.known()
                ? SentenceText.level(confidence) + " CI "
                        + SentenceText.interval(ratio.value(), ratio.low(), ratio.high(), SentenceText::number)
                : Headlines.NO_INTERVAL;
        CaseResult rival = second ? pair.a() : pair.b();
        return bound(ratio, one, rival) + SentenceText.number(ratio.value())
                + " times as many as " + CaseResult.engine(rival.testCase()) + " (" + interval + ")"
                + (pair.decided() ? "" : undecided(pair));
    }

    /**
     * Returns the direction in which the ratio may be farther from 1; empty without one. An engine that is not at its capacity could answer
     * more. So could the one that answers more, where the harness takes most of the processors: it does for each answer, so that it brings
     * the throughputs of two engines together.
     */
    private String bound(Ratio ratio, CaseResult one, CaseResult rival) {
        if (!capacities.reached(rival)) {
            return "at most ";
        }
        return capacities.least(ratio.value() < 1 ? rival : one) ? ratio.value() < 1 ? "at most " : "at least " : "";
    }

    /** Returns the words about an open comparison; an interval beside 1 does not decide alone, because there are other comparisons and causes. */
    private static String undecided(MetricComparison pair) {
        return pair.reason().isEmpty() ? ", which does not show a difference" : ", but not decided: " + pair.reason();
    }

    private static boolean same(CaseResult one, CaseResult other) {
        return one.testCase().id().equals(other.testCase().id());
    }
}
