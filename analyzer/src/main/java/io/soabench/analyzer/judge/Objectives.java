package io.soabench.analyzer.judge;

import io.soabench.analyzer.judge.ObjectiveResult.State;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Plan.ObjectivePlan;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.List;

/** Decides the objectives of a case over its valid repetitions. */
final class Objectives {

    private final CasePlan testCase;
    private final List<RepetitionResult> valid;
    private final List<CaseStatistic> statistics;
    private final Questions questions;

    Objectives(CasePlan testCase, List<RepetitionResult> valid, List<CaseStatistic> statistics, Questions questions) {
        this.testCase = testCase;
        this.valid = valid;
        this.statistics = statistics;
        this.questions = questions;
    }

    /** One result for each objective that concerns the case, or for each of several things that it is about. */
    List<ObjectiveResult> judged() {
        List<ObjectiveResult> all = new ArrayList<>();
        for (ObjectivePlan objective : questions.objectives(testCase)) {
            List<Target> targets = questions.targets(objective.metric(), objective.target(), testCase);
            if (targets.isEmpty()) {
                all.add(undecidable(
                        objective,
                        "",
                        objective.target().kind() == Target.Kind.CASE
                                ? "the case has no server under test"
                                : "no case of suite \"" + testCase.suite() + "\" has to do with "
                                        + objective.target().text()));
            }
            targets.forEach(target -> all.add(judge(objective, target, targets.size() > 1)));
        }
        return List.copyOf(all);
    }

    private ObjectiveResult judge(ObjectivePlan objective, Target target, boolean named) {
        if (valid.isEmpty()) {
            return undecidable(objective, target.name(), "there is no valid repetition");
        }
        Statistic wanted = new Statistic(objective.metric(), target, objective.statistic());
        CaseStatistic found = statistics.stream()
                .filter(s -> s.statistic().equals(wanted))
                // A server that was not observed in one repetition may have been at its worst there.
                .filter(s -> s.value().count() == valid.size()
                        && !Double.isNaN(s.value().mean()))
                .findFirst()
                .orElse(null);
        if (found == null) {
            return undecidable(
                    objective,
                    target.name(),
                    objective.statistic().text() + " " + objective.metric() + " of " + target.name()
                            + " was not measured" + (valid.size() > 1 ? " in all valid repetitions" : ""));
        }
        Interval value = found.value();
        String unit = found.unit();
        double bound = objective.limit() * factor(objective.unit(), unit);
        boolean met = objective.comparison().holds(value.mean(), bound);
        boolean open = value.known() && value.low() < bound && bound < value.high();
        String sentence = "\"" + objective.text() + "\"" + (named ? " (" + target.name() + ")" : "") + " is "
                + (met ? "met" : "missed") + ": " + text(value.mean(), unit) + " over "
                + Words.count(valid.size(), "valid repetition", "valid repetitions")
                + (open
                        ? ", but its confidence interval (" + text(value.low(), unit) + " to "
                                + text(value.high(), unit) + ") includes the limit."
                        : ".");
        return new ObjectiveResult(
                objective, target.name(), value.mean(), bound, unit, met ? State.MET : State.MISSED, sentence);
    }

    private static ObjectiveResult undecidable(ObjectivePlan objective, String target, String reason) {
        return new ObjectiveResult(
                objective,
                target,
                Double.NaN,
                objective.limit(),
                "",
                State.UNDECIDABLE,
                "\"" + objective.text() + "\" cannot be decided: " + reason + ".");
    }

    /** How many of the unit in which a metric is measured are one of a limit's. */
    private static double factor(MetricUnit limit, String measured) {
        return switch (limit) {
            case SECOND -> measured.equals("ms") ? 1e3 : 1;
            case RATIO -> measured.equals("%") || measured.equals("percent") ? 100 : 1;
            case NUMBER, PER_SECOND, BYTE -> 1;
        };
    }

    private static String text(double value, String unit) {
        return switch (unit) {
            case "ms" -> Words.ms(value);
            case "ratio" -> Words.percent(value);
            default -> Words.number(value) + (unit.isEmpty() ? "" : " " + unit);
        };
    }
}
