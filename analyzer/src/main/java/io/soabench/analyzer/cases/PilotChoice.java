package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.StartModes;
import io.soabench.analyzer.stat.TwoStage;
import io.soabench.plan.Plan;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How many repetitions the pilots of a block call for, where the model asks for a precision: as many as its engine takes that varies most, so
 * that all of them have the same blocks. See {@link TwoStage}.
 *
 * @param block of which cases, see {@link CasePlan#block}
 * @param needed repetitions in all, possibly more than are allowed; 0 when the pilots cannot tell
 * @param sentence the same with the reason
 */
public record PilotChoice(String block, int needed, String sentence) {

    /** What a number of repetitions is chosen by. */
    private record CaseNeed(CaseResult of, double spread, int needed) {}

    /**
     * The choices for all blocks in which nothing is chosen yet, in the order of the plan.
     *
     * @param cases analysed when their pilots were run
     */
    public static List<PilotChoice> of(List<CaseResult> cases, ModelQuestions questions) {
        return blocks(cases).entrySet().stream()
                .filter(block -> !precision(block.getValue()).chosen())
                .map(block -> of(block.getKey(), block.getValue(), questions))
                .toList();
    }

    private static PilotChoice of(String block, List<CaseResult> cases, ModelQuestions questions) {
        Plan.Precision precision = precision(cases);
        CaseNeed loudest = null;
        for (CaseResult one : cases) {
            double[] means = pilots(one, precision.pilots());
            if (means.length >= TwoStage.LEAST_PILOTS && one.usability().state() != CaseUsability.State.SATURATED) {
                CasePlan of = one.testCase();
                int needed = TwoStage.needed(
                        means,
                        precision.share(),
                        questions.confidence(of, Statistic.RESPONSE_TIME, Statistic.process(of.subject())));
                // Repetitions that do not count are made up for.
                int all = needed + precision.pilots() - means.length;
                if (loudest == null || all > loudest.needed()) {
                    loudest = new CaseNeed(one, spread(means), all);
                }
            }
        }
        String asked = "a precision of " + SentenceText.level(precision.share());
        if (loudest == null) {
            return new PilotChoice(
                    block,
                    0,
                    place(cases) + ": " + untold(precision, asked) + "; it stays at these "
                            + SentenceText.count(precision.pilots(), "repetition", "repetitions") + ".");
        }
        Plan.Precision chosen = precision.calledFor(loudest.needed());
        String why = CaseResult.engine(loudest.of().testCase()) + " varies by " + SentenceText.percent(loudest.spread())
                + " from one repetition to the next";
        return new PilotChoice(
                block,
                loudest.needed(),
                place(cases) + ": "
                        + (chosen.repetitions() == precision.pilots()
                                ? "the " + precision.pilots() + " pilots are enough for " + asked
                                : "the pilots call for " + loudest.needed() + " repetitions for " + asked)
                        + (chosen.capped() ? ", and " + precision.most() + " are allowed" : "") + "; " + why + "."
                        + few(chosen.repetitions()));
    }

    /** What so few repetitions do not show; empty when there are enough. */
    private static String few(int repetitions) {
        return repetitions < StartModes.ONE_IN ? " " + StartModes.missedWords(repetitions) + "." : "";
    }

    private static String untold(Plan.Precision precision, String asked) {
        return "the " + precision.pilots() + " pilots cannot tell how many repetitions " + asked
                + " takes, because no engine that kept up with its load has " + TwoStage.LEAST_PILOTS + " usable ones";
    }

    /**
     * What became of it, in words: of each block for which a precision is asked how many repetitions it has, why, and how exactly its means
     * are known.
     */
    public static List<String> sentences(List<CaseResult> cases) {
        return blocks(cases).values().stream()
                .map(block -> place(block) + ": " + found(block) + "."
                        + few(precision(block).repetitions()))
                .toList();
    }

    private static String found(List<CaseResult> cases) {
        Plan.Precision precision = precision(cases);
        String asked = "a precision of " + SentenceText.level(precision.share());
        if (!precision.chosen()) {
            return "the run ended before its pilots could tell how many repetitions " + asked + " takes"
                    + reached(cases, "");
        }
        if (precision.needed() == 0) {
            return untold(precision, asked) + reached(cases, "");
        }
        if (precision.capped()) {
            return "the cap of " + precision.most() + " repetitions was reached, where the pilots called for "
                    + precision.needed() + " for " + asked + reached(cases, "");
        }
        return precision.repetitions() == precision.pilots()
                ? "the " + precision.pilots() + " pilots were enough for " + asked + reached(cases, "")
                : precision.repetitions() + " repetitions were chosen for " + asked
                        + reached(cases, whyLess(cases, precision));
    }

    /** Why it is less exact than was asked for; empty when it is not. */
    private static String whyLess(List<CaseResult> cases, Plan.Precision precision) {
        List<CaseResult> less =
                cases.stream().filter(one -> reached(one) > precision.share()).toList();
        if (less.isEmpty()) {
            return "";
        }
        return less.stream().allMatch(one -> one.usable().size() < precision.repetitions())
                ? ", because not all of them count"
                : ", because the others differ more than the pilots did";
    }

    private static String reached(List<CaseResult> cases, String why) {
        List<String> known = new ArrayList<>();
        for (CaseResult one : cases) {
            double own = reached(one);
            if (!Double.isNaN(own)) {
                known.add(CaseResult.engine(one.testCase()) + " " + SentenceText.percent(own));
            }
        }
        String longer = WindowLengthAdvice.advice(cases);
        return (known.isEmpty() ? "; nothing is known exactly" : "; reached: " + String.join(", ", known) + why)
                + (longer.isEmpty() ? "" : "; " + longer);
    }

    /** NaN where the times are only least values. */
    private static double reached(CaseResult one) {
        Interval mean = one.statistic(Statistic.RESPONSE_TIME, StatisticFunction.AVERAGE);
        return one.usability().state() == CaseUsability.State.SATURATED ? Double.NaN : TwoStage.reached(mean);
    }

    /** Cases of which a precision is asked, by block. */
    private static Map<String, List<CaseResult>> blocks(List<CaseResult> cases) {
        return cases.stream()
                .filter(one -> one.testCase().schedule().precision() != null)
                .collect(Collectors.groupingBy(one -> one.testCase().block(), LinkedHashMap::new, Collectors.toList()));
    }

    private static Plan.Precision precision(List<CaseResult> block) {
        return block.get(0).testCase().schedule().precision();
    }

    private static String place(List<CaseResult> block) {
        return block.get(0).testCase().subject() + " under " + block.get(0).workload();
    }

    private static double[] pilots(CaseResult one, int pilots) {
        return one.meansByRepetition(one.testCase().subject()).headMap(pilots, true).values().stream()
                .mapToDouble(mean -> mean)
                .filter(mean -> mean > 0)
                .toArray();
    }

    /** Standard deviation of the logarithms, as a factor less one. */
    private static double spread(double[] means) {
        return Math.expm1(
                NumberStatistics.sd(Arrays.stream(means).map(Math::log).toArray()));
    }
}
