package io.soabench.analyzer.validity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All criteria, in the order in which they are judged and shown. */
public final class Criteria {

    private static final List<Criterion> ALL = Stream.of(
                    CompletionCriteria.criteria(),
                    RequestCriteria.criteria(),
                    Timeliness.ofLoadClients(),
                    LoadClientCriteria.criteria(),
                    PartnerCriteria.criteria(),
                    Timeliness.ofPartners(),
                    MachineCriteria.criteria(),
                    SteadinessCriteria.criteria())
            .flatMap(List::stream)
            .toList();

    private Criteria() {}

    /** All criteria. */
    public static List<Criterion> all() {
        return ALL;
    }

    /** What the criteria find in a repetition that left data; those about {@link Timeliness} wait for its block. */
    public static List<CriterionCheck> judge(Evidence evidence) {
        List<CriterionCheck> checks = new ArrayList<>();
        ALL.forEach(criterion -> criterion.judge(evidence, checks));
        return List.copyOf(checks);
    }

    /** All of these in the order of the criteria. */
    public static List<CriterionCheck> together(List<CriterionCheck> checks, List<CriterionCheck> others) {
        return Stream.concat(checks.stream(), others.stream())
                .sorted(Comparator.comparingInt(check -> ALL.indexOf(check.criterion())))
                .toList();
    }

    /** What is found in a repetition that left nothing. */
    public static CriterionCheck missing(String caseId, int repetition) {
        return new CriterionCheck(
                CompletionCriteria.DATA,
                Double.NaN,
                Double.NaN,
                "",
                CriterionCheck.State.VIOLATED,
                "There are no data of repetition " + repetition + " of " + caseId + ".");
    }

    /**
     * What other programs, and other machines of the hypervisor, took of all processor time, as a share, where that was more than they
     * should; else NaN.
     */
    public static double takenByOthers(List<CriterionCheck> checks) {
        return checks.stream()
                .filter(MachineCriteria::taken)
                .mapToDouble(CriterionCheck::measured)
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * The checks of a repetition that is not compared fairly: others took more than a quarter of the processors, and less in a repetition
     * that it is compared with.
     */
    public static List<CriterionCheck> unmatched(List<CriterionCheck> checks) {
        return checks.stream()
                .map(check -> MachineCriteria.taken(check) ? MachineCriteria.unmatched(check) : check)
                .toList();
    }

    /** Whether others took so much of the processors that a repetition is put together only with such as are like it. */
    public static boolean needsMatch(double takenShare) {
        return takenShare > MachineCriteria.MOST_UNMATCHED;
    }

    /** Whether something outside of the experiment kept the machine busy: processor time of others, or a step of the clock. */
    public static boolean interfered(List<CriterionCheck> checks) {
        return checks.stream().anyMatch(MachineCriteria::interfered);
    }

    /**
     * Whether all that is violated, and something is, are disturbances: the harness was late, or it was {@link #interfered} with what should
     * have been measured, and there is too little of it.
     *
     * @param planned whether all that is sent is planned, as the arrivals of an open workload are: then nothing outside makes it less
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
