package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.Calls;
import io.soabench.analyzer.folder.Window;
import io.soabench.analyzer.stat.Distribution;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The services as their mocks measured them, all instances and operations of one together: the calls of measured requests that
 * were understood.
 */
final class ServiceSeries {

    private static final double NS_PER_MS = 1e6;

    private final Map<String, List<Calls.Operation>> services = new LinkedHashMap<>();
    private final Window window;

    ServiceSeries(Calls calls, Window window) {
        this.window = window;
        for (Calls.Operation operation : calls.operations()) {
            services.computeIfAbsent(operation.service(), s -> new ArrayList<>())
                    .add(operation);
        }
    }

    void addTo(Measured.Collection measured) {
        services.forEach((name, operations) -> {
            Target service = Statistic.service(name);
            long[] real = operations.stream()
                    .flatMapToLong(o -> java.util.Arrays.stream(o.responsesNs()))
                    .toArray();
            long failed = operations.stream()
                    .mapToLong(Calls.Operation::measuredFailed)
                    .sum();
            long answered = real.length - failed;
            measured.add(Statistic.RESPONSE_TIME, service, Values.of(Distribution.of(real, real.length)));
            long[] planned = planned(operations, real.length);
            measured.add(Statistic.PLANNED_RESPONSE_TIME, service, Values.of(Distribution.of(planned, planned.length)));
            Map<Long, long[]> seconds = seconds(operations);
            measured.add(
                    Statistic.THROUGHPUT,
                    service,
                    Values.of(
                                    seconds.values().stream()
                                            .mapToDouble(s -> (double) s[0])
                                            .toArray(),
                                    "1/s")
                            .whole(window.known() ? answered / window.seconds() : Double.NaN, answered));
            measured.add(
                    Statistic.FAILURES,
                    service,
                    Values.of(new double[0], "ratio")
                            .whole(real.length == 0 ? Double.NaN : (double) failed / real.length, failed));
        });
    }

    private static long[] planned(List<Calls.Operation> operations, int number) {
        long[] all = new long[number];
        int next = 0;
        for (Calls.Operation operation : operations) {
            int own = operation.responsesNs().length;
            for (int i = 0; i < own; i++) {
                all[next++] = operation.plannedNs(i);
            }
        }
        return all;
    }

    /** Number and sum of the response times of the calls that ended in each second of the measurement. */
    private Map<Long, long[]> seconds(List<Calls.Operation> operations) {
        Map<Long, long[]> seconds = new TreeMap<>();
        for (long second = 0; window.known() && second < (long) window.seconds(); second++) {
            seconds.put(second, new long[2]);
        }
        for (Calls.Operation operation : operations) {
            long[] ends = operation.endsNs();
            long[] real = operation.responsesNs();
            for (int i = 0; i < ends.length; i++) {
                long[] second = seconds.get(Math.floorDiv(ends[i] - window.startNs(), 1_000_000_000L));
                if (second != null) {
                    second[0]++;
                    second[1] += real[i];
                }
            }
        }
        return seconds;
    }

    /** The average response time of each second, of the services of which the model wants to see it. */
    List<Series.MetricPoint> points(Questions questions, CasePlan testCase) {
        List<Series.MetricPoint> points = new ArrayList<>();
        services.forEach((name, operations) -> {
            boolean times = questions.wants(
                    testCase, Statistic.RESPONSE_TIME, Statistic.service(name), StatisticFunction.CHART_OVER_TIME);
            boolean rates = questions.wants(
                    testCase, Statistic.THROUGHPUT, Statistic.service(name), StatisticFunction.CHART_OVER_TIME);
            if (times || rates) {
                seconds(operations).forEach((second, sums) -> {
                    if (times && sums[0] > 0) {
                        points.add(new Series.MetricPoint(
                                name, Statistic.RESPONSE_TIME, "ms", second, sums[1] / NS_PER_MS / sums[0]));
                    }
                    if (rates) {
                        points.add(new Series.MetricPoint(name, Statistic.THROUGHPUT, "1/s", second, (double) sums[0]));
                    }
                });
            }
        });
        return points;
    }
}
