package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.EnvironmentRecord.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * A measurement of a repetition that may be repeated; only the last one counts.
 *
 * @param number from 1, in the order of the attempts
 * @param counts whether its numbers are those of the repetition
 * @param result result of the attempt
 * @param surroundings activity of other programs meanwhile; empty when it was not recorded
 */
public record RepetitionAttempt(
        int number, boolean counts, RepetitionResult result, Optional<Surroundings> surroundings) {

    /**
     * Returns the effect of measuring again in a sentence: the mean response time of a case with and without the
     * attempts that do not count.
     *
     * @param caseResult case of the attempts
     * @param attempts all attempts at the repetitions of the case that were measured more than once; at least one
     */
    public static String sentence(CaseResult caseResult, List<RepetitionAttempt> attempts) {
        long again = attempts.stream().filter(RepetitionAttempt::counts).count();
        double without = mean(caseResult.repetitions(), List.of());
        double with = mean(
                caseResult.repetitions(),
                attempts.stream()
                        .filter(attempt -> !attempt.counts())
                        .map(RepetitionAttempt::result)
                        .toList());
        return caseResult.testCase().id() + ": " + again + " of "
                + caseResult.repetitions().size()
                + (caseResult.repetitions().size() == 1 ? " repetition" : " repetitions")
                + (again == 1 ? " was" : " were")
                + " measured again, with the whole block, because other programs used the machine"
                + (Double.isNaN(without) || Double.isNaN(with)
                        ? "."
                        : "; the mean response time is " + SentenceText.ms(without) + ", and " + SentenceText.ms(with)
                                + " with the attempts that do not count.");
    }

    /**
     * Returns the effect of measuring repetitions of several cases again in a sentence: the largest change of a mean response time that the
     * attempts which do not count would make.
     *
     * @param attempts all attempts at repetitions that were measured more than once, by case
     */
    public static String together(Map<CaseResult, List<RepetitionAttempt>> attempts) {
        List<RepetitionAttempt> counting = attempts.values().stream()
                .flatMap(List::stream)
                .filter(RepetitionAttempt::counts)
                .toList();
        long blocks = counting.stream()
                .map(attempt -> attempt.result().testCase().block() + " "
                        + attempt.result().repetition())
                .distinct()
                .count();
        OptionalDouble change = attempts.entrySet().stream()
                .mapToDouble(each -> {
                    List<RepetitionResult> all = each.getKey().repetitions();
                    List<RepetitionResult> others = each.getValue().stream()
                            .filter(attempt -> !attempt.counts())
                            .map(RepetitionAttempt::result)
                            .toList();
                    return Math.abs(mean(all, others) / mean(all, List.of()) - 1);
                })
                .filter(Double::isFinite)
                .max();
        return SentenceText.count(counting.size(), "repetition", "repetitions") + " of "
                + SentenceText.count(attempts.size(), "case", "cases") + " ("
                + SentenceText.count(blocks, "block", "blocks")
                + ") were measured again, because other programs used the machine. The last measurement counts"
                + (change.isPresent()
                        ? "; with the earlier ones included, the mean response time of a case would differ by up to "
                                + SentenceText.percent(change.getAsDouble()) + "."
                        : ".");
    }

    private static double mean(List<RepetitionResult> counting, List<RepetitionResult> others) {
        Predicate<RepetitionResult> known = result -> result.response().count() > 0;
        List<RepetitionResult> all = new ArrayList<>(
                counting.stream().filter(RepetitionResult::usable).toList());
        all.addAll(others);
        return all.stream()
                .filter(known)
                .mapToDouble(result -> result.response().mean())
                .average()
                .orElse(Double.NaN);
    }
}
