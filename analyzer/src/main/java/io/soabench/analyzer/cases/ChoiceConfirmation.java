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
 * How a configuration that was selected does against others, by repetitions that the selection has not seen: those of one number are a block,
 * and both values of a block make a pair, as between engines ({@link CaseComparisons}). What is compared is what the configuration was selected for,
 * of each repetition one number. The verdicts are those of a run ({@link PairVerdict}), corrected for all pairs of the confirmation.
 */
public final class ChoiceConfirmation {

    /** No engine is measured under two names in a confirmation. */
    private static final double NO_FLOOR = 1;

    private final String metric;
    private final StatisticFunction function;
    private final boolean highest;
    private final double confidence;

    /**
     * Compares by a statistic of what clients see.
     *
     * @param highest whether more is better
     */
    public ChoiceConfirmation(String metric, StatisticFunction function, boolean highest, double confidence) {
        this.metric = metric;
        this.function = function;
        this.highest = highest;
        this.confidence = confidence;
    }

    /**
     * What is told of the chosen one and another.
     *
     * @param verdict how the chosen one does
     * @param ratio that of the chosen one / that of the other
     * @param chosen mean of the chosen one over its repetitions; NaN when there is none
     * @param other the same of the other
     * @param words what follows the names of both in a sentence
     */
    public record PairOutcome(PairVerdict verdict, Ratio ratio, double chosen, double other, String words) {}

    /**
     * The value of a repetition by which configurations are ranked; NaN when it was not measured, or by too few requests.
     *
     * @param metric of the process, all that clients call together
     */
    public static double value(RepetitionResult repetition, String metric, StatisticFunction function) {
        Statistic statistic =
                new Statistic(metric, Statistic.process(repetition.testCase().subject()), function);
        return repetition.measured().enough(statistic)
                ? repetition.measured().of(statistic.metric(), statistic.target(), statistic.function())
                : Double.NaN;
    }

    /** What is told of a case against each of others that differ from it in the engine. */
    public List<PairOutcome> against(CaseResult chosen, List<CaseResult> others) {
        List<CaseComparisons.Pair> pairs =
                others.stream().map(other -> pair(other, chosen)).toList();
        List<CaseComparisons.Pair> comparable =
                pairs.stream().filter(CaseComparisons.Pair::comparable).toList();
        List<PairVerdict> judged = PairVerdict.of(
                comparable.stream().map(CaseComparisons.Pair::ratio).toList(),
                NO_FLOOR,
                comparable.stream().map(CaseComparisons.Pair::allowance).toList(),
                confidence);
        List<PairOutcome> told = new ArrayList<>();
        for (CaseComparisons.Pair pair : pairs) {
            int at = comparable.indexOf(pair);
            PairVerdict found = at >= 0
                    ? judged.get(at)
                    : PairVerdict.none(
                            pair.saturated() ? PairVerdict.State.SATURATED : PairVerdict.State.UNDECIDED, NO_FLOOR);
            // What loses more requests is not better, however fast it answers the others.
            PairVerdict verdict =
                    CaseComparisons.result(pair, found, confidence).verdict();
            Ratio ratio = highest ? pair.ratio().inverse() : pair.ratio();
            told.add(new PairOutcome(
                    verdict, ratio, mean(pair.b()), mean(pair.a()), words(pair, found, verdict, ratio)));
        }
        return told;
    }

    /** Of more that is better the reciprocal is compared, so that less always is. */
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

    private NavigableMap<Integer, Double> values(CaseResult of) {
        NavigableMap<Integer, Double> values = new TreeMap<>();
        for (RepetitionResult repetition : of.usable()) {
            double value = value(repetition, metric, function);
            if (value > 0) {
                values.put(repetition.repetition(), value);
            }
        }
        return values;
    }

    private double mean(CaseResult of) {
        return values(of).values().stream()
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
            return "nothing can be told, because fewer than two blocks have both";
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
                : "; about " + SentenceText.count(verdict.more(), "more block", "more blocks") + " would probably tell";
    }
}
