package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.ChartSeries;
import io.soabench.analyzer.repetition.PendingWork;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.Interval;
import io.soabench.plan.EventKind;
import io.soabench.plan.ServerStart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The requests that an engine completed in the measurements of a case, and the processor time of it and of the servers that it uses.
 * Means and intervals are over the valid repetitions.
 *
 * @param repetitions the valid repetitions, in their order
 * @param perS completed requests a second
 * @param perCpuS completed requests a second of processor time; its mean is NaN when the processor time is unknown
 * @param startS seconds from the start of the engine until it took deployments; its mean is NaN when a start is unknown
 * @param ends work that was pending at the ends of bursts, by stage
 * @param confidence level of the intervals
 */
public record WorkDone(
        List<Repetition> repetitions,
        Interval perS,
        Interval perCpuS,
        Interval startS,
        List<PendingEnds> ends,
        double confidence) {

    private static final double MS = 1000;

    /** Largest difference of two numbers of one measurement that are computed in two ways, as a share. */
    private static final double ROUNDING = 1e-9;

    /**
     * The work of one repetition.
     *
     * @param cpuS seconds of processor time; NaN when unknown
     * @param startS seconds from the start of the engine until it took deployments; NaN when unknown
     */
    public record Repetition(int repetition, long completed, double perS, double cpuS, double startS) {

        /** Returns completed requests a second of processor time; NaN when the time is unknown. */
        public double perCpuS() {
            return cpuS > 0 ? completed / cpuS : Double.NaN;
        }

        /** Returns the milliseconds of processor time for a completed request; NaN when they are unknown. */
        public double cpuMs() {
            return cpuS > 0 && completed > 0 ? MS * cpuS / completed : Double.NaN;
        }
    }

    /**
     * The pending requests at the ends of all stretches of a stage.
     *
     * @param stretches number of stretches, of all valid repetitions
     * @param pending mean of the repetitions' means
     */
    public record PendingEnds(String stage, int stretches, Interval pending, long most) {}

    /** Returns the work of a case. */
    public static WorkDone of(CaseResult result, double confidence) {
        List<Repetition> repetitions = new ArrayList<>();
        Map<String, List<List<PendingWork.Stretch>>> byStage = new LinkedHashMap<>();
        for (RepetitionResult each : result.usable()) {
            PendingWork work = each.series().pending();
            repetitions.add(new Repetition(
                    each.repetition(), work.completed(), work.completedPerS(), work.cpuS(), startS(each)));
            Map<String, List<PendingWork.Stretch>> own = new LinkedHashMap<>();
            work.stretches().forEach(stretch -> own.computeIfAbsent(stretch.stage(), name -> new ArrayList<>())
                    .add(stretch));
            own.forEach((stage, stretches) ->
                    byStage.computeIfAbsent(stage, name -> new ArrayList<>()).add(stretches));
        }
        List<PendingEnds> ends = new ArrayList<>();
        byStage.forEach((stage, stretches) -> ends.add(ends(stage, stretches, confidence)));
        return new WorkDone(
                List.copyOf(repetitions),
                perS(result, confidence),
                Interval.of(
                        repetitions.stream().mapToDouble(Repetition::perCpuS).toArray(), confidence),
                Interval.of(repetitions.stream().mapToDouble(Repetition::startS).toArray(), confidence),
                List.copyOf(ends),
                confidence);
    }

    /**
     * Returns the completed requests a second. Where requests are complete with their answers, these are the throughput of the case, with its
     * interval.
     */
    private static Interval perS(CaseResult result, double confidence) {
        List<RepetitionResult> usable = result.usable();
        boolean answers =
                usable.stream().allMatch(each -> same(each.series().pending().completedPerS(), each.throughput()));
        return answers && !usable.isEmpty()
                ? result.throughput(confidence)
                : Interval.of(
                        usable.stream()
                                .mapToDouble(each -> each.series().pending().completedPerS())
                                .toArray(),
                        confidence);
    }

    private static boolean same(double one, double other) {
        return Math.abs(one - other) <= ROUNDING * other;
    }

    /** Returns the milliseconds of processor time for a completed request, the mean of the repetitions; NaN when one is unknown. */
    public double cpuMs() {
        return repetitions.stream().mapToDouble(Repetition::cpuMs).average().orElse(Double.NaN);
    }

    /** Returns the time of the first start of the engine; an engine that was killed starts again. */
    private static double startS(RepetitionResult result) {
        List<ChartSeries.Event> ofEngine = result.series().events().stream()
                .filter(event -> event.kind().equals(EventKind.SERVER.text())
                        && event.subject().equals(result.testCase().server()))
                .toList();
        double startedS = firstS(ofEngine, ServerStart::isStarted);
        return firstS(ofEngine, ServerStart.READY::equals) - startedS;
    }

    private static double firstS(List<ChartSeries.Event> events, Predicate<String> detail) {
        return events.stream()
                .filter(event -> detail.test(event.detail()))
                .mapToDouble(ChartSeries.Event::atS)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static PendingEnds ends(String stage, List<List<PendingWork.Stretch>> repetitions, double confidence) {
        double[] means = repetitions.stream()
                .mapToDouble(stretches -> stretches.stream()
                        .mapToLong(PendingWork.Stretch::pending)
                        .average()
                        .orElse(Double.NaN))
                .toArray();
        return new PendingEnds(
                stage,
                repetitions.stream().mapToInt(List::size).sum(),
                Interval.of(means, confidence),
                repetitions.stream()
                        .flatMap(List::stream)
                        .mapToLong(PendingWork.Stretch::pending)
                        .max()
                        .orElse(0));
    }
}
