package io.soabench.analyzer.repetition;

import io.soabench.plan.InstanceMetric;
import io.soabench.plan.RequestMetric;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.Set;

/**
 * A function of a metric of a target.
 *
 * @param metric e.g. {@code response-time}
 * @param target the process, service or server; always one
 */
public record Statistic(String metric, Target target, StatisticFunction function) {

    /** Response time of a process as clients see it, or of a service as its mocks measure it. */
    public static final String RESPONSE_TIME = RequestMetric.RESPONSE_TIME;

    /** Response time of a service as the model plans it. */
    public static final String PLANNED_RESPONSE_TIME = "planned-response-time";

    /** Response time without the slip of the load client. */
    public static final String SERVICE_TIME = "service-time";

    /** Delay with which requests began. */
    public static final String SLIP = "slip";

    /** Overhead of the engine. */
    public static final String OVERHEAD = "overhead";

    /** Time of the engine between two partner calls that do not overlap. */
    public static final String STEP_OVERHEAD = "step-overhead";

    /** Time of the engine before the first partner call of a request. */
    public static final String BEFORE_CALLS = "before-calls";

    /** Time of the engine after the last partner call of a request. */
    public static final String AFTER_CALLS = "after-calls";

    /** Time of a request in which no partner call is in progress. */
    public static final String ENGINE_TIME = "engine-time";

    /** Share of the requests with several partner calls in which calls overlap. */
    public static final String CALLS_OVERLAP = "calls-overlap";

    /** Successful answers per second. */
    public static final String THROUGHPUT = RequestMetric.THROUGHPUT;

    /** Share of requests that failed. */
    public static final String FAILURES = RequestMetric.FAILURES;

    /** Processor time of an engine, and of the servers that it uses, for a completed request. */
    public static final String PROCESSOR_TIME = "processor-time";

    private static final Set<String> TIMES = Set.of(
            RESPONSE_TIME,
            PLANNED_RESPONSE_TIME,
            SERVICE_TIME,
            SLIP,
            OVERHEAD,
            STEP_OVERHEAD,
            BEFORE_CALLS,
            AFTER_CALLS,
            ENGINE_TIME,
            InstanceMetric.DURATION.word());

    /** The ways in which the values of several repetitions become that of a case. */
    public enum Merge {
        /** Their mean, with a confidence interval. */
        MEAN("mean of the valid repetitions"),
        /** The sum. */
        SUM("sum over the valid repetitions"),
        /** The smallest. */
        MIN("of all valid repetitions"),
        /** The largest. */
        MAX("of all valid repetitions"),
        /** All failures / all requests. */
        RATIO("all failures / all requests of the valid repetitions"),
        /** Root of the mean of the variances, weighted by degrees of freedom: the spread within a repetition. */
        POOLED("pooled over the valid repetitions");

        private final String words;

        Merge(String words) {
            this.words = words;
        }

        /**
         * Returns whether the value is a fact of the run, which no other repetition can make uncertain, and not an estimate with an
         * interval.
         */
        public boolean fact() {
            return switch (this) {
                case SUM, MIN, MAX -> true;
                case MEAN, RATIO, POOLED -> false;
            };
        }

        /** Returns the way in words, to follow the meaning of the statistic. */
        public String words() {
            return words;
        }
    }

    /** Returns the way in which the values of several repetitions become that of a case. */
    public Merge merge() {
        return merge(metric, function);
    }

    /** Returns the same for a function of a metric. */
    public static Merge merge(String metric, StatisticFunction function) {
        return switch (function.kind()) {
            case MIN -> Merge.MIN;
            case MAX -> Merge.MAX;
            case COUNT -> Merge.SUM;
            case AVERAGE -> metric.equals(FAILURES) ? Merge.RATIO : Merge.MEAN;
            case STANDARD_DEVIATION -> Merge.POOLED;
            case MEDIAN, PERCENTILE, TOTAL -> Merge.MEAN;
            case CONFIDENCE, HISTOGRAM, CHART_OVER_TIME ->
                throw new IllegalArgumentException("\"" + function.text() + "\" is no number");
        };
    }

    /**
     * Returns the number of values that the statistic needs in a repetition. With fewer, a percentile of times is one of the most extreme
     * values, and no property of the measured system. It is 0 for all other statistics. All code that prints percentiles uses this method.
     */
    public long needed() {
        return function.kind() == StatisticFunction.Kind.PERCENTILE && TIMES.contains(metric)
                ? function.valuesNeeded()
                : 0;
    }

    /** Returns the target of a process of a case. */
    public static Target process(String name) {
        return new Target(Target.Kind.PROCESS, name);
    }

    /** Returns the target of a service. */
    public static Target service(String name) {
        return new Target(Target.Kind.SERVICE, name);
    }

    /** Returns the target of a server, engines included. */
    public static Target server(String name) {
        return new Target(Target.Kind.SERVER, name);
    }

    /** Returns another function of the same metric and target. */
    public Statistic with(StatisticFunction other) {
        return new Statistic(metric, target, other);
    }

    /** Returns the same metric and function of another target. */
    public Statistic of(Target other) {
        return new Statistic(metric, other, function);
    }
}
