package io.soabench.analyzer;

import io.soabench.analyzer.judge.Statistic;
import io.soabench.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the model asks for beyond the statistics that are always computed.
 *
 * @param confidence level of the intervals
 * @param shares further quantiles
 */
record Question(double confidence, List<Double> shares) {

    static final double DEFAULT_CONFIDENCE = 0.95;

    private static final Pattern CONFIDENCE = Pattern.compile("confidence\\s+(\\d{1,2}(?:\\.\\d+)?)\\s*%");
    private static final Set<Double> ALWAYS = Set.of(0.5, 0.95, 0.99, 0.999);

    static Question of(Plan plan) {
        double confidence = DEFAULT_CONFIDENCE;
        Set<Double> shares = new TreeSet<>();
        for (Plan.MetricPlan metric : plan.metrics()) {
            for (String statistic : metric.statistics()) {
                Matcher matcher = CONFIDENCE.matcher(statistic.trim());
                if (matcher.matches() && Double.parseDouble(matcher.group(1)) > 0) {
                    confidence = Double.parseDouble(matcher.group(1)) / 100;
                }
                Statistic.share(statistic).ifPresent(shares::add);
            }
        }
        Stream<String> objectives =
                plan.cases().stream().flatMap(c -> c.objectives().stream()).map(Plan.ObjectivePlan::statistic);
        objectives.map(Statistic::share).flatMap(Optional::stream).forEach(shares::add);
        shares.removeAll(ALWAYS);
        return new Question(confidence, List.copyOf(shares));
    }
}
