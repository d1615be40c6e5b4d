package io.soabench.analyzer;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The results of an analysis.
 *
 * @param run the run's folder
 * @param written whether the analysis wrote a database; false when the folder has no readable plan
 * @param cases the results of the cases in the order of the plan
 * @param pairs comparisons of two cases, those of engines first
 * @param missing files that are missing or cannot be read, one sentence each
 * @param sentences the result in words with all reasons, most important first; caveats are not among them, because they stand in the report
 * @param lines the result in a few lines, as a terminal shows it
 * @param sampled names of the cases whose recording has a sample of a running thread within the measurement
 */
public record Analysis(
        Path run,
        boolean written,
        List<CaseResult> cases,
        List<PairResult> pairs,
        List<String> missing,
        List<String> sentences,
        List<String> lines,
        Set<String> sampled) {

    /** Returns the number of repetitions with a verdict. */
    public long repetitions(Verdict verdict) {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(r -> r.verdict() == verdict)
                .count();
    }

    /** Returns the repetitions that are invalid only because of a disturbance from outside, see {@link RepetitionResult#disturbed}. */
    public List<Execution> disturbed() {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(RepetitionResult::disturbed)
                .map(r -> new Execution(r.testCase().id(), r.repetition()))
                .toList();
    }

    /**
     * Returns the repetitions during which a disturbance from outside the experiment kept the machine busy, see {@link
     * RepetitionResult#interfered}.
     */
    public List<Execution> interfered() {
        return executions(RepetitionResult::interfered);
    }

    /** Returns the repetitions to measure again: the same repetition of all cases in the blocks of {@code disturbed} ones. */
    public List<Execution> blocksOf(List<Execution> disturbed) {
        Map<String, String> blocks =
                cases.stream().map(CaseResult::testCase).collect(Collectors.toMap(CasePlan::id, CasePlan::block));
        Set<List<Object>> wanted = disturbed.stream()
                .map(each -> List.<Object>of(blocks.get(each.caseId()), each.repetition()))
                .collect(Collectors.toSet());
        return executions(r -> wanted.contains(List.<Object>of(r.testCase().block(), r.repetition())));
    }

    private List<Execution> executions(Predicate<RepetitionResult> those) {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(those)
                .map(r -> new Execution(r.testCase().id(), r.repetition()))
                .toList();
    }

    /** Returns the objectives with a state. */
    public List<ObjectiveResult> objectives(ObjectiveResult.State state) {
        return cases.stream()
                .flatMap(c -> c.objectives().stream())
                .filter(o -> o.state() == state)
                .toList();
    }

    /** Returns a sentence with its case for each objective in one of these states, in the order of the states. */
    private List<String> sentences(ObjectiveResult.State... states) {
        return Arrays.stream(states)
                .flatMap(state -> cases.stream().flatMap(c -> c.objectives().stream()
                        .filter(o -> o.state() == state)
                        .map(o -> c.testCase().id() + ": " + o.sentence())))
                .toList();
    }

    /** Returns a sentence with its case for each objective that must stop a build: missed objectives first, then unmeasured ones. */
    public List<String> unmet() {
        return sentences(ObjectiveResult.State.MISSED, ObjectiveResult.State.UNMEASURED);
    }

    /** Returns a sentence with its case for each undecided objective. Only a strict build stops at them. */
    public List<String> undecided() {
        return sentences(ObjectiveResult.State.UNDECIDED);
    }

    /** Returns the same in fewer sentences: objectives that are undecided because the machine was busy share one. */
    public List<String> undecidedTogether() {
        List<String> where = new ArrayList<>();
        List<String> together = new ArrayList<>();
        for (CaseResult one : cases) {
            for (ObjectiveResult objective : one.objectives()) {
                if (objective.machineBusy()) {
                    where.add(one.testCase().id());
                } else if (objective.state() == ObjectiveResult.State.UNDECIDED) {
                    together.add(one.testCase().id() + ": " + objective.sentence());
                }
            }
        }
        if (where.size() < 2) {
            return undecided();
        }
        together.add(where.size() + " expectations are undecided, because no repetition of their cases counts ("
                + where.stream().distinct().collect(Collectors.joining(", ")) + "): the machine was busy.");
        return together;
    }

    /** Returns whether all repetitions are valid and no objective is unmet, so that a build may go on. */
    public boolean passed() {
        return written && repetitions(Verdict.INVALID) == 0 && repetitions(Verdict.MISSING) == 0 && unmet().isEmpty();
    }
}
