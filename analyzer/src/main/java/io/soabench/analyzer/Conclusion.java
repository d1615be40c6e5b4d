package io.soabench.analyzer;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.cases.PilotChoice;
import io.soabench.analyzer.cases.RepetitionAttempt;
import io.soabench.analyzer.database.ResultDatabase.VerdictRow;
import io.soabench.analyzer.repetition.OtherPrograms;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.Trend;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.RunRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The result of a run in sentences: the run, missing files, answers, invalid repetitions, objectives, cases, comparisons. */
final class Conclusion {

    /** Up to this number of disturbed repetitions, a console shows one sentence each. */
    private static final int MOST_DISTURBED = 2;

    /** Up to this number of cases that were measured again, each has a sentence of its own only. */
    private static final int MOST_AGAIN = 2;

    private static final String AGAIN = "again";
    private static final String BUSY = "busy";

    private final List<CaseResult> cases;
    private final Map<CaseResult, List<RepetitionAttempt>> attempts;
    private final List<VerdictRow> rows = new ArrayList<>();
    private final String sentence;

    /**
     * Prepares the sentences of a run.
     *
     * @param headlines whose footnotes have the reasons for some cases already
     * @param attempts at repetitions that were measured again because other programs used the machine, by case
     */
    Conclusion(
            List<CaseResult> cases,
            CaseComparisons comparisons,
            List<Answer> answers,
            Headlines headlines,
            List<String> missing,
            RunRecord run,
            Map<CaseResult, List<RepetitionAttempt>> attempts,
            double confidence) {
        this.cases = cases;
        this.attempts = attempts;
        sentence = overall(
                run,
                attempts.values().stream()
                        .flatMap(List::stream)
                        .filter(RepetitionAttempt::counts)
                        .count());
        boolean good = repetitions(Verdict.INVALID) + repetitions(Verdict.MISSING) == 0
                && objectives(ObjectiveResult.State.MET) == objectives(null);
        rows.add(new VerdictRow("run", null, null, null, good, sentence));
        missing.forEach(m -> rows.add(new VerdictRow("missing", null, null, null, false, m)));
        answers.stream()
                .filter(Answer::summary)
                .forEach(a -> rows.add(new VerdictRow("answer", a.suite(), null, null, null, a.sentence())));
        if (comparisons.pairs().stream().anyMatch(pair -> pair.verdict() != null)) {
            comparisons.floors().forEach(found -> rows.add(new VerdictRow("noise", null, null, null, null, found)));
        }
        PilotChoice.sentences(cases)
                .forEach(found -> rows.add(new VerdictRow("precision", null, null, null, null, found)));
        if (attempts.size() > MOST_AGAIN) {
            rows.add(new VerdictRow(AGAIN, null, null, null, null, RepetitionAttempt.together(attempts)));
        }
        attempts.forEach((one, own) -> rows.add(new VerdictRow(
                AGAIN, one.testCase().suite(), one.testCase().id(), null, null, RepetitionAttempt.sentence(one, own))));
        busy();
        usability(headlines);
        cases.forEach(this::validity);
        objectives();
        for (CaseResult one : cases) {
            rows.add(new VerdictRow(
                    "case",
                    one.testCase().suite(),
                    one.testCase().id(),
                    null,
                    (one.usable().isEmpty() && !allDisturbed(one)) ? Boolean.FALSE : null,
                    one.verdict()));
        }
        pairs(comparisons.pairs());
    }

    /**
     * Returns whether a busy machine is the reason why no repetition of a case counts. It is not evidence about the
     * engine.
     */
    private static boolean allDisturbed(CaseResult one) {
        return one.repetitions().stream().allMatch(RepetitionResult::disturbed);
    }

    /** Adds a sentence for each comparison. Comparisons of which nothing is known share one sentence. */
    private void pairs(List<PairResult> pairs) {
        List<PairResult> unknown =
                pairs.stream().filter(pair -> !compared(pair)).toList();
        boolean together = unknown.size() > 1;
        pairs.stream()
                .filter(pair -> !together || compared(pair))
                .forEach(pair -> pair(pair, pair.a().testCase().suite(), pair.sentence()));
        if (together) {
            pair(
                    unknown.get(0),
                    null,
                    unknown.size()
                            + " pairs of cases are not compared: a case of each has fewer than two repetitions that"
                            + " are valid and were answered.");
        }
    }

    private static boolean compared(PairResult pair) {
        return pair.ratio().known()
                || (pair.verdict() != null && pair.verdict().state() != PairVerdict.State.UNDECIDED);
    }

    private void pair(PairResult pair, String suite, String text) {
        rows.add(new VerdictRow(pair.kind().name().toLowerCase(Locale.ROOT), suite, null, null, null, text));
    }

