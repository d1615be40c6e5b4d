package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.validity.LedgerEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * The engines that make calls of partners one after the other although the process lets them be under way at once, beside engines that make them
 * at once. Their response times differ by the partners' time, not by the engines' work alone.
 */
public final class CallsAtOnce {

    /** Share of requests above which an engine makes calls at once. */
    private static final double AT_ONCE_SHARE = 0.5;

    /** Share of requests below which an engine makes calls one after the other. */
    private static final double ONE_BY_ONE_SHARE = 0.1;

    private CallsAtOnce() {}

    /** Returns a sentence for each process whose engines differ in it, and for each whose engines all make its calls one after the other. */
    public static List<String> caveats(List<CaseResult> cases) {
        Map<String, Map<String, Double>> byProcess = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            for (String process : one.testCase().processes()) {
                share(one, process).ifPresent(share -> byProcess
                        .computeIfAbsent(process, name -> new LinkedHashMap<>())
                        .merge(CaseResult.engine(one.testCase()), share, Math::max));
            }
        }
        List<String> sentences = new ArrayList<>();
        byProcess.forEach((process, shares) -> sentence(process, shares).ifPresent(sentences::add));
        return sentences;
    }

    private static Optional<String> sentence(String process, Map<String, Double> shares) {
        List<String> inTurn = named(shares, share -> share < ONE_BY_ONE_SHARE);
        List<String> atOnce = named(shares, share -> share > AT_ONCE_SHARE);
        if (inTurn.isEmpty()) {
            return Optional.empty();
        }
        String turn = String.join(", ", inTurn) + (inTurn.size() == 1 ? " makes" : " make") + " the calls of process "
                + process + " one after the other, although they may run in parallel";
        return Optional.of(
                atOnce.isEmpty()
                        ? turn + "."
                        : turn + "; " + String.join(", ", atOnce) + (atOnce.size() == 1 ? " makes" : " make")
                                + " them in parallel. A difference of their response times contains time of the partners.");
    }

    private static List<String> named(Map<String, Double> shares, DoublePredicate limit) {
        return shares.entrySet().stream()
                .filter(each -> limit.test(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the share of requests with overlapping calls, over the valid repetitions; empty where none may overlap or was counted. */
    private static Optional<Double> share(CaseResult one, String process) {
        long may = 0;
        long overlapping = 0;
        for (RepetitionResult repetition : one.repetitions()) {
            for (LedgerEntry entry : repetition.ledger()) {
                if (repetition.valid()
                        && entry.entry().equals(LedgerEntry.CALLS_AT_ONCE)
                        && entry.process().equals(process)) {
                    may += entry.expected();
                    overlapping += entry.found();
                }
            }
        }
        return may == 0 ? Optional.empty() : Optional.of((double) overlapping / may);
    }
}
