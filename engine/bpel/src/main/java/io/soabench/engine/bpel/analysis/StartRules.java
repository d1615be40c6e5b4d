package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.Correlation;
import io.soabench.engine.bpel.syntax.Flow;
import io.soabench.engine.bpel.syntax.Nesting.Role;
import io.soabench.engine.bpel.syntax.Pick;
import io.soabench.engine.bpel.syntax.Receipt;
import io.soabench.engine.bpel.syntax.Receive;
import io.soabench.engine.bpel.syntax.Scope;
import io.soabench.engine.bpel.syntax.Sequence;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rules about start activities (WS-BPEL 2.0, sections 5.5 and 10.4). */
final class StartRules {
    private StartRules() {}

    private static boolean isStart(ActivityElement activity) {
        return (activity instanceof Receive receive && receive.createInstance())
                || (activity instanceof Pick pick && pick.createInstance());
    }

    private static List<ActivityPosition> starts(AnalysisInput subject) {
        return subject.places().stream()
                .filter(place -> isStart(place.activity()))
                .toList();
    }

    /** Checks that a process has a start activity. */
    static void noStartActivity(AnalysisInput subject, Problems problems) {
        if (starts(subject).isEmpty()) {
            problems.add(
                    "SA00015",
                    subject.process().location(),
                    "process '" + subject.process().name()
                            + "' cannot be started: no 'receive' or 'pick' has createInstance=\"yes\"");
        }
    }

    /** Checks that no other activity can run before a start activity, or beside all of them. */
    static void activitiesBeforeStart(AnalysisInput subject, Problems problems) {
        List<ActivityPosition> starts = starts(subject);
        if (starts.isEmpty()) {
            return;
        }
        misplacedStarts(starts, problems);
        ActivityOrder precedence = subject.precedence();
        for (ActivityPosition start : starts) {
            activityBefore(start, precedence, subject, problems);
        }
        activitiesBeside(starts, precedence, subject, problems);
    }

    private static void misplacedStarts(List<ActivityPosition> starts, Problems problems) {
        for (ActivityPosition start : starts) {
            if (start.role() != Role.CONTENT
                    || !start.outer().stream()
                            .flatMap(ActivityPosition::outwards)
                            .allMatch(StartRules::mayContainStart)) {
                problems.add(
                        "SA00056",
                        start.activity().location(),
                        "a start activity may only be inside 'sequence', 'flow' and 'scope', not inside other activities or handlers");
            }
        }
    }

    /** Reports the first activity that comes before a start activity. */
    private static void activityBefore(
            ActivityPosition start, ActivityOrder precedence, AnalysisInput subject, Problems problems) {
        subject.places().stream()
                .filter(place -> !isStart(place.activity()) && !isTransparent(place.activity()))
                .filter(place -> !place.isInside(start.activity()) && !start.isInside(place.activity()))
                .filter(place -> precedence.isBefore(place.activity(), start.activity()))
                .findFirst()
                .ifPresent(place -> problems.add(
                        "SA00056",
                        start.activity().location(),
                        "this start activity comes after the activity at line "
                                + place.activity().location().line()
                                + "; only start activities may come before it"));
    }

    /** Reports all activities outside of handlers that no start activity comes before. */
    private static void activitiesBeside(
            List<ActivityPosition> starts, ActivityOrder precedence, AnalysisInput subject, Problems problems) {
        subject.places().stream()
                .filter(place -> place.outwards().allMatch(outer -> outer.role() == Role.CONTENT))
                .filter(place -> !isStart(place.activity()) && !isTransparent(place.activity()))
                .filter(place -> starts.stream()
                        .noneMatch(start -> place.isInside(start.activity())
                                || start.isInside(place.activity())
                                || precedence.isBefore(start.activity(), place.activity())))
                .forEach(place -> problems.add(
                        "SA00056",
                        place.activity().location(),
                        "this activity could run before or beside the start activity; put it behind one"));
    }

    private static boolean mayContainStart(ActivityPosition place) {
        return place.role() == Role.CONTENT && isTransparent(place.activity());
    }

    /** Returns true for activities that only order others, so that they may begin before a start activity inside. */
    private static boolean isTransparent(ActivityElement activity) {
        return activity instanceof Sequence || activity instanceof Flow || activity instanceof Scope;
    }

    /** Checks that a pick which starts instances waits for messages only. */
    static void alarmsOfStartPick(AnalysisInput subject, Problems problems) {
        subject.all(Pick.class)
                .map(AnalysisInput.Found::activity)
                .filter(pick -> pick.createInstance() && !pick.alarms().isEmpty())
                .forEach(pick -> problems.add(
                        "SA00062", pick.location(), "a 'pick' with createInstance=\"yes\" must not have 'onAlarm'"));
    }

    /** Checks that several start activities share a correlation set, and use the shared sets with initiate="join". */
    static void correlationOfSeveralStarts(AnalysisInput subject, Problems problems) {
        List<AnalysisInput.ReceiptPlace> receipts = subject.receipts().stream()
                .filter(AnalysisInput.ReceiptPlace::createInstance)
                .toList();
        if (starts(subject).size() < 2
                || receipts.stream()
                        .allMatch(receipt -> receipt.receipt().correlations().isEmpty())) {
            return;
        }
        Set<String> common = commonSets(receipts);
        for (AnalysisInput.ReceiptPlace found : receipts) {
            Receipt receipt = found.receipt();
            boolean joins = receipt.correlations().stream()
                    .filter(correlation -> common.contains(correlation.set()))
                    .allMatch(correlation -> correlation.initiate() == Correlation.Initiate.JOIN);
            if (common.isEmpty() || !joins) {
                problems.add(
                        "SA00057",
                        receipt.location(),
                        common.isEmpty()
                                ? "the start activities have no correlation set in common; give all of them one with initiate=\"join\""
                                : "the common correlation sets '" + String.join("', '", common)
                                        + "' must have initiate=\"join\" at every start activity");
            }
        }
    }

    /** Returns the names of the correlation sets that all receipts use. */
    private static Set<String> commonSets(List<AnalysisInput.ReceiptPlace> receipts) {
        Set<String> common = sets(receipts.get(0));
        receipts.forEach(receipt -> common.retainAll(sets(receipt)));
        return common;
    }

    private static Set<String> sets(AnalysisInput.ReceiptPlace receipt) {
        return receipt.receipt().correlations().stream()
                .map(Correlation::set)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
