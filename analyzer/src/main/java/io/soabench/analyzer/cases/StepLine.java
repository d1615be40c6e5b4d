package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The time of an engine as a line over the number of partner calls of a process. The intercept is the time for a request without calls, the
 * slope the time for each call. Each repetition has a line of its own, by least squares over its processes; intervals are over repetitions,
 * because these are the independent unit. Processes whose calls overlap are left out: their engine works while a call is in progress.
 *
 * @param processes their names, by number of calls
 * @param callsFrom smallest number of calls
 * @param callsTo largest number of calls
 * @param interceptMs in milliseconds
 * @param slopeMs in milliseconds for each call
 * @param offMs largest distance of a process's mean from the line, in milliseconds; 0 for two numbers of calls
 */
public record StepLine(
        String suite,
        String engine,
        String workload,
        List<String> processes,
        int callsFrom,
        int callsTo,
        Interval interceptMs,
        Interval slopeMs,
        double offMs) {

    /** Share of requests with overlapping calls from which on a process is left out. */
    static final double OVERLAPPING = 0.1;

    private record Place(String suite, String engine, String workload) {}

    /** A process with its number of calls. */
    private record Length(CaseResult of, int calls) {}

    /** Returns the lines of all engines and workloads whose processes have at least two numbers of calls. */
    public static List<StepLine> of(Plan plan, List<CaseResult> cases, double confidence) {
        Map<Place, List<Length>> places = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            CasePlan testCase = one.testCase();
            OptionalInt calls =
                    testCase.mixed() || testCase.isTwin() ? OptionalInt.empty() : calls(plan, testCase.subject());
            if (calls.isPresent() && calls.getAsInt() > 0 && !overlapping(one)) {
                places.computeIfAbsent(
                                new Place(testCase.suite(), CaseResult.engine(testCase), testCase.workload()),
                                none -> new ArrayList<>())
                        .add(new Length(one, calls.getAsInt()));
            }
        }
        List<StepLine> lines = new ArrayList<>();
        places.forEach((place, lengths) -> {
            if (lengths.stream().mapToInt(Length::calls).distinct().count() > 1) {
                lengths.sort(Comparator.comparingInt(Length::calls));
                line(place, lengths, confidence, lines);
            }
        });
        return List.copyOf(lines);
    }

    private static OptionalInt calls(Plan plan, String process) {
        return plan.processOf(process).calls() == null
                ? OptionalInt.empty()
                : plan.processOf(process).calls().calls();
    }

    private static boolean overlapping(CaseResult one) {
        return one.usable().stream()
                        .mapToDouble(each -> average(each, Statistic.CALLS_OVERLAP))
                        .filter(share -> !Double.isNaN(share))
                        .average()
                        .orElse(0)
                >= OVERLAPPING;
    }

    private static double average(RepetitionResult repetition, String metric) {
        Target process = Statistic.process(repetition.testCase().subject());
        return repetition.measured().of(metric, process, StatisticFunction.AVERAGE);
    }

    /** Adds the line of a place; none without a repetition in which all its processes have a time of the engine. */
    private static void line(Place place, List<Length> lengths, double confidence, List<StepLine> lines) {
        double[] calls = lengths.stream().mapToDouble(Length::calls).toArray();
        List<double[]> complete = new ArrayList<>();
        int most = lengths.stream()
                .flatMap(each -> each.of().usable().stream())
                .mapToInt(RepetitionResult::repetition)
                .max()
                .orElse(0);
        for (int repetition = 1; repetition <= most; repetition++) {
            int own = repetition;
            double[] times = lengths.stream()
                    .mapToDouble(each -> each.of().usable().stream()
                            .filter(one -> one.repetition() == own)
                            .mapToDouble(one -> average(one, Statistic.ENGINE_TIME))
                            .findFirst()
                            .orElse(Double.NaN))
                    .toArray();
            if (IntStream.range(0, times.length).noneMatch(i -> Double.isNaN(times[i]))) {
                complete.add(times);
            }
        }
        if (complete.isEmpty()) {
            return;
        }
        double[] slopes =
                complete.stream().mapToDouble(times -> slope(calls, times)).toArray();
        double[] intercepts = IntStream.range(0, slopes.length)
                .mapToDouble(i -> NumberStatistics.mean(complete.get(i)) - slopes[i] * NumberStatistics.mean(calls))
                .toArray();
        Interval slope = Interval.ofChanges(slopes, confidence);
        Interval intercept = Interval.ofChanges(intercepts, confidence);
        double off = IntStream.range(0, calls.length)
                .mapToDouble(i -> Math.abs(complete.stream()
                                .mapToDouble(times -> times[i])
                                .average()
                                .orElseThrow()
                        - intercept.mean()
                        - slope.mean() * calls[i]))
                .max()
                .orElse(0);
        lines.add(new StepLine(
                place.suite(),
                place.engine(),
                place.workload(),
                lengths.stream().map(each -> each.of().testCase().subject()).toList(),
                lengths.get(0).calls(),
                lengths.get(lengths.size() - 1).calls(),
                intercept,
                slope,
                off));
    }

    /** Returns the slope of the line of least squares. */
    private static double slope(double[] x, double[] y) {
        double meanX = NumberStatistics.mean(x);
        double meanY = NumberStatistics.mean(y);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < x.length; i++) {
            products += (x[i] - meanX) * (y[i] - meanY);
            squares += (x[i] - meanX) * (x[i] - meanX);
        }
        return products / squares;
    }
}
