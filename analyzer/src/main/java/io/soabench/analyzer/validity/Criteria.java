package io.soabench.analyzer.validity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The list of all criteria, in the order of judgement and display. */
public final class Criteria {

    private static final List<Criterion> ALL = Stream.of(
                    CompletionCriteria.criteria(),
                    RequestCriteria.criteria(),
                    Timeliness.ofLoadClients(),
                    LoadClientCriteria.criteria(),
                    PartnerCriteria.criteria(),
                    AnswerCriteria.criteria(),
                    Timeliness.ofPartners(),
                    MachineCriteria.criteria(),
                    SteadinessCriteria.criteria())
            .flatMap(List::stream)
            .toList();

    private Criteria() {}

    /** Returns all criteria. */
    public static List<Criterion> all() {
        return ALL;
    }

    /** Returns the findings in a repetition that left data; those about {@link Timeliness} wait for its block. */
    public static List<CriterionCheck> judge(Evidence evidence) {
        List<CriterionCheck> checks = new ArrayList<>();
        ALL.forEach(criterion -> criterion.judge(evidence, checks));
        return List.copyOf(checks);
    }

    /** Returns all of these checks in the order of the criteria. */
    public static List<CriterionCheck> together(List<CriterionCheck> checks, List<CriterionCheck> others) {
        return Stream.concat(checks.stream(), others.stream())
                .sorted(Comparator.comparingInt(check -> ALL.indexOf(check.criterion())))
                .toList();
    }

    /** Returns the finding about a repetition that left no data. */
    public static CriterionCheck missing() {
        return new CriterionCheck(
                CompletionCriteria.DATA,
                Double.NaN,
                Double.NaN,
                "",
                CriterionCheck.State.VIOLATED,
                "There are no data.");
    }

    /**
     * Returns the share of all processor time that other programs, and other machines of the hypervisor, took, where it was more than is
     * allowed; else NaN.
     */
    public static double takenByOthers(List<CriterionCheck> checks) {
        return checks.stream()
                .filter(MachineCriteria::taken)
                .mapToDouble(CriterionCheck::measured)
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * Returns the checks of a repetition that is not compared fairly: others took more than a quarter of the processors, and less in a
     * compared repetition.
     */
    public static List<CriterionCheck> unmatched(List<CriterionCheck> checks) {
        return checks.stream()
                .map(check -> MachineCriteria.taken(check) ? MachineCriteria.unmatched(check) : check)
                .toList();
    }

    /** Returns whether others took so much of the processors that a repetition is combined only with repetitions of the same kind. */
    public static boolean needsMatch(double takenShare) {
        return takenShare > MachineCriteria.MOST_UNMATCHED;
    }

    /** Returns whether a disturbance from outside the experiment kept the machine busy: processor time of others, or a step of the clock. */
    public static boolean interfered(List<CriterionCheck> checks) {
        return checks.stream().anyMatch(MachineCriteria::interfered);
    }

    /**
     * Returns whether all violations are disturbances, and there is at least one. A disturbance is lateness of the harness, or too few
     * measurements in an {@link #interfered} repetition.
     *
     * @param planned whether all requests are planned, as the arrivals of an open workload are; then nothing outside reduces them
     */
    public static boolean disturbed(List<CriterionCheck> checks, boolean planned) {
        boolean interfered = interfered(checks);
        List<CriterionCheck> violated = checks.stream()
                .filter(c -> c.state() == CriterionCheck.State.VIOLATED)
                .toList();
        return !violated.isEmpty()
                && violated.stream()
                        .allMatch(c ->
                                c.criterion().isDisturbance() || (interfered && !planned && RequestCriteria.tooFew(c)));
    }
}
