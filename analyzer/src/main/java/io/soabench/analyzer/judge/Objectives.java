package io.soabench.analyzer.judge;

import io.soabench.analyzer.judge.ObjectiveResult.State;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Plan.ObjectivePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Decides the objectives of a case over its valid repetitions. */
final class Objectives {

    private static final double MS_PER_S = 1e3;

    private final List<RepetitionResult> valid;
    private final List<CaseStatistic> statistics;
    private final String server;

    Objectives(List<RepetitionResult> valid, List<CaseStatistic> statistics, String server) {
        this.valid = valid;
        this.statistics = statistics;
        this.server = server;
    }

    private record Measured(Interval value, String unit) {}

    ObjectiveResult of(ObjectivePlan objective) {
        if (valid.isEmpty()) {
            return undecidable(objective, "there is no valid repetition");
        }
        Optional<Measured> found = measured(objective);
        if (found.isEmpty() || Double.isNaN(found.get().value().mean())) {
            return undecidable(
                    objective, objective.statistic().text() + " of " + objective.metric() + " was not measured");
        }
        Interval value = found.get().value();
        String unit = found.get().unit();
        double bound = unit.equals("ms") ? objective.limit() * MS_PER_S : objective.limit();
        boolean met = objective.comparison().holds(value.mean(), bound);
        boolean open = value.known() && value.low() < bound && bound < value.high();
        String sentence = "\"" + objective.text() + "\" is " + (met ? "met" : "missed") + ": "
                + text(value.mean(), unit) + " over "
                + Words.count(valid.size(), "valid repetition", "valid repetitions")
                + (open
                        ? ", but its confidence interval (" + text(value.low(), unit) + " to "
                                + text(value.high(), unit) + ") includes the limit."
                        : ".");
        return new ObjectiveResult(objective, value.mean(), bound, unit, met ? State.MET : State.MISSED, sentence);
    }

    private static ObjectiveResult undecidable(ObjectivePlan objective, String reason) {
        return new ObjectiveResult(
                objective,
                Double.NaN,
                objective.limit(),
                "",
                State.UNDECIDABLE,
                "\"" + objective.text() + "\" cannot be decided: " + reason + ".");
    }

    private Optional<Measured> measured(ObjectivePlan objective) {
        String wanted = Statistic.name(objective.metric(), objective.statistic());
        for (CaseStatistic statistic : statistics) {
            if (statistic.statistic().metric().equals(objective.metric())
                    && statistic.statistic().name().equals(wanted)) {
                return Optional.of(
                        new Measured(statistic.value(), statistic.statistic().unit()));
            }
        }
        return metric(objective.metric(), wanted);
    }

    /** A server metric of the system under test. */
    private Optional<Measured> metric(String metric, String statistic) {
        List<Double> values = new ArrayList<>();
        String unit = "";
        for (RepetitionResult repetition : valid) {
            for (MetricSummary summary : repetition.metrics()) {
                if (summary.server().equals(server) && summary.metric().equals(metric)) {
                    double value =
                            switch (statistic) {
                                case "min" -> summary.minimum();
                                case "average", "rate" -> summary.mean();
                                case "median" -> summary.median();
                                case "p95" -> summary.p95();
                                case "p99" -> summary.p99();
                                case "max" -> summary.maximum();
                                case "sd" -> summary.sd();
                                case "total" -> summary.increase();
                                default -> Double.NaN;
                            };
                    values.add(value);
                    unit = summary.unit();
                }
            }
        }
        DoubleStream all = values.stream().mapToDouble(v -> v);
        double merged =
                switch (statistic) {
                    case "min" -> all.min().orElse(Double.NaN);
                    case "max" -> all.max().orElse(Double.NaN);
                    default -> all.average().orElse(Double.NaN);
                };
        return values.size() < valid.size()
                ? Optional.empty()
                : Optional.of(new Measured(new Interval(merged, Double.NaN, Double.NaN, values.size()), unit));
    }

    private static String text(double value, String unit) {
        return switch (unit) {
            case "ms" -> Words.ms(value);
            case "ratio" -> Words.percent(value);
            default -> Words.number(value) + (unit.isEmpty() ? "" : " " + unit);
        };
    }
}
