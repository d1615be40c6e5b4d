package io.soabench.analyzer;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.plan.Plan;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What an analysis found.
 *
 * @param run the run's folder
 * @param written whether there is a database; false when the folder has no readable plan
 * @param cases in the order of the plan
 * @param pairs comparisons, those of engines first
 * @param missing what is not there or cannot be read, one sentence each
 * @param sentences the result in words with all reasons, most important first; caveats, which stand in the report, are none of them
 * @param lines the result in a few lines, as a terminal shows it
 */
public record Analysis(
        Path run,
        boolean written,
        List<CaseResult> cases,
        List<PairResult> pairs,
        List<String> missing,
        List<String> sentences,
        List<String> lines) {

    /** Repetitions with that verdict. */
    public long repetitions(Verdict verdict) {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(r -> r.verdict() == verdict)
                .count();
    }

    /** Repetitions that are not valid only because something else kept the machine busy, see {@link RepetitionResult#disturbed}. */
    public List<Plan.Execution> disturbed() {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(RepetitionResult::disturbed)
                .map(r -> new Plan.Execution(r.testCase().id(), r.repetition()))
                .toList();
    }

    /** Repetitions while which something outside of the experiment kept the machine busy, see {@link RepetitionResult#interfered}. */
    public List<Plan.Execution> interfered() {
        return executions(RepetitionResult::interfered);
    }

    /** Those that are to be measured again because of {@code disturbed} ones: the same repetition of all cases of their blocks. */
    public List<Plan.Execution> blocksOf(List<Plan.Execution> disturbed) {
        Map<String, String> blocks = cases.stream()
                .map(CaseResult::testCase)
                .collect(Collectors.toMap(Plan.CasePlan::id, Plan.CasePlan::block));
        Set<List<Object>> wanted = disturbed.stream()
                .map(each -> List.<Object>of(blocks.get(each.caseId()), each.repetition()))
                .collect(Collectors.toSet());
        return executions(r -> wanted.contains(List.<Object>of(r.testCase().block(), r.repetition())));
    }

    private List<Plan.Execution> executions(Predicate<RepetitionResult> those) {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(those)
                .map(r -> new Plan.Execution(r.testCase().id(), r.repetition()))
                .toList();
    }

    /** Objectives with that result. */
    public List<ObjectiveResult> objectives(ObjectiveResult.State state) {
        return cases.stream()
                .flatMap(c -> c.objectives().stream())
                .filter(o -> o.state() == state)
                .toList();
    }

    /** A sentence, with its case, about each objective with one of these results, in the order of the results. */
    private List<String> sentences(ObjectiveResult.State... states) {
        return Arrays.stream(states)
                .flatMap(state -> cases.stream().flatMap(c -> c.objectives().stream()
                        .filter(o -> o.state() == state)
                        .map(o -> c.testCase().id() + ": " + o.sentence())))
                .toList();
    }

    /**
     * A sentence, with its case, about each objective for which a build must not go on: those that are missed, then those for which nothing
     * was measured.
     */
    public List<String> unmet() {
        return sentences(ObjectiveResult.State.MISSED, ObjectiveResult.State.UNMEASURED);
    }

    /** The same of each objective that is undecided: a build goes on unless it is to be strict. */
    public List<String> undecided() {
        return sentences(ObjectiveResult.State.UNDECIDED);
    }

    /** Whether all repetitions are valid and no objective is unmet: a build may go on. */
    public boolean passed() {
        return written && repetitions(Verdict.INVALID) == 0 && repetitions(Verdict.MISSING) == 0 && unmet().isEmpty();
    }
}
