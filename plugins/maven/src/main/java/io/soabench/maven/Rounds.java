package io.soabench.maven;

import io.soabench.analyzer.cases.PilotChoice;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The two rounds of a run whose model asks for a precision. The first round has the pilots, and all repetitions of
 * cases without a precision. The second round has the repetitions that the pilots call for.
 *
 * <p>A compiled testbed has all possible repetitions. Each round is a part of its plan, and the second one goes on with
 * the first in the same folder.
 */
final class Rounds {

    private Rounds() {}

    /** Returns the plan of the first round; the plan itself where no precision is asked for. */
    static Plan first(Plan whole) {
        if (whole.cases().stream().noneMatch(of -> of.schedule().precision() != null)) {
            return whole;
        }
        Plan cut = withSchedules(whole, Rounds::asChosen);
        Map<String, Integer> repetitions = repetitions(cut);
        return cut.withCases(
                cut.cases(),
                whole.order().stream()
                        .filter(each -> each.repetition() <= repetitions.get(each.caseId()))
                        .toList());
    }

    /**
     * Returns the plan of a resumed run as it was at the interruption.
     *
     * @param whole of the same model, with the cases of the run
     */
    static Plan begun(Plan whole, Path run) {
        Plan first = first(whole);
        Path recorded = run.resolve(RunFiles.PLAN);
        if (first.equals(whole) || !Files.exists(recorded)) {
            return first;
        }
        Plan before = Json.read(recorded, Plan.class);
        Map<String, CaseSchedule> schedules =
                before.cases().stream().collect(Collectors.toMap(CasePlan::id, CasePlan::schedule));
        Plan plan = withSchedules(
                whole,
                of -> schedules.containsKey(of.id())
                        ? chosen(of.schedule(), schedules.get(of.id()).precision())
                        : of.schedule());
        return plan.withCases(plan.cases(), before.order());
    }

    /** Returns whether the number of repetitions of a case is still to be chosen. */
    static boolean open(Plan plan) {
        return plan.cases().stream()
                .map(of -> of.schedule().precision())
                .anyMatch(precision -> precision != null && !precision.chosen());
    }

    /** Returns whether a run with that plan is complete. */
    static boolean complete(Plan plan, RunRecord record) {
        return !open(plan)
                && record.executions().size() == plan.order().size()
                && record.executions().stream().allMatch(each -> each.state() == RunRecord.State.COMPLETED);
    }

    /**
     * Returns the plan of both rounds: that of the first, and the repetitions that its pilots call for.
     *
     * @param whole of which {@code first} is the first round
     */
    static Plan both(Plan whole, Plan first, List<PilotChoice> choices) {
        Map<String, Integer> needed =
                choices.stream().collect(Collectors.toMap(PilotChoice::block, PilotChoice::needed));
        Plan plan = withSchedules(first, of -> {
            PrecisionGoal precision = of.schedule().precision();
            return precision == null || precision.chosen()
                    ? of.schedule()
                    : chosen(of.schedule(), precision.calledFor(needed.getOrDefault(of.block(), 0)));
        });
        Map<String, Integer> repetitions = repetitions(plan);
        Set<Execution> there = new HashSet<>(first.order());
        List<Execution> order = new ArrayList<>(first.order());
        whole.order().stream()
                .filter(each ->
                        !there.contains(each) && each.repetition() <= repetitions.getOrDefault(each.caseId(), 0))
                .forEach(order::add);
        return plan.withCases(plan.cases(), order);
    }

    private static CaseSchedule asChosen(CasePlan testCase) {
        return chosen(testCase.schedule(), testCase.schedule().precision());
    }

    private static CaseSchedule chosen(CaseSchedule schedule, PrecisionGoal precision) {
        return precision == null
                ? schedule
                : schedule.withPrecision(precision).withRepetitions(precision.repetitions());
    }

    private static Plan withSchedules(Plan plan, Function<CasePlan, CaseSchedule> schedule) {
        return plan.withCases(
                plan.cases().stream()
                        .map(of -> of.withSchedule(schedule.apply(of)))
                        .toList(),
                plan.order());
    }

    private static Map<String, Integer> repetitions(Plan plan) {
        return plan.cases().stream()
                .collect(Collectors.toMap(CasePlan::id, of -> of.schedule().repetitions()));
    }
}
