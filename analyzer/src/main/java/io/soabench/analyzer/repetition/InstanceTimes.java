package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.EngineInstances;
import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.analyzer.validity.EnginePace;
import io.soabench.plan.CasePlan;
import io.soabench.plan.InstanceMetric;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The durations and ends of instances within the measured window, by the engine's own history. A duration belongs to the window in which its
 * instance began, as a response time does; an end belongs to the window in which it lies, as an answer does.
 */
final class InstanceTimes {

    private static final String SOURCE = "the engine's own history";
    private static final double NS_PER_MS = 1e6;

    /** The largest number of single instances of a repetition in the database. */
    private static final int MOST_SINGLY = 1_000;

    private final EngineInstances instances;
    private final MeasurementWindow window;
    private final CasePlan testCase;
    private final String missing;
    private final String missingEnds;

    private InstanceTimes(EngineInstances instances, MeasurementWindow window, CasePlan testCase) {
        this.instances = instances;
        this.window = window;
        this.testCase = testCase;
        this.missing = instances.missing(window);
        this.missingEnds = instances.missingEnds(window);
    }

    /** Returns the times; nothing when the model asks for none. */
    static Optional<InstanceTimes> of(RepetitionFolder folder, MeasurementWindow window, CasePlan testCase) {
        return folder.instances().filter(each -> window.known()).map(each -> new InstanceTimes(each, window, testCase));
    }

    /** Adds the metrics of the engine, and those of the processes of the case. */
    void addTo(RepetitionStatistics.Collection measured) {
        Target engine = Statistic.server(instances.server());
        if (!missing.isEmpty()) {
            for (InstanceMetric metric : InstanceMetric.values()) {
                measured.add(metric.word(), engine, MetricValues.of(new double[0], metric.unit()));
            }
            return;
        }
        add(measured, engine, i -> true);
        add(measured, Statistic.process(testCase.subject()), i -> true);
        for (String process : testCase.mixed() ? testCase.processes() : List.<String>of()) {
            add(measured, Statistic.process(process), i -> instances.of(i, process));
        }
    }

    private void add(RepetitionStatistics.Collection measured, Target target, IntPredicate choice) {
        SortedSample durations = durations(choice);
        boolean few = target.kind() == Target.Kind.PROCESS && durations.count() < EnginePace.leastAnswers(false);
        measured.add(
                InstanceMetric.DURATION.word(),
                target,
                MetricValues.of(few ? SortedSample.of(new long[0], 0) : durations));
        if (!missingEnds.isEmpty()) {
            measured.add(
                    InstanceMetric.RATE.word(), target, MetricValues.of(new double[0], InstanceMetric.RATE.unit()));
            return;
        }
        double[] ends = endsBySecond(choice);
        long ended = (long) Arrays.stream(ends).sum();
        double[] whole = Arrays.copyOf(ends, (int) window.seconds());
        measured.add(
                InstanceMetric.RATE.word(),
                target,
                MetricValues.of(whole, InstanceMetric.RATE.unit()).whole(ended / window.seconds(), ended));
    }

