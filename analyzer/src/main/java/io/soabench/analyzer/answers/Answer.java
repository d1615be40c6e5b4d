package io.soabench.analyzer.answers;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.HeldLoad;
import io.soabench.plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An answer to one of the questions of a comparison of engines (B10 §1, §5.6).
 *
 * @param suite null when the answer is about the whole run
 * @param workload null when the answer is about the whole run
 * @param engine the engine that the answer names; null when there is none
 * @param other the engine that it is compared with; null when the answer is about all of them
 * @param measured {@link Question#FASTEST}, {@link Question#BASELINE}: response time of the other / of the engine. {@link Question#SCALABILITY}:
 *     the largest load, requests a second, that the engine surely held. {@link Question#RESPONSE_TIME}: the mean
 *     response time, when the workload calls one process; NaN when there is none
 * @param low of a ratio or a time: lower end of the confidence interval; NaN when unknown
 * @param high of a ratio: upper end of the confidence interval; {@link Question#SCALABILITY}: the first load that the
 *     engine did not surely hold; NaN when there is none
 * @param anyLow of a ratio over several workloads: lower end of the interval for any workloads of which these are a
 *     sample; else NaN
 * @param anyHigh its upper end
 * @param cases number of cases of the answer
 * @param decided whether there is a difference, or whether the engine's limit was found
 * @param atLeast least factor by which the slower engine takes longer, even if the trend of the ratio went on for as
 *     long again; NaN where the ratio is settled
 * @param reason reason why a ratio is undecided, as a clause; empty where it is decided, or where the interval itself
 *     shows it. {@link Question#SCALABILITY}: {@link #CLIENTS_WAIT} where no load is held for that reason alone
 * @param workloads number of workloads of the answer
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

    /** The reason of an engine that is not known to hold its smallest load only because clients of a closed load wait for answers. */
    static final String CLIENTS_WAIT = "clients wait for answers";

    /** The questions. */
    public enum Question {
        /** The engine with the lowest response time. */
        FASTEST,
        /** The response times of the other engines as multiples of those of the baseline. */
        BASELINE,
        /** The load that an engine holds before it fails. */
        SCALABILITY,
        /** The response time of the only engine of the run under each workload. */
        RESPONSE_TIME
    }

    /** Returns whether the answer compares response times. */
    boolean compares() {
        return question == Question.FASTEST || question == Question.BASELINE;
    }

    /** Returns whether the answer is about all engines, not about a pair of them. */
    public boolean summary() {
        return other == null;
    }

    /** Returns all answers that the cases give; none for a question that they do not pose. */
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
        answers.addAll(new Scalability(all, workloads, comparisons.capacities()).answers());
        answers.addAll(new SingleEngineAnswers(
                        all.stream().map(HeldLoad::result).toList(), workloads, comparisons.capacities(), confidence)
                .answers());
        return answers;
    }
}
