package io.soabench.analyzer.repetition;

import io.soabench.plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statistics of one repetition, each computed once.
 *
 * @param values statistics in the order in which they are shown; NaN where there is no number
 * @param distributions all values of those metrics of which the model wants a histogram, except the response time of all processes together
 */
public record RepetitionStatistics(List<Value> values, Map<Place, MetricValues> distributions) {

    /** No statistics. */
    public static final RepetitionStatistics NOTHING = new RepetitionStatistics(List.of(), Map.of());

    /** One statistic. */
    public record Value(Statistic statistic, String unit, double value) {}

    /** A metric of a target. */
    public record Place(String metric, Target target) {}

    /** Returns the value of a statistic; NaN when there is none. */
    public double of(String metric, Target target, StatisticFunction function) {
        Statistic wanted = new Statistic(metric, target, function);
        return values.stream()
                .filter(v -> v.statistic().equals(wanted))
                .mapToDouble(Value::value)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Returns whether there are as many values as the statistic {@linkplain Statistic#needed needs}. */
    public boolean enough(Statistic statistic) {
        long needed = statistic.needed();
        if (needed == 0) {
            return true;
        }
        double own = of(statistic.metric(), statistic.target(), StatisticFunction.COUNT);
        // A metric without a count of its own has that of the same requests.
        return (Double.isNaN(own) ? of(Statistic.RESPONSE_TIME, statistic.target(), StatisticFunction.COUNT) : own)
                >= needed;
    }

    /** A collection of the statistics that the model and the reports want of each metric. */
    static final class Collection {
        private final ModelQuestions questions;
        private final CasePlan testCase;
        private final List<Value> values = new ArrayList<>();
        private final Map<Place, MetricValues> distributions = new LinkedHashMap<>();

        Collection(ModelQuestions questions, CasePlan testCase) {
            this.questions = questions;
            this.testCase = testCase;
        }

        void add(String metric, Target target, MetricValues of) {
            for (StatisticFunction function : questions.functions(testCase, metric, target)) {
                values.add(new Value(new Statistic(metric, target, function), of.unit(function), of.of(function)));
            }
            boolean shown =
                    metric.equals(Statistic.RESPONSE_TIME) && target.equals(Statistic.process(testCase.subject()));
            if (!shown && questions.wants(testCase, metric, target, StatisticFunction.HISTOGRAM)) {
                distributions.put(new Place(metric, target), of);
            }
        }

        RepetitionStatistics done() {
            return new RepetitionStatistics(List.copyOf(values), Map.copyOf(distributions));
        }
    }
}
