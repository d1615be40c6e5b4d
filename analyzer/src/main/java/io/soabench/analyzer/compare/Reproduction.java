package io.soabench.analyzer.compare;

import io.soabench.analyzer.cases.BaselineComparison;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.SentenceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A run and a later run of the same model: whether each case and each comparison of engines came out again.
 *
 * @param original name of the first run
 * @param again name of the later run
 * @param confidence level of the intervals
 * @param differences other differences between both runs, one sentence each
 * @param cases agreement of each case of the first run, in its order
 * @param conclusions agreement of each decided comparison of engines of the first run
 */
public record Reproduction(
        String original,
        String again,
        double confidence,
        List<String> differences,
        List<CaseAgreement> cases,
        List<Conclusion> conclusions) {

    private static final String ORIGINAL = RunLabels.BASELINE;
    private static final String AGAIN = RunLabels.of(1);

    /** The agreement of a case. */
    public enum Agreement {
        /** Both runs have the same value to within the margin; this is shown. */
        EQUIVALENT,
        /** The runs differ by more than chance explains. */
        DIFFERS,
        /** The data show neither an equivalence nor a difference. */
        UNDECIDED,
        /** The later run has no usable repetition of the case. */
        MISSING;

        /** Returns the word for the agreement. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The agreement of a case.
     *
     * @param metric {@link Statistic#RESPONSE_TIME}, or {@link Statistic#THROUGHPUT} of an engine at its capacity
     * @param ratio later / first; null when unknown
     * @param low lower end of its interval; null when unknown
     * @param high upper end; null when unknown
     */
    public record CaseAgreement(
            String caseId,
            String metric,
            Agreement agreement,
            Double ratio,
            Double low,
            Double high,
            String sentence) {}

    /** The agreement of a comparison of two engines. */
    public enum Confirmation {
        /** The same engine is the faster one again. */
        CONFIRMED,
        /** The other engine is the faster one now, or both are equivalent. */
        CONTRADICTED,
        /** The later run does not decide. */
        OPEN
    }

    /** A decided comparison of two engines in the first run, and its outcome in the later one. */
    public record Conclusion(
            String process, String workload, String a, String b, Confirmation confirmation, String sentence) {}

    /** Compares both runs. Both are judged as the present version of the tool judges them. */
    public static Reproduction of(RunResults original, RunResults again) {
        double confidence = Math.max(original.confidence(), again.confidence());
        List<BaselineComparison.CaseInRuns> same = new ArrayList<>();
        for (CaseResult one : original.own()) {
            Differences.counterpart(one, again)
                    .filter(other -> !other.usable().isEmpty())
                    .ifPresent(other -> same.add(new BaselineComparison.CaseInRuns(
                            ORIGINAL,
                            one,
                            AGAIN,
                            other,
                            false,
                            original.comparisons().capacities().reached(one)
                                    || again.comparisons().capacities().reached(other))));
        }
        BaselineComparison between = new BaselineComparison(
                same,
                List.of(
                        original.comparisons().floor().ratio(),
                        again.comparisons().floor().ratio()),
                confidence);
        List<CaseAgreement> cases = new ArrayList<>();
        for (CaseResult one : original.own()) {
            List<BaselineComparison.JudgedPair> judged = between.judged().stream()
                    .filter(each -> each.pair()
                            .a()
                            .testCase()
                            .id()
                            .equals(one.testCase().id()))
                    .toList();
            if (judged.isEmpty()) {
                cases.add(missing(one));
            }
            judged.forEach(each -> cases.add(agreement(each, between.losses())));
        }
        return new Reproduction(
                original.id(),
                again.id(),
                confidence,
                Differences.between(original, again, AGAIN).stream()
                        .filter(each -> each.kind() != Difference.Kind.VALIDITY)
                        .map(each -> each.finding() + ".")
                        .toList(),
                List.copyOf(cases),
                conclusions(original, again, confidence));
    }

    private static CaseAgreement missing(CaseResult one) {
        return new CaseAgreement(
                one.testCase().id(),
                Statistic.RESPONSE_TIME,
                Agreement.MISSING,
                null,
                null,
                null,
                CaseResult.engine(one.testCase()) + ", " + one.testCase().subject() + " under " + one.workload()
                        + ": the later run has no valid repetition.");
    }

    private static CaseAgreement agreement(
            BaselineComparison.JudgedPair judged, List<BaselineComparison.FailureChange> losses) {
        PairResult pair = judged.pair();
        Optional<BaselineComparison.FailureChange> lost = losses.stream()
                .filter(each ->
                        each.of().a().testCase().id().equals(pair.a().testCase().id())
                                && each.process().equals(pair.process()))
                .filter(each -> each.state() == PairVerdict.State.WORSE || each.state() == PairVerdict.State.BETTER)
                .findFirst();
        Agreement times =
                switch (pair.verdict().state()) {
                    case EQUIVALENT -> Agreement.EQUIVALENT;
                    case BETTER, WORSE -> Agreement.DIFFERS;
                    case UNDECIDED, CAPACITY -> Agreement.UNDECIDED;
                    case SATURATED ->
                        saturated(pair.a()) == saturated(pair.b()) ? Agreement.UNDECIDED : Agreement.DIFFERS;
                };
        boolean known = pair.ratio().known();
        return new CaseAgreement(
                pair.a().testCase().id(),
                judged.metric(),
                lost.isPresent() ? Agreement.DIFFERS : times,
                known ? (Double) pair.ratio().value() : null,
                known ? (Double) pair.ratio().low() : null,
                known ? (Double) pair.ratio().high() : null,
                pair.sentence() + lost.map(each -> " " + each.sentence()).orElse(""));
    }

    private static boolean saturated(CaseResult result) {
        return result.usability().state() == CaseUsability.State.SATURATED;
    }

    private static List<Conclusion> conclusions(RunResults original, RunResults again, double confidence) {
        List<Conclusion> found = new ArrayList<>();
        for (PairResult pair : original.comparisons().pairs()) {
            if (pair.kind() == PairResult.Kind.ENGINE && decided(pair)) {
                Optional<PairResult> later = again.comparisons().pairs().stream()
                        .filter(each -> each.kind() == PairResult.Kind.ENGINE
                                && each.process().equals(pair.process())
                                && each.a()
                                        .testCase()
                                        .id()
                                        .equals(pair.a().testCase().id())
                                && each.b()
                                        .testCase()
                                        .id()
                                        .equals(pair.b().testCase().id()))
                        .findFirst();
                found.add(conclusion(pair, later, confidence));
            }
        }
        return List.copyOf(found);
    }

    private static boolean decided(PairResult pair) {
        return pair.verdict().state() == PairVerdict.State.BETTER
                || pair.verdict().state() == PairVerdict.State.WORSE;
    }

    private static Conclusion conclusion(PairResult pair, Optional<PairResult> later, double confidence) {
        PairVerdict.State before = pair.verdict().state();
        Confirmation confirmation = later.map(each -> each.verdict().state())
                .map(state -> state == before
                        ? Confirmation.CONFIRMED
                        : state == PairVerdict.State.BETTER
                                        || state == PairVerdict.State.WORSE
                                        || state == PairVerdict.State.EQUIVALENT
                                ? Confirmation.CONTRADICTED
                                : Confirmation.OPEN)
                .orElse(Confirmation.OPEN);
        String a = CaseResult.engine(pair.a().testCase());
        String b = CaseResult.engine(pair.b().testCase());
        String ratios = b + " / " + a + " " + ratio(pair, confidence)
                + later.filter(each -> each.ratio().known())
                        .map(each -> ", now " + ratio(each, confidence))
                        .orElse("");
        String place = pair.process() + " under " + pair.a().workload() + ": ";
        String sentence =
                switch (confirmation) {
                    case CONFIRMED ->
                        place + (before == PairVerdict.State.WORSE ? a : b) + " is the faster one again (" + ratios
                                + ").";
                    case CONTRADICTED ->
                        place + (before == PairVerdict.State.WORSE ? a : b)
                                + " was the faster one, and is not any more (" + ratios + ").";
                    case OPEN -> place + "the later run does not decide which engine is faster (" + ratios + ").";
                };
        return new Conclusion(pair.process(), pair.a().testCase().workload(), a, b, confirmation, sentence);
    }

    private static String ratio(PairResult pair, double confidence) {
        return SentenceText.number(pair.ratio().value()) + ", " + SentenceText.level(confidence) + " CI "
                + SentenceText.interval(
                        pair.ratio().value(), pair.ratio().low(), pair.ratio().high(), SentenceText::number);
    }

    /** Returns the number of cases with that agreement. */
    public long count(Agreement agreement) {
        return cases.stream().filter(each -> each.agreement() == agreement).count();
    }

    /** Returns the number of comparisons of engines with that confirmation. */
    public long count(Confirmation confirmation) {
        return conclusions.stream()
                .filter(each -> each.confirmation() == confirmation)
                .count();
    }

    /** Returns the result in a sentence. */
    public String summary() {
        StringBuilder text = new StringBuilder(AGAIN + " (" + again + ") against " + ORIGINAL + " (" + original
                + "): of " + SentenceText.count(cases.size(), "comparison", "comparisons") + " of cases ");
        List<String> parts = new ArrayList<>();
        for (Agreement each : Agreement.values()) {
            if (count(each) > 0) {
                parts.add(count(each) + " " + (each == Agreement.DIFFERS && count(each) > 1 ? "differ" : each.word()));
            }
        }
        text.append(String.join(", ", parts)).append('.');
        if (!conclusions.isEmpty()) {
            text.append(" Of ")
                    .append(SentenceText.count(
                            conclusions.size(), "decided comparison of engines", "decided comparisons of engines"))
                    .append(' ')
                    .append(count(Confirmation.CONFIRMED))
                    .append(" confirmed, ")
                    .append(count(Confirmation.CONTRADICTED))
                    .append(" contradicted, ")
                    .append(count(Confirmation.OPEN))
                    .append(" open.");
        }
        return text.toString();
    }
}
