package io.soabench.analyzer.answers;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.HeldLoad;
import io.soabench.plan.Plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An answer to one of the questions that a comparison of engines is made for (B10 §1, §5.6).
 *
 * @param suite null when the answer is about the whole run
 * @param workload likewise
 * @param engine the engine that the answer names; null when there is none
 * @param other the engine that it is compared with; null when the answer is about all of them
 * @param measured {@link Question#FASTEST}: response time of the other / of the engine; {@link Question#SCALABILITY}: the
 *     largest load, requests a second, that the engine surely held; {@link Question#RESPONSE_TIME}: the mean response time, when
 *     the workload calls one process; NaN when there is none
 * @param low of a ratio or a time: lower end of the confidence interval; NaN when it cannot be told
 * @param high of a ratio: upper end, likewise; {@link Question#SCALABILITY}: the first load of which it is not sure that the
 *     engine held it; NaN when there is none
 * @param anyLow of a ratio over several workloads: lower end of the interval for any workloads of which these are a sample; else NaN
 * @param anyHigh its upper end
 * @param cases number of cases that the answer rests on
 * @param decided whether a difference can be told, or whether the engine's limit was found
 * @param atLeast how many times as long the other engine takes at least, even if the trend of the ratio went on for as long again; NaN where
 *     the ratio is settled
 * @param reason why nothing is decided of a ratio, as a clause; empty where it is decided, or where the interval itself says so
 * @param workloads number of workloads that the answer rests on
 */
public record Answer(
        Question question,
        String suite,
        String workload,
        String engine,
        String other,
        double measured,
        double low,
        double high,
        double anyLow,
        double anyHigh,
        String unit,
        int cases,
        boolean decided,
        double atLeast,
        String reason,
        int workloads,
        String sentence) {

    /** What is asked. */
    public enum Question {
        /** Which engine has the lowest response time? */
        FASTEST,
        /** How much load does an engine hold before it fails? */
        SCALABILITY,
        /** How long does the only engine of the run take under each workload? */
        RESPONSE_TIME
    }

    /** Whether it is about all engines, not about a pair of them. */
    public boolean summary() {
        return other == null;
    }

    /** All answers that the cases give; none for a question that they do not pose. */
    public static List<Answer> of(
            List<CaseResult> cases,
            CaseComparisons comparisons,
            Map<String, WorkloadPlan> workloads,
            double confidence) {
        List<HeldLoad> all = cases.stream()
                .filter(c -> !c.testCase().isTwin())
                .map(c -> HeldLoad.of(c, confidence))
                .toList();
        List<Answer> answers = new ArrayList<>(new LowestResponseTime(all, comparisons, confidence).answers());
        answers.addAll(new Scalability(all, workloads).answers());
        answers.addAll(new SingleEngineAnswers(
                        all.stream().map(HeldLoad::result).toList(), workloads, comparisons.capacities(), confidence)
                .answers());
        return answers;
    }
}