    private SortedSample durations(IntPredicate choice) {
        long[] values = new long[instances.size()];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (begun(i) && instances.ended(i) && choice.test(i)) {
                values[count++] = instances.endNs(i) - instances.startNs(i);
            }
        }
        return SortedSample.of(values, count);
    }

    private boolean begun(int instance) {
        return window.contains(instances.startNs(instance));
    }

    private boolean ended(int instance) {
        return instances.ended(instance) && window.contains(instances.endNs(instance));
    }

    private int second(long ns) {
        return (int) window.at(ns);
    }

    /** Returns the number of instances that ended, for each second of the window; the last one may be shorter. */
    private double[] endsBySecond(IntPredicate choice) {
        double[] ends = new double[(int) Math.ceil(window.seconds())];
        for (int i = 0; i < instances.size(); i++) {
            if (ended(i) && choice.test(i)) {
                ends[second(instances.endNs(i))]++;
            }
        }
        return ends;
    }

    /** Returns the metrics of the engine with their source, or with the reason why there is no number. */
    List<MetricSummary> summaries() {
        return Arrays.stream(InstanceMetric.values())
                .map(metric -> new MetricSummary(
                        instances.server(),
                        metric.word(),
                        Kind.GAUGE,
                        metric.unit(),
                        why(metric).isEmpty() ? SOURCE : "unavailable: " + why(metric),
                        Double.NaN,
                        Double.NaN))
                .toList();
    }

    private String why(InstanceMetric metric) {
        return switch (metric) {
            case DURATION -> missing;
            case RATE -> missingEnds;
        };
    }

    /** Returns the counts of each process of the case; none where instances are missing. */
    List<InstanceCount> counts() {
        List<InstanceCount> counts = new ArrayList<>();
        for (String process : missing.isEmpty() ? testCase.processes() : List.<String>of()) {
            long begun = 0;
            long running = 0;
            long ended = 0;
            for (int i = 0; i < instances.size(); i++) {
                if (instances.of(i, process)) {
                    begun += begun(i) ? 1 : 0;
                    running += begun(i) && !instances.ended(i) ? 1 : 0;
                    ended += ended(i) ? 1 : 0;
                }
            }
            counts.add(new InstanceCount(instances.server(), process, begun, ended, running));
        }
        return List.copyOf(counts);
    }

    /** Returns single instances in the order of their begin: all, or each n-th where there are too many. */
    List<InstancePoint> singly() {
        int[] begun = missing.isEmpty()
                ? IntStream.range(0, instances.size())
                        .filter(this::begun)
                        .boxed()
                        .sorted(Comparator.comparingLong(instances::startNs))
                        .mapToInt(Integer::intValue)
                        .toArray()
                : new int[0];
        int each = Math.max(1, (begun.length + MOST_SINGLY - 1) / MOST_SINGLY);
        List<InstancePoint> points = new ArrayList<>();
        for (int at = 0; at < begun.length; at += each) {
            int i = begun[at];
            points.add(new InstancePoint(
                    instances.server(),
                    instances.process(i),
                    window.at(instances.startNs(i)),
                    instances.ended(i) ? (instances.endNs(i) - instances.startNs(i)) / NS_PER_MS : Double.NaN,
                    Math.min(each, begun.length - at)));
        }
        return List.copyOf(points);
    }

    /** Returns the course of those metrics of which the model wants a chart over time, a point for each second. */
    List<ChartSeries.MetricPoint> points(ModelQuestions questions) {
        List<ChartSeries.MetricPoint> points = new ArrayList<>();
        if (!missing.isEmpty()) {
            return points;
        }
        if (missingEnds.isEmpty() && wants(questions, InstanceMetric.RATE)) {
            double[] ends = endsBySecond(i -> true);
            for (int second = 0; second < (int) window.seconds(); second++) {
                points.add(point(InstanceMetric.RATE, second, ends[second]));
            }
        }
        if (wants(questions, InstanceMetric.DURATION)) {
            int seconds = (int) Math.ceil(window.seconds());
            double[] sums = new double[seconds];
            int[] counts = new int[seconds];
            for (int i = 0; i < instances.size(); i++) {
                if (begun(i) && instances.ended(i)) {
                    int second = second(instances.startNs(i));
                    sums[second] += (instances.endNs(i) - instances.startNs(i)) / NS_PER_MS;
                    counts[second]++;
                }
            }
            for (int second = 0; second < seconds; second++) {
                if (counts[second] > 0) {
                    points.add(point(InstanceMetric.DURATION, second, sums[second] / counts[second]));
                }
            }
        }
        return points;
    }

    private boolean wants(ModelQuestions questions, InstanceMetric metric) {
        return questions.wants(
                testCase, metric.word(), Statistic.server(instances.server()), StatisticFunction.CHART_OVER_TIME);
    }

    private ChartSeries.MetricPoint point(InstanceMetric metric, int second, double value) {
        return new ChartSeries.MetricPoint(instances.server(), metric.word(), metric.unit(), second, value);
    }
}
