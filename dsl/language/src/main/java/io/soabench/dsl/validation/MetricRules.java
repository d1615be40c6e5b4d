package io.soabench.dsl.validation;

import io.soabench.dsl.words.Spelling;
import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.Targets;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Measurable;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TargetKind;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.plan.StatisticFunction;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.xtext.validation.Check;

/** Rules for metrics. They can be measured at their targets, and their statistics exist. */
public final class MetricRules extends Rules {

    private static final Pattern PERCENTILE = Pattern.compile("p\\d+");

    /** Returns the probable word, or all known words. No percentile is more probable than another. */
    private static String meant(String function) {
        List<String> words = StatisticFunction.Kind.texts();
        return Spelling.nearest(
                        function,
                        words.stream()
                                .filter(word -> !PERCENTILE.matcher(word).matches())
                                .toList())
                .stream()
                .findFirst()
                .map(word -> "did you mean \"" + word + "\"?")
                .orElseGet(() -> "known are: " + String.join(", ", words));
    }

    /** Checks that a statistic exists, and has a level only where one is needed. */
    @Check
    public void function(Statistic statistic) {
        Optional<StatisticFunction.Kind> function = StatisticFunction.Kind.of(statistic.getFunction());
        if (function.isEmpty()) {
            error(
                    IssueCode.STATISTIC_UNKNOWN,
                    "there is no statistic \"" + statistic.getFunction() + "\"; " + meant(statistic.getFunction()),
                    statistic,
                    TestbedPackage.Literals.STATISTIC__FUNCTION);
            return;
        }
        boolean confidence = function.get() == StatisticFunction.Kind.CONFIDENCE;
        Quantity level = statistic.getLevel();
        if (confidence && level == null) {
            error(
                    IssueCode.STATISTIC_LEVEL,
                    "confidence needs a level; write: confidence 95 %",
                    statistic,
                    TestbedPackage.Literals.STATISTIC__FUNCTION);
        } else if (!confidence && level != null) {
            error(
                    IssueCode.STATISTIC_LEVEL,
                    "statistic \"" + statistic.getFunction() + "\" has no level; remove " + text(level),
                    level,
                    null);
        } else if (confidence && has(Dimension.RATIO, level, "level of confidence")) {
            double ratio = Measure.of(level).ratio();
            if (ratio <= 0 || ratio >= 1) {
                error(
                        IssueCode.PERCENT_RANGE,
                        "level of confidence is " + text(level) + ", but must be above 0 % and below 100 %",
                        level,
                        null);
            }
        }
    }

    /** Checks that the type of a metric applies to its targets. */
    @Check
    public void targets(Metric metric) {
        MetricType type = metric.getType();
        if (!known(type)) {
            return;
        }
        if (metric.getTargetKind() != TargetKind.NONE && !applies(type, metric.getTargetKind())) {
            mismatch(type, metric.getTargetKind().getLiteral(), metric, -1);
        }
        for (int i = 0; i < metric.getTargets().size(); i++) {
            Measurable target = metric.getTargets().get(i);
            if (known(target) && !applies(type, Targets.kind(target))) {
                mismatch(type, "\"" + target.getName() + "\"", metric, i);
            }
        }
    }

    /** Checks that only counting metrics have a total. */
    @Check
    public void total(Metric metric) {
        for (Statistic statistic : metric.getStatistics()) {
            if (known(metric.getType()) && isTotal(statistic) && !hasTotal(metric.getType())) {
                error(
                        IssueCode.STATISTIC_TOTAL,
                        noTotal(metric.getType()),
                        statistic,
                        TestbedPackage.Literals.STATISTIC__FUNCTION);
            }
        }
    }

    /** Checks that a total refers to an existing type that counts. */
    @Check
    public void total(MetricType type) {
        if (known(type.getTotal()) && (type.isCounter() || !type.getTotal().isCounter())) {
            error(
                    IssueCode.METRIC_TOTAL,
                    type.isCounter()
                            ? "metric type \"" + type.getName()
                                    + "\" is a counter and has its own total; remove: total from "
                                    + type.getTotal().getName()
                            : "metric type \"" + type.getTotal().getName()
                                    + "\" is no counter, so it gives no total; write counter in its declaration",
                    type,
                    TestbedPackage.Literals.METRIC_TYPE__TOTAL);
        }
    }

    static boolean isTotal(Statistic statistic) {
        return StatisticFunction.Kind.of(statistic.getFunction())
                .filter(StatisticFunction.Kind.TOTAL::equals)
                .isPresent();
    }

    static boolean hasTotal(MetricType type) {
        return type.isCounter() || type.getTotal() != null;
    }

    static String noTotal(MetricType type) {
        return "metric \"" + type.getName() + "\" has no total, because it does not count; use average or max";
    }

    private void mismatch(MetricType type, String target, Metric metric, int index) {
        error(
                IssueCode.METRIC_TARGET_MISMATCH,
                message(type, target),
                metric,
                index < 0 ? TestbedPackage.Literals.METRIC__TARGET_KIND : TestbedPackage.Literals.METRIC__TARGETS,
                index);
    }

    /** Reports that a metric cannot be taken of something. */
    static String message(MetricType type, String target) {
        return "metric \"" + type.getName() + "\" cannot be taken of " + target + "; it is one of "
                + type.getTargets().stream().map(TargetKind::getLiteral).collect(Collectors.joining(", "));
    }

    /** Returns whether a metric type applies to a kind of target. Engines are servers. */
    static boolean applies(MetricType type, TargetKind kind) {
        return type.getTargets().contains(kind)
                || (kind == TargetKind.ENGINES && type.getTargets().contains(TargetKind.SERVERS));
    }

    /** Checks that no statistic is listed twice. */
    @Check
    public void once(Metric metric) {
        Set<String> seen = new HashSet<>();
        for (Statistic statistic : metric.getStatistics()) {
            String level = statistic.getLevel() == null ? "" : text(statistic.getLevel());
            if (!seen.add(statistic.getFunction() + " " + level)) {
                warning(
                        IssueCode.STATISTIC_TWICE,
                        "statistic \"" + statistic.getFunction() + "\" is listed twice; remove one",
                        statistic,
                        TestbedPackage.Literals.STATISTIC__FUNCTION);
            }
        }
    }
}
