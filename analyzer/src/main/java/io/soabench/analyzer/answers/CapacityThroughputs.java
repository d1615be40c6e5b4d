package io.soabench.analyzer.answers;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The words of the first page about engines at their capacity, of which throughput is compared and not the response time. */
final class CapacityThroughputs {

    private final CaseComparisons comparisons;
    private final double confidence;

    CapacityThroughputs(CaseComparisons comparisons, double confidence) {
        this.comparisons = comparisons;
        this.confidence = confidence;
    }

    /**
     * Returns what an engine answers at its capacity, and its ratio to the baseline, or to the engine that answers most.
     *
     * @param group cases of all engines under a workload
     * @param own those of the engine, of which at least one is at its capacity; of several processes there is no number
     */
    String words(List<CaseResult> group, List<CaseResult> own) {
        if (own.size() != 1) {
            return "is at its capacity";
        }
        CaseResult one = own.get(0);
        Optional<MetricComparison> compared = rival(group, one).flatMap(rival -> comparison(one, rival));
        return "answers " + SentenceText.number(perS(one)) + " requests/s at its capacity"
                + compared.map(pair -> ", " + timesAsMany(pair, one)).orElse("");
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
                        .filter(comparisons.capacities()::reached)
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
        // An engine that is not at its capacity could answer more.
        return (comparisons.capacities().reached(rival) ? "" : "at most ") + SentenceText.number(ratio.value())
                + " times as many as " + CaseResult.engine(rival.testCase()) + " (" + interval + ")"
                + (pair.decided() ? "" : undecided(ratio));
    }

    /** Returns the words about an open comparison; an interval beside 1 does not decide alone, because there are other comparisons and causes. */
    private static String undecided(Ratio ratio) {
        return ratio.known() && (ratio.low() > 1 || ratio.high() < 1)
                ? ", which the tests leave open (chapter \"Tests and relations\")"
                : ", which does not show a difference";
    }

    private static boolean same(CaseResult one, CaseResult other) {
        return one.testCase().id().equals(other.testCase().id());
    }
}
