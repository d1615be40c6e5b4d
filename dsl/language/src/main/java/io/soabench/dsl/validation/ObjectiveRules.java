package io.soabench.dsl.validation;

import io.soabench.model.Dimension;
import io.soabench.model.Targets;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.Objective;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.plan.StatisticFunction;
import org.eclipse.xtext.validation.Check;

/** Rules for objectives. They compare one number with a bound of the same unit. */
public final class ObjectiveRules extends Rules {

    /** Checks that the statistic yields one number. */
    @Check
    public void scalar(Objective objective) {
        if (objective.getStatistic() != null
                && StatisticFunction.Kind.of(objective.getStatistic().getFunction())
                        .filter(kind -> !kind.scalar())
                        .isPresent()) {
            error(
                    IssueCode.STATISTIC_NOT_A_NUMBER,
                    "\"" + objective.getStatistic().getFunction()
                            + "\" is not one number, so it cannot be compared; use p99, average, max or the like",
                    objective.getStatistic(),
                    TestbedPackage.Literals.STATISTIC__FUNCTION);
        }
    }

    /**
     * Checks that counted values are compared by their total, and others are not. The bound of a rate would need
     * another unit.
     */
    @Check
    public void total(Objective objective) {
        MetricType type = objective.getMetric();
        if (!known(type) || objective.getStatistic() == null) {
            return;
        }
        boolean total = MetricRules.isTotal(objective.getStatistic());
        if (total && !MetricRules.hasTotal(type)) {
            error(
                    IssueCode.STATISTIC_TOTAL,
                    MetricRules.noTotal(type),
                    objective.getStatistic(),
                    TestbedPackage.Literals.STATISTIC__FUNCTION);
        } else if (!total && type.isCounter()) {
            error(
                    IssueCode.STATISTIC_OF_COUNTER,
                    "metric \"" + type.getName() + "\" counts, so a bound is on its total; write: total "
                            + type.getName(),
                    objective.getStatistic(),
                    TestbedPackage.Literals.STATISTIC__FUNCTION);
        }
    }

    /** Checks that the bound has the unit of the metric, or none when values are counted. */
    @Check
    public void bound(Objective objective) {
        MetricType type = objective.getMetric();
        if (objective.getStatistic() != null
                && StatisticFunction.Kind.of(objective.getStatistic().getFunction())
                        .filter(kind -> !kind.hasUnit())
                        .isPresent()) {
            has(
                    Dimension.NUMBER,
                    objective.getBound(),
                    "bound of \"" + objective.getStatistic().getFunction() + "\"");
        } else if (known(type)
                && !(Dimension.of(type.getUnit()) == Dimension.RATIO
                        && Dimension.of(objective.getBound().getUnit()) == Dimension.NUMBER)) {
            has(Dimension.of(type.getUnit()), objective.getBound(), "bound of \"" + type.getName() + "\"");
        }
    }

    /** Checks that the metric can be taken of the target. */
    @Check
    public void target(Objective objective) {
        if (known(objective.getMetric())
                && known(objective.getTarget())
                && !MetricRules.applies(objective.getMetric(), Targets.kind(objective.getTarget()))) {
            error(
                    IssueCode.METRIC_TARGET_MISMATCH,
                    MetricRules.message(
                            objective.getMetric(), "\"" + objective.getTarget().getName() + "\""),
                    objective,
                    TestbedPackage.Literals.OBJECTIVE__TARGET);
        }
    }
}
