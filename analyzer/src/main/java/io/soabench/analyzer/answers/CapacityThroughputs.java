package io.soabench.analyzer.answers;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
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
import java.util.stream.Stream;

/**
 * The words of the first page about engines of which throughput is compared and not the response time. These are engines at their capacity, and
 * those that have no other engine to compare response times with.
 */
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
     * Returns what an engine answers, and its ratio to the baseline, or to the engine that answers most. Where its answers do not show its
     * capacity, they have no ratio but the reason.
     *
     * @param group cases of all engines under a workload
     * @param own those of the engine; of several processes there is no number
     */
    String words(List<CaseResult> group, List<CaseResult> own) {
        Optional<CaseResult> doubtful =
                own.stream().filter(capacities::doubtful).findFirst();
        if (own.size() != 1) {
            return own.stream().anyMatch(capacities::reached)
                    ? "is at its capacity"
                    : doubtful.map(one -> "is not shown to be at its capacity: " + capacities.doubt(one))
                            .orElse("has no engine to compare its response times with");
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
                        : capacities.reached(one) ? perS + " at its capacity" : perS)
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

    /**
     * Returns the case with which the throughput of another one is compared: the baseline, or the engine that answers most of those at their
     * capacity. Where that is the engine itself, or none is at its capacity, it is the one that answers most of the others.
     */
    private Optional<CaseResult> rival(List<CaseResult> group, CaseResult one) {
        List<CaseResult> others = group.stream()
                .filter(each -> each.testCase().subject().equals(one.testCase().subject()))
                .toList();
        if (one.testCase().hasBaseline()) {
            return others.stream()
                    .filter(each -> each.testCase().onBaseline() && !same(each, one))
                    .findFirst();
        }
        return most(others.stream().filter(capacities::reached))
                .filter(each -> !same(each, one))
                .or(() -> most(others.stream()
                        .filter(each -> !same(each, one)
                                && !capacities.full(each)
                                && each.usable().size() > 1)));
    }

    private static Optional<CaseResult> most(Stream<CaseResult> cases) {
        return cases.max(Comparator.comparingDouble(CapacityThroughputs::perS));
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
                + (pair.decided() || !ratio.known() ? "" : undecided(pair));
    }

    /**
     * Returns the direction in which the ratio of both capacities may be farther off; empty without one, or where there are two. An engine
     * that is not at its capacity could answer more. So could the one that answers more, where the harness takes most of the processors: it
     * does for each answer, so that it brings the throughputs of two engines together.
     */
    private String bound(Ratio ratio, CaseResult one, CaseResult rival) {
        boolean fewer = ratio.value() < 1;
        boolean higher = mayAnswerMore(one) || (!fewer && capacities.least(one));
        boolean lower = mayAnswerMore(rival) || (fewer && capacities.least(rival));
        return higher == lower ? "" : higher ? "at least " : "at most ";
    }

    /** Returns whether an engine keeps up with its load without being at its capacity. */
    private boolean mayAnswerMore(CaseResult one) {
        return !capacities.reached(one) && one.usability().state() != CaseUsability.State.SATURATED;
    }

    /** Returns the words about an open comparison; an interval beside 1 does not decide alone, because there are other comparisons and causes. */
    private static String undecided(MetricComparison pair) {
        return pair.reason().isEmpty() ? ", which does not show a difference" : ", but not decided: " + pair.reason();
    }

    private static boolean same(CaseResult one, CaseResult other) {
        return one.testCase().id().equals(other.testCase().id());
    }
}
