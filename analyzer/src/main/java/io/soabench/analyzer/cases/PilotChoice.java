package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.StartModes;
import io.soabench.analyzer.stat.TwoStage;
import io.soabench.plan.CasePlan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The number of repetitions that the pilots of a block require, where the model asks for a precision. It is the largest number that an
 * engine of the block needs, so that all engines have the same blocks. See {@link TwoStage}.
 *
 * @param block block of the cases, see {@link CasePlan#block}
 * @param needed number of all repetitions, possibly more than are allowed; 0 when the pilots do not show it
 * @param sentence the choice with its reason
 */
public record PilotChoice(String block, int needed, String sentence) {

    /** The number of repetitions that a case needs, with its spread. */
    private record CaseNeed(CaseResult of, double spread, int needed) {}

    /**
     * Returns the choices for all blocks without an earlier choice, in the order of the plan.
     *
     * @param cases results of the pilots
     */
    public static List<PilotChoice> of(List<CaseResult> cases, ModelQuestions questions) {
        return blocks(cases).entrySet().stream()
                .filter(block -> !precision(block.getValue()).chosen())
                .map(block -> of(block.getKey(), block.getValue(), questions))
                .toList();
    }

    private static PilotChoice of(String block, List<CaseResult> cases, ModelQuestions questions) {
        PrecisionGoal precision = precision(cases);
        CaseNeed greatest = null;
        for (CaseResult one : cases) {
            double[] means = pilots(one, precision.pilots());
            if (means.length >= TwoStage.LEAST_PILOTS && one.usability().state() != CaseUsability.State.SATURATED) {
                CasePlan testCase = one.testCase();
                int needed = TwoStage.needed(
                        means,
                        precision.share(),
                        questions.confidence(testCase, Statistic.RESPONSE_TIME, Statistic.process(testCase.subject())));
                // Repetitions that do not count are made up for.
                int all = needed + precision.pilots() - means.length;
                if (greatest == null || all > greatest.needed()) {
                    greatest = new CaseNeed(one, spread(means), all);
                }
            }
        }
        String asked = "a precision of " + SentenceText.level(precision.share());
        if (greatest == null) {
            return new PilotChoice(
                    block,
                    0,
                    place(cases) + ": " + unknown(asked) + "; it stays at these "
                            + SentenceText.count(precision.pilots(), "repetition", "repetitions") + ".");
        }
        PrecisionGoal chosen = precision.calledFor(greatest.needed());
        String why = "the pilots of " + CaseResult.engine(greatest.of().testCase()) + " have a standard deviation of "
                + SentenceText.percent(greatest.spread());
        return new PilotChoice(
                block,
                greatest.needed(),
                place(cases) + ": "
                        + (chosen.repetitions() == precision.pilots()
                                ? "the " + precision.pilots() + " pilots are enough for " + asked
                                : "the pilots call for " + greatest.needed() + " repetitions for " + asked)
                        + (chosen.capped() ? ", and " + precision.most() + " are allowed" : "") + "; " + why + "."
                        + few(chosen.repetitions()));
    }

    /** Returns the limits of so few repetitions; empty when there are enough. */
    private static String few(int repetitions) {
        return repetitions < StartModes.ONE_IN ? " " + StartModes.missedWords(repetitions) + "." : "";
    }

    private static String unknown(String asked) {
        return "the number of repetitions for " + asked
                + " is unknown, because no engine that kept up with its load has " + TwoStage.LEAST_PILOTS
                + " usable pilots";
    }

    /**
     * Returns the outcome of the choices in words: for each block with a precision, the number of its repetitions, the reason, and the
     * precision of its means.
     */
    public static List<String> sentences(List<CaseResult> cases) {
        return blocks(cases).values().stream()
                .map(block -> place(block) + ": " + found(block) + "."
                        + few(precision(block).repetitions()))
                .toList();
    }

    private static String found(List<CaseResult> cases) {
        PrecisionGoal precision = precision(cases);
        String asked = "a precision of " + SentenceText.level(precision.share());
        if (!precision.chosen()) {
            return "the run ended before its pilots gave the number of repetitions for " + asked + reached(cases, "");
        }
        if (precision.needed() == 0) {
            return unknown(asked) + reached(cases, "");
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

    /** Returns the reason why the means are less precise than was asked for; empty when they are not. */
    private static String whyLess(List<CaseResult> cases, PrecisionGoal precision) {
        List<CaseResult> less =
                cases.stream().filter(one -> reached(one) > precision.share()).toList();
        if (less.isEmpty()) {
            return "";
        }
        return less.stream().allMatch(one -> one.usable().size() < precision.repetitions())
                ? ", because not all of them count"
                : ", because all together differ more than the pilots did";
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
        return (known.isEmpty()
                        ? "; the precision that was reached is unknown"
                        : "; reached: " + String.join(", ", known) + why)
                + (longer.isEmpty() ? "" : "; " + longer);
    }

    /** Returns the precision of a case's mean; NaN where the times are only least values. */
    private static double reached(CaseResult one) {
        Interval mean = one.statistic(Statistic.RESPONSE_TIME, StatisticFunction.AVERAGE);
        return one.usability().state() == CaseUsability.State.SATURATED ? Double.NaN : TwoStage.reached(mean);
    }

    /** Returns the cases of which a precision is asked, by block. */
    private static Map<String, List<CaseResult>> blocks(List<CaseResult> cases) {
        return cases.stream()
                .filter(one -> one.testCase().schedule().precision() != null)
                .collect(Collectors.groupingBy(one -> one.testCase().block(), LinkedHashMap::new, Collectors.toList()));
    }

    private static PrecisionGoal precision(List<CaseResult> block) {
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

    /** Returns the standard deviation of the logarithms, as a factor less one. */
    private static double spread(double[] means) {
        return Math.expm1(
                NumberStatistics.sd(Arrays.stream(means).map(Math::log).toArray()));
    }
}