    private String overall(RunRecord run, long again) {
        long all = repetitions(null);
        StringBuilder text = new StringBuilder();
        if (run != null && run.state() != RunRecord.State.COMPLETED) {
            text.append("The run was not completed. ");
        }
        long valid = repetitions(Verdict.VALID) + repetitions(Verdict.SATURATED) + repetitions(Verdict.UNSETTLED);
        text.append(valid)
                .append(" of ")
                .append(all)
                .append(all == 1 ? " repetition" : " repetitions")
                .append(valid == 1 || all == 1 ? " is valid" : " are valid");
        count(text, repetitions(Verdict.SATURATED), "of them saturated");
        count(
                text,
                repetitions(Verdict.UNSETTLED),
                "of them not settled (requests that began and requests that ended do not agree)");
        long disturbed = cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(RepetitionResult::disturbed)
                .count();
        count(text, repetitions(Verdict.INVALID) - disturbed, "not valid");
        count(text, disturbed, "disturbed by a busy machine");
        count(text, repetitions(Verdict.MISSING), "missing");
        if (again > 0) {
            text.append(", ").append(again).append(" measured again after a disturbance");
        }
        long objectives = objectives(null);
        if (objectives == 0) {
            text.append("; there are no objectives.");
        } else {
            text.append("; of ").append(objectives).append(objectives == 1 ? " objective " : " objectives ");
            text.append(objectives(ObjectiveResult.State.MET)).append(" met, ");
            text.append(objectives(ObjectiveResult.State.MISSED)).append(" missed, ");
            text.append(objectives(ObjectiveResult.State.UNDECIDED)).append(" undecided");
            long unmeasured = objectives(ObjectiveResult.State.UNMEASURED);
            text.append(unmeasured == 0 ? "." : ", " + unmeasured + " not measured.");
        }
        return text.toString();
    }

    private static void count(StringBuilder text, long number, String words) {
        if (number > 0) {
            text.append(", ").append(number).append(' ').append(words);
        }
    }

    /** Adds a sentence about other programs on the machine: where repetitions count in spite of them, or where none counts because of them. */
    private void busy() {
        boolean any = cases.stream().anyMatch(one -> !one.usable().isEmpty());
        List<RepetitionResult> repetitions = cases.stream()
                .flatMap(one -> (any ? one.usable() : one.repetitions()).stream())
                .toList();
        int all = repetitions.size();
        if (!any && !repetitions.stream().allMatch(RepetitionResult::disturbed)) {
            return;
        }
        OtherPrograms.during(repetitions)
                .ifPresent(others -> rows.add(new VerdictRow(
                        BUSY,
                        null,
                        null,
                        null,
                        null,
                        "During " + others.number() + (!any ? "" : all == 1 ? " that counts" : " that count")
                                + ", other programs took " + others.taken() + ": "
                                + (any
                                        ? "on a quiet machine response times could be shorter and vary less."
                                        : "there is no result until the machine is quiet."))));
    }

    /**
     * Adds a sentence about cases that are not settled, before the numbers. Such a sentence is neither good nor bad, because it makes no
     * repetition invalid. A reason that a footnote has is not repeated.
     */
    private void usability(Headlines headlines) {
        // Cases without response times have no trend.
        List<CaseResult> timed =
                cases.stream().filter(one -> one.means().length > 0).toList();
        steadiness(timed).ifPresent(found -> rows.add(new VerdictRow("steadiness", null, null, null, null, found)));
        for (CaseResult one : cases) {
            CaseUsability.State state = one.usability().state();
            boolean saturated = state == CaseUsability.State.SATURATED && !headlines.explains(one);
            if (saturated || state == CaseUsability.State.UNSETTLED) {
                rows.add(new VerdictRow(
                        "standing",
                        one.testCase().suite(),
                        one.testCase().id(),
                        null,
                        null,
                        one.testCase().id() + ": " + one.usability().why() + "."));
            }
        }
    }

    /** Returns a sentence with the numbers of cases whose response times changed, or are not known to be steady; empty where all were steady. */
    private Optional<String> steadiness(List<CaseResult> timed) {
        long unknown = timed.stream()
                .filter(c -> c.usability().state() == CaseUsability.State.NOT_ASSESSED)
                .count();
        // Where load and answers do not agree, a sentence of the case has the reason.
        double[] changes = timed.stream()
                .filter(one -> one.usability().state() == CaseUsability.State.UNSETTLED
                        && one.usability().comparable())
                .mapToDouble(one -> Trend.mean(one.usable().stream()
                                .map(r -> r.measurement().trend())
                                .toList())
                        .change())
                .sorted()
                .toArray();
        if (unknown + changes.length == 0) {
            return Optional.empty();
        }
        String notShown = unknown == timed.size()
                ? "In no case do the data show whether response times were steady"
                : "In " + unknown + " of " + SentenceText.count(timed.size(), "case", "cases")
                        + " the data do not show whether response times were steady";
        return Optional.of((changes.length == 0
                        ? notShown
                        : "Response times were not steady in " + changes.length + " of "
                                + SentenceText.count(timed.size(), "case", "cases") + " (they " + changed(changes)
                                + " during the measurement)"
                                + (unknown == 0
                                        ? ""
                                        : ", and in " + unknown + " the data do not show whether they were"))
                + (engines() > 1
                        ? ". A difference is reported there only if it would remain if the trends continued"
                        : "")
                + ". Warm up and measure longer"
                + (unknown == 0 ? "." : ", or repeat more often."));
    }

