package io.soabench.analyzer;

import io.soabench.plan.Plan;
import io.soabench.plan.StatisticFunction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the model asks for beyond the statistics that are always computed.
 *
 * @param confidence level of the intervals
 * @param shares further quantiles
 */
record Question(double confidence, List<Double> shares) {

    static final double DEFAULT_CONFIDENCE = 0.95;

    private static final Set<Double> ALWAYS = Set.of(0.5, 0.95, 0.99, 0.999);

    static Question of(Plan plan) {
        double confidence = DEFAULT_CONFIDENCE;
        Set<Double> shares = new TreeSet<>();
        for (Plan.MetricPlan metric : plan.metrics()) {
            for (StatisticFunction statistic : metric.statistics()) {
                if (statistic.kind() == StatisticFunction.Kind.CONFIDENCE) {
                    confidence = statistic.fraction();
                }
                share(statistic).ifPresent(shares::add);
            }
        }
        plan.cases().stream()
                .flatMap(c -> c.objectives().stream())
                .map(Plan.ObjectivePlan::statistic)
                .map(Question::share)
                .flatMap(Optional::stream)
                .forEach(shares::add);
        shares.removeAll(ALWAYS);
        return new Question(confidence, List.copyOf(shares));
    }

    private static Optional<Double> share(StatisticFunction statistic) {
        return statistic.kind() == StatisticFunction.Kind.PERCENTILE
                ? Optional.of(statistic.fraction())
                : Optional.empty();
    }
}
