package io.soabench.analyzer.repetition;

import static io.soabench.plan.StatisticFunction.AVERAGE;
import static io.soabench.plan.StatisticFunction.COUNT;
import static io.soabench.plan.StatisticFunction.MAX;
import static io.soabench.plan.StatisticFunction.MEDIAN;
import static io.soabench.plan.StatisticFunction.MIN;
import static io.soabench.plan.StatisticFunction.STANDARD_DEVIATION;
import static io.soabench.plan.StatisticFunction.TOTAL;

import io.soabench.plan.InstanceMetric;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.List;

/**
 * A statistic that is computed for every model, with its column in the wide views. This list is the only place to add one.
 *
 * @param of kind of the targets
 * @param metric empty for every metric of such a target
 * @param column empty for no column of its own
 * @param meaning its meaning, for the dictionary of the database
 * @param low column of the lower end of its confidence interval in the view of cases; empty for none
 * @param high column of the upper end
 */
public record StandardStatistic(
        Target.Kind of,
        String metric,
        StatisticFunction function,
        String column,
        String unit,
        String meaning,
        String low,
        String high) {

    private static final String MS = "ms";
    private static final String SEE_UNIT = "see UNIT";
    private static final StatisticFunction P95 = StatisticFunction.parse("p95");
    private static final StatisticFunction P99 = StatisticFunction.parse("p99");
    private static final StatisticFunction P999 = StatisticFunction.parse("p99.9");

    /** All standard statistics, in the order in which they are shown. */
    public static final List<StandardStatistic> ALL = List.of(
            process(
                            Statistic.THROUGHPUT,
                            AVERAGE,
                            "throughput_per_s",
                            "1/s",
                            "successful answers that ended within the measured window / length of the window")
                    .interval("throughput_low_per_s", "throughput_high_per_s"),
            process(Statistic.FAILURES, AVERAGE, "failure_rate", "ratio", "failures / requests")
                    .interval("failure_low", "failure_high"),
            process(Statistic.RESPONSE_TIME, COUNT, "", "", "requests that have a response time"),
            process(Statistic.RESPONSE_TIME, MIN, "min_ms", MS, "smallest response time"),
            process(Statistic.RESPONSE_TIME, AVERAGE, "mean_ms", MS, "average response time")
                    .interval("ci_low_ms", "ci_high_ms"),
            process(Statistic.RESPONSE_TIME, MEDIAN, "median_ms", MS, "median of the response time"),
            process(Statistic.RESPONSE_TIME, P95, "p95_ms", MS, "95th percentile of the response time"),
            process(Statistic.RESPONSE_TIME, P99, "p99_ms", MS, "99th percentile of the response time"),
            process(Statistic.RESPONSE_TIME, P999, "p999_ms", MS, "99.9th percentile of the response time"),
            process(Statistic.RESPONSE_TIME, MAX, "max_ms", MS, "largest response time"),
            process(
                    Statistic.RESPONSE_TIME,
                    STANDARD_DEVIATION,
                    "sd_ms",
                    MS,
                    "standard deviation of the response times of single requests"),
            process(
                    Statistic.SERVICE_TIME,
                    AVERAGE,
                    "service_mean_ms",
                    MS,
                    "average of end - start, that is, without the slip of the load client"),
            process(Statistic.SERVICE_TIME, MEDIAN, "service_median_ms", MS, "median of end - start"),
            process(Statistic.SERVICE_TIME, P99, "service_p99_ms", MS, "99th percentile of end - start"),
            process(
                    Statistic.SLIP,
                    MEDIAN,
                    "slip_median_ms",
                    MS,
                    "median of start - intended: how late the load client was"),
            process(Statistic.SLIP, P99, "slip_p99_ms", MS, "99th percentile of start - intended"),
            process(Statistic.SLIP, MAX, "slip_max_ms", MS, "maximum of start - intended"),
            process(
                    Statistic.OVERHEAD,
                    COUNT,
                    "overhead_requests",
                    "",
                    "successful requests with all prescribed calls, whose overhead is known"),
            process(
                    Statistic.OVERHEAD,
                    AVERAGE,
                    "overhead_mean_ms",
                    MS,
                    "average of the engine's overhead, see V_OVERHEAD"),
            process(
                            Statistic.OVERHEAD,
                            MEDIAN,
                            "overhead_median_ms",
                            MS,
                            "median of the engine's overhead, see V_OVERHEAD")
                    .interval("overhead_low_ms", "overhead_high_ms"),
            process(Statistic.OVERHEAD, P95, "overhead_p95_ms", MS, "95th percentile of the engine's overhead"),
            process(Statistic.OVERHEAD, P99, "overhead_p99_ms", MS, "99th percentile of the engine's overhead"),
            process(
                    Statistic.STEP_OVERHEAD,
                    COUNT,
                    "steps",
                    "",
                    "steps between two partner calls that do not overlap, see V_STEP"),
            process(
                            Statistic.STEP_OVERHEAD,
                            AVERAGE,
                            "step_mean_ms",
                            MS,
                            "average time of the engine between two calls")
                    .interval("step_low_ms", "step_high_ms"),
            process(Statistic.STEP_OVERHEAD, MEDIAN, "step_median_ms", MS, "median of the same"),
            process(Statistic.STEP_OVERHEAD, P95, "step_p95_ms", MS, "95th percentile of the same"),
            process(Statistic.STEP_OVERHEAD, P99, "step_p99_ms", MS, "99th percentile of the same"),
            process(
                            Statistic.BEFORE_CALLS,
                            AVERAGE,
                            "before_mean_ms",
                            MS,
                            "average time of the engine before the first partner call")
                    .interval("before_low_ms", "before_high_ms"),
            process(
                            Statistic.AFTER_CALLS,
                            AVERAGE,
                            "after_mean_ms",
                            MS,
                            "average time of the engine after the last partner call")
                    .interval("after_low_ms", "after_high_ms"),
            process(Statistic.ENGINE_TIME, COUNT, "engine_requests", "", "requests whose steps are known"),
            process(
                            Statistic.ENGINE_TIME,
                            AVERAGE,
                            "engine_mean_ms",
                            MS,
                            "average time of a request in which no partner call is in progress")
                    .interval("engine_low_ms", "engine_high_ms"),
            process(
                    Statistic.CALLS_OVERLAP,
                    AVERAGE,
                    "overlap_share",
                    "ratio",
                    "share of the requests with several partner calls in which calls overlap"),
            process(
                    InstanceMetric.DURATION.word(),
                    COUNT,
                    "instances",
                    "",
                    "instances that began within the measured window and have ended, by the engine's own history, see V_INSTANCE"),
            process(
                            InstanceMetric.DURATION.word(),
                            AVERAGE,
                            "instance_mean_ms",
                            MS,
                            "average duration of these instances")
                    .interval("instance_low_ms", "instance_high_ms"),
            process(InstanceMetric.DURATION.word(), MEDIAN, "instance_median_ms", MS, "median of the same"),
            process(InstanceMetric.DURATION.word(), P95, "instance_p95_ms", MS, "95th percentile of the same"),
            process(InstanceMetric.DURATION.word(), P99, "instance_p99_ms", MS, "99th percentile of the same"),
            process(
                            InstanceMetric.RATE.word(),
                            AVERAGE,
                            "instances_per_s",
                            "1/s",
                            "instances that ended within the measured window, by the engine's own history / length of the window")
                    .interval("instances_low_per_s", "instances_high_per_s"),
            service(Statistic.RESPONSE_TIME, COUNT, "calls", "", "calls of measured requests that were answered"),
            service(Statistic.RESPONSE_TIME, AVERAGE, "mean_ms", MS, "average of end - arrival at the mock")
                    .interval("ci_low_ms", "ci_high_ms"),
            service(Statistic.RESPONSE_TIME, MEDIAN, "median_ms", MS, "median of end - arrival"),
            service(Statistic.RESPONSE_TIME, P95, "p95_ms", MS, "95th percentile of end - arrival"),
            service(Statistic.RESPONSE_TIME, P99, "p99_ms", MS, "99th percentile of end - arrival"),
            service(
                    Statistic.PLANNED_RESPONSE_TIME,
                    AVERAGE,
                    "planned_mean_ms",
                    MS,
                    "average of the planned response times of the same calls"),
            service(
                    Statistic.PLANNED_RESPONSE_TIME,
                    MEDIAN,
                    "planned_median_ms",
                    MS,
                    "median of the planned response times"),
            service(
                    Statistic.PLANNED_RESPONSE_TIME,
                    P95,
                    "planned_p95_ms",
                    MS,
                    "95th percentile of the planned response times"),
            service(
                    Statistic.PLANNED_RESPONSE_TIME,
                    P99,
                    "planned_p99_ms",
                    MS,
                    "99th percentile of the planned response times"),
            service(
                    Statistic.THROUGHPUT,
                    AVERAGE,
                    "throughput_per_s",
                    "1/s",
                    "calls that were answered well / length of the window"),
            service(
                    Statistic.FAILURES,
                    AVERAGE,
                    "failure_rate",
                    "ratio",
                    "planned failures / calls that were answered"),
            server(
                    COUNT,
                    "observations",
                    "",
                    "number of values; 0: the quantity does not exist here, or not all the time"),
            server(
                    MIN,
                    "minimum",
                    SEE_UNIT,
                    "smallest value; of a counter, as all but the total, of its rate per second between observations"),
            server(AVERAGE, "mean", SEE_UNIT, "average value"),
            server(MEDIAN, "median", SEE_UNIT, "median"),
            server(P95, "p95", SEE_UNIT, "95th percentile"),
            server(P99, "p99", SEE_UNIT, "99th percentile"),
            server(MAX, "maximum", SEE_UNIT, "largest value"),
            server(STANDARD_DEVIATION, "sd", SEE_UNIT, "standard deviation"),
            server(
                    TOTAL,
                    "total",
                    SEE_UNIT,
                    "of a counter: what it counted from the start to the end of the window, interpolated between the observations around them; NULL of a gauge"));

    private static StandardStatistic process(
            String metric, StatisticFunction function, String column, String unit, String meaning) {
        return new StandardStatistic(Target.Kind.PROCESS, metric, function, column, unit, meaning, "", "");
    }

    private static StandardStatistic service(
            String metric, StatisticFunction function, String column, String unit, String meaning) {
        return new StandardStatistic(Target.Kind.SERVICE, metric, function, column, unit, meaning, "", "");
    }

    private static StandardStatistic server(StatisticFunction function, String column, String unit, String meaning) {
        return new StandardStatistic(Target.Kind.SERVER, "", function, column, unit, meaning, "", "");
    }

    private StandardStatistic interval(String lowColumn, String highColumn) {
        return new StandardStatistic(of, metric, function, column, unit, meaning, lowColumn, highColumn);
    }

    /** Returns those with a column for that kind of targets. */
    public static List<StandardStatistic> columns(Target.Kind kind) {
        return ALL.stream().filter(s -> s.of() == kind && !s.column().isEmpty()).toList();
    }

    /** Returns the functions that are always computed. */
    static List<StatisticFunction> functions(String metric, Target.Kind kind) {
        return ALL.stream()
                .filter(s ->
                        s.of() == kind && (s.metric().isEmpty() || s.metric().equals(metric)))
                .map(StandardStatistic::function)
                .toList();
    }
}
