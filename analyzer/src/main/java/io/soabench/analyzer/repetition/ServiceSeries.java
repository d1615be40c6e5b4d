package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The services as their mocks measured them, all instances and operations of one together: the understood calls of measured requests. */
final class ServiceSeries {

    private static final double NS_PER_MS = 1e6;
    private static final long NS_PER_S = 1_000_000_000L;

    /** A metric that can be drawn over time. */
    private record TimeSeriesMetric(String metric, String unit, ToDoubleFunction<Second> value) {}

    private static final List<TimeSeriesMetric> COURSES = List.of(
            new TimeSeriesMetric(Statistic.RESPONSE_TIME, "ms", Second::responseMs),
            new TimeSeriesMetric(Statistic.THROUGHPUT, "1/s", Second::answers),
            new TimeSeriesMetric(Statistic.FAILURES, "ratio", Second::failures));

    private final Map<String, List<PartnerCalls.Operation>> services = new LinkedHashMap<>();
    private final MeasurementWindow window;

    ServiceSeries(PartnerCalls calls, MeasurementWindow window) {
        this.window = window;
        for (PartnerCalls.Operation operation : calls.operations()) {
            services.computeIfAbsent(operation.service(), s -> new ArrayList<>())
                    .add(operation);
        }
    }

    void addTo(RepetitionStatistics.Collection measured) {
        services.forEach((name, operations) -> {
            Target service = Statistic.service(name);
            long[] real = operations.stream()
                    .flatMapToLong(o -> java.util.Arrays.stream(o.responsesNs()))
                    .toArray();
            long failed = operations.stream()
                    .mapToLong(operation -> operation.failedEndsNs().length)
                    .sum();
            long silent = operations.stream()
                    .mapToLong(operation -> operation.silentEndsNs().length)
                    .sum();
            long ended = real.length + silent;
            long answered = ended - failed;
            measured.add(Statistic.RESPONSE_TIME, service, MetricValues.of(SortedSample.of(real, real.length)));
            long[] planned = planned(operations, real.length);
            measured.add(
                    Statistic.PLANNED_RESPONSE_TIME,
                    service,
                    MetricValues.of(SortedSample.of(planned, planned.length)));
            Collection<Second> seconds = seconds(operations).values();
            measured.add(
                    Statistic.THROUGHPUT,
                    service,
                    MetricValues.of(
                                    seconds.stream()
                                            .mapToDouble(Second::answers)
                                            .toArray(),
                                    "1/s")
                            .whole(window.known() ? answered / window.seconds() : Double.NaN, answered));
            measured.add(
                    Statistic.FAILURES,
                    service,
                    MetricValues.of(
                                    seconds.stream()
                                            .mapToDouble(Second::failures)
                                            .filter(share -> !Double.isNaN(share))
                                            .toArray(),
                                    "ratio")
                            .whole(ended == 0 ? Double.NaN : (double) failed / ended, failed));
        });
    }

    private static long[] planned(List<PartnerCalls.Operation> operations, int number) {
        long[] all = new long[number];
        int next = 0;
        for (PartnerCalls.Operation operation : operations) {
            int own = operation.responsesNs().length;
            for (int i = 0; i < own; i++) {
                all[next++] = operation.plannedNs(i);
            }
        }
        return all;
    }

    /** The calls whose answers were sent in one second of the measurement, or were planned to be missing in it. */
    private static final class Second {
        private long calls;
        private long timed;
        private long failed;
        private long responseNs;

        double answers() {
            return calls - failed;
        }

        /** Returns the share of failed calls; NaN without any. */
        double failures() {
            return calls == 0 ? Double.NaN : (double) failed / calls;
        }

        /** Returns the average response time of the calls that ended; NaN without any. */
        double responseMs() {
            return timed == 0 ? Double.NaN : responseNs / NS_PER_MS / timed;
        }
    }

    private Map<Long, Second> seconds(List<PartnerCalls.Operation> operations) {
        Map<Long, Second> seconds = new TreeMap<>();
        for (long second = 0; window.known() && second < (long) window.seconds(); second++) {
            seconds.put(second, new Second());
        }
        for (PartnerCalls.Operation operation : operations) {
            long[] ends = operation.endsNs();
            long[] real = operation.responsesNs();
            for (int i = 0; i < ends.length; i++) {
                Second second = at(ends[i], seconds);
                second.calls++;
                second.timed++;
                second.responseNs += real[i];
            }
            for (long end : operation.failedEndsNs()) {
                at(end, seconds).failed++;
            }
            for (long end : operation.silentEndsNs()) {
                at(end, seconds).calls++;
            }
        }
        return seconds;
    }

    /** Returns the second of a time; a second of no chart for times outside the measurement. */
    private Second at(long ns, Map<Long, Second> seconds) {
        return seconds.getOrDefault(Math.floorDiv(ns - window.startNs(), NS_PER_S), new Second());
    }

    /** Returns the series over the seconds that the model wants of each service. */
    List<ChartSeries.MetricPoint> points(ModelQuestions questions, CasePlan testCase) {
        List<ChartSeries.MetricPoint> points = new ArrayList<>();
        services.forEach((name, operations) -> {
            Map<Long, Second> seconds = seconds(operations);
            COURSES.forEach(course -> {
                if (questions.wants(
                        testCase, course.metric(), Statistic.service(name), StatisticFunction.CHART_OVER_TIME)) {
                    seconds.forEach((at, second) -> {
                        double measured = course.value().applyAsDouble(second);
                        if (!Double.isNaN(measured)) {
                            points.add(new ChartSeries.MetricPoint(name, course.metric(), course.unit(), at, measured));
                        }
                    });
                }
            });
        });
        return points;
    }
}
