package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A comparison of a selected configuration with others, by repetitions that did not take part in the selection.
 * Repetitions of the same number form a block, and the two values of a block form a pair, as between engines
 * ({@link CaseComparisons}). Each repetition gives one value: the statistic by which the selection ranked
 * configurations. Verdicts are made as for engines ({@link PairVerdict}), and corrected for all pairs of the
 * confirmation.
 */
public final class ChoiceConfirmation {

    /** The noise floor: a confirmation measures no engine under two names. */
    private static final double NO_FLOOR = 1;

    private final String metric;
    private final StatisticFunction function;
    private final boolean highest;
    private final double confidence;

    /**
     * Creates a comparison by a statistic that clients observe.
     *
     * @param highest whether a higher value is better
     */
    public ChoiceConfirmation(String metric, StatisticFunction function, boolean highest, double confidence) {
        this.metric = metric;
        this.function = function;
        this.highest = highest;
        this.confidence = confidence;
    }

    /**
     * The comparison of the chosen configuration with another.
     *
     * @param verdict verdict on the chosen configuration
     * @param ratio value of the chosen one / that of the other
     * @param chosen mean of the chosen one over its repetitions; NaN when there is none
     * @param other mean of the other; NaN when there is none
     * @param words the part of a sentence that follows the names of both
     */
    public record PairOutcome(PairVerdict verdict, Ratio ratio, double chosen, double other, String words) {}

    /**
     * Returns the value of a repetition by which configurations are ranked; NaN when it was not measured, or by too few requests.
     *
     * @param metric metric of all calls of the clients together
     */
    public static double value(RepetitionResult repetition, String metric, StatisticFunction function) {
        Statistic statistic =
                new Statistic(metric, Statistic.process(repetition.testCase().subject()), function);
        return repetition.measured().enough(statistic)
                ? repetition.measured().of(statistic.metric(), statistic.target(), statistic.function())
                : Double.NaN;
    }

    /** Compares a case with others that differ from it in the engine. */
    public List<PairOutcome> against(CaseResult chosen, List<CaseResult> others) {
        List<CaseComparisons.Pair> pairs =
                others.stream().map(other -> pair(other, chosen)).toList();
        List<CaseComparisons.Pair> comparable =
                pairs.stream().filter(CaseComparisons.Pair::comparable).toList();
        List<PairVerdict> judged = PairVerdict.of(
                comparable.stream().map(CaseComparisons.Pair::ratio).toList(),
                NO_FLOOR,
                comparable.stream().map(pair -> pair.effects().factor()).toList(),
                confidence);
        List<PairOutcome> outcomes = new ArrayList<>();
        for (CaseComparisons.Pair pair : pairs) {
            int at = comparable.indexOf(pair);
            PairVerdict found = at >= 0
                    ? judged.get(at)
                    : PairVerdict.none(
                            pair.saturated() ? PairVerdict.State.SATURATED : PairVerdict.State.UNDECIDED, NO_FLOOR);
            // A configuration that loses more requests is not better, even when it answers the other requests faster.
            PairVerdict verdict =
                    CaseComparisons.result(pair, found, confidence).verdict();
            Ratio ratio = highest ? pair.ratio().inverse() : pair.ratio();
            outcomes.add(new PairOutcome(
                    verdict, ratio, mean(pair.b()), mean(pair.a()), words(pair, found, verdict, ratio)));
        }
        return outcomes;
    }

    /** Returns the pair that is judged. Where a higher value is better its reciprocal is compared, so that less is always better. */
    private CaseComparisons.Pair pair(CaseResult other, CaseResult chosen) {
        NavigableMap<Integer, Double> left = values(other);
        NavigableMap<Integer, Double> right = values(chosen);
        List<Integer> blocks = left.keySet().stream().filter(right::containsKey).toList();
        double power = highest ? -1 : 1;
        return new CaseComparisons.Pair(
                PairResult.Kind.ENGINE,
                chosen.testCase().subject(),
                other,
                chosen,
                Ratio.paired(
                        blocks.stream()
                                .mapToDouble(n -> Math.pow(left.get(n), power))
                                .toArray(),
                        blocks.stream()
                                .mapToDouble(n -> Math.pow(right.get(n), power))
                                .toArray(),
                        confidence));
    }

    private NavigableMap<Integer, Double> values(CaseResult result) {
        NavigableMap<Integer, Double> values = new TreeMap<>();
        for (RepetitionResult repetition : result.usable()) {
            double value = value(repetition, metric, function);
            if (value > 0) {
                values.put(repetition.repetition(), value);
            }
        }
        return values;
    }

    private double mean(CaseResult result) {
        return values(result).values().stream()
                .mapToDouble(value -> value)
                .average()
                .orElse(Double.NaN);
    }

    private String words(CaseComparisons.Pair pair, PairVerdict found, PairVerdict verdict, Ratio ratio) {
        if (verdict.state() == PairVerdict.State.SATURATED) {
            return "one of them did not keep up: "
                    + (pair.b().usability().state() == CaseUsability.State.SATURATED
                            ? pair.b().usability().why()
                            : pair.a().usability().why());
        }
        if (!ratio.known()) {
            return "not compared: fewer than two blocks have both";
        }
        String interval =
                "the ratio is " + SentenceText.number(ratio.value()) + " (" + SentenceText.level(confidence) + " CI "
                        + SentenceText.interval(ratio.value(), ratio.low(), ratio.high(), SentenceText::number) + ", "
                        + SentenceText.count(ratio.blocks(), "block", "blocks") + ")";
        return switch (verdict.state()) {
            case BETTER -> "it is better: " + interval;
            case WORSE -> "it is worse: " + interval;
            case EQUIVALENT ->
                "both are the same to within " + SentenceText.percent(verdict.margin() - 1) + ": " + interval;
            case UNDECIDED, SATURATED, CAPACITY ->
                "neither is known to be better: " + interval + why(pair, found, verdict);
        };
    }

    private static String why(CaseComparisons.Pair pair, PairVerdict found, PairVerdict verdict) {
        if (found.state() != PairVerdict.State.UNDECIDED) {
            return ", but their failures differ";
        }
        if (!pair.comparable()) {
            CaseUsability doubtful = pair.a().usability().comparable()
                    ? pair.b().usability()
                    : pair.a().usability();
            return ", and " + doubtful.why();
        }
        return verdict.more() < 0
                ? ""
                : "; about " + SentenceText.estimate(verdict.more(), "more block", "more blocks")
                        + " would probably decide";
    }
}