    /**
     * Returns a range of changes in words.
     *
     * @param sorted changes as shares, ascending
     */
    private static String changed(double... sorted) {
        double least = sorted[0];
        double most = sorted[sorted.length - 1];
        return most < 0
                ? "fell by " + percents(-most, -least)
                : least > 0
                        ? "rose by " + percents(least, most)
                        : "changed by −" + SentenceText.percent(-least) + " to +" + SentenceText.percent(most);
    }

    private static String percents(double least, double most) {
        String low = SentenceText.percent(least);
        String high = SentenceText.percent(most);
        return low.equals(high) ? low : low + " to " + high;
    }

    private long engines() {
        return cases.stream()
                .map(c -> CaseResult.engine(c.testCase()))
                .distinct()
                .count();
    }

    private long repetitions(Verdict verdict) {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(r -> verdict == null || r.verdict() == verdict)
                .count();
    }

    private long objectives(ObjectiveResult.State state) {
        return cases.stream()
                .flatMap(c -> c.objectives().stream())
                .filter(o -> state == null || o.state() == state)
                .count();
    }

    private void validity(CaseResult one) {
        for (RepetitionResult repetition : one.repetitions()) {
            if (!repetition.usable()) {
                String where = one.testCase().id() + ", repetition " + repetition.repetition() + ": ";
                rows.add(new VerdictRow(
                        repetition.verdict() == Verdict.MISSING ? "missing" : "validity",
                        one.testCase().suite(),
                        one.testCase().id(),
                        repetition.repetition(),
                        repetition.disturbed() ? null : Boolean.FALSE,
                        where + String.join(" ", repetition.sentences(CriterionCheck.State.VIOLATED))));
            }
        }
    }

    private void objectives() {
        for (ObjectiveResult.State state : List.of(
                ObjectiveResult.State.MISSED,
                ObjectiveResult.State.UNMEASURED,
                ObjectiveResult.State.UNDECIDED,
                ObjectiveResult.State.MET)) {
            for (CaseResult one : cases) {
                for (ObjectiveResult objective : one.objectives()) {
                    if (objective.state() == state) {
                        rows.add(new VerdictRow(
                                "objective",
                                one.testCase().suite(),
                                one.testCase().id(),
                                null,
                                state == ObjectiveResult.State.UNDECIDED
                                        ? null
                                        : (Boolean) (state == ObjectiveResult.State.MET),
                                one.testCase().id() + ": " + objective.sentence()));
                    }
                }
            }
        }
    }

    /** Returns the run in one sentence. */
    String sentence() {
        return sentence;
    }

    /**
     * Returns the rows for a console. More than {@value #MOST_DISTURBED} repetitions of which a disturbance broke the same criteria become
     * one row, and so do as many cases that were measured again.
     *
     * @param all rows of the run
     */
    List<VerdictRow> shown(List<VerdictRow> all) {
        Map<List<String>, List<RepetitionResult>> causes = cases.stream()
                .flatMap(one -> one.repetitions().stream())
                .filter(RepetitionResult::disturbed)
                .collect(Collectors.groupingBy(Conclusion::violated, LinkedHashMap::new, Collectors.toList()));
        List<VerdictRow> shown = new ArrayList<>();
        Set<List<String>> shared = new HashSet<>();
        for (VerdictRow row : all) {
            if (row.kind().equals(AGAIN) && row.caseId() != null && attempts.size() > MOST_AGAIN) {
                continue;
            }
            Optional<RepetitionResult> disturbed = disturbed(row);
            List<String> cause = disturbed.map(Conclusion::violated).orElse(List.of());
            if (disturbed.isEmpty() || causes.get(cause).size() <= MOST_DISTURBED) {
                shown.add(row);
            } else if (shared.add(cause)) {
                shown.add(new VerdictRow(
                        row.kind(),
                        null,
                        null,
                        null,
                        row.good(),
                        causes.get(cause).size() + " repetitions do not count, because the machine was busy ("
                                + String.join(", ", cause).toLowerCase(Locale.ROOT)
                                + "). For example, " + row.sentence()));
            }
        }
        return List.copyOf(shown);
    }

    private Optional<RepetitionResult> disturbed(VerdictRow row) {
        return row.repetition() == null
                ? Optional.empty()
                : cases.stream()
                        .filter(one -> one.testCase().id().equals(row.caseId()))
                        .flatMap(one -> one.repetitions().stream())
                        .filter(each -> each.repetition() == row.repetition() && each.disturbed())
                        .findFirst();
    }

    private static List<String> violated(RepetitionResult repetition) {
        return repetition.checks().stream()
                .filter(check -> check.state() == CriterionCheck.State.VIOLATED)
                .map(check -> check.criterion().title())
                .distinct()
                .toList();
    }

    /** Returns the sentences about other programs on the machine. */
    List<String> busySentences() {
        return rows.stream()
                .filter(row -> row.kind().equals(BUSY))
                .map(VerdictRow::sentence)
                .toList();
    }

    List<VerdictRow> rows() {
        return List.copyOf(rows);
    }
}
