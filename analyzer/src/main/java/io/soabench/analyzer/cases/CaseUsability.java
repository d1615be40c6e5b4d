package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.OtherPrograms;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.Trend;
import io.soabench.analyzer.validity.SteadinessState;
import java.util.List;
import java.util.Optional;

/**
 * What the response times of a case are good for. What is slow must not drop out of comparisons because of that, and what was measured
 * while it still changed must not decide one.
 *
 * @param atLeastMs least value of the mean response time of a saturated case, over all of its usable repetitions: of one that kept up, what it
 *     took; else NaN
 * @param servedShare answers / requests that were to begin, over the usable repetitions; NaN when there are none
 * @param change how many times as long, or as short, response times may be once they are steady, as far as the repetitions tell: the end of the
 *     interval of their trend that is farther from none; 1 when they are steady, infinite when nothing bounds it
 * @param why it is not settled, as a part of a sentence; empty when it is
 */
public record CaseUsability(State state, double atLeastMs, double servedShare, double change, String why) {

    /** The states, the best first. */
    public enum State {
        /** They stand for the engine. */
        SETTLED,
        /** Whether they were steady cannot be told: a verdict between engines must hold though they changed as much as they may. */
        NOT_ASSESSED,
        /** They changed while they were measured: likewise; or what began and what ended do not agree: no verdict. */
        UNSETTLED,
        /** The engine did not keep up with its load, or was too slow to tell: it is slower than every one that did. */
        SATURATED,
        /** No repetition is usable. */
        NONE
    }

    /** The standing of a case by its repetitions; a single one that is saturated decides, because the others would flatter the engine. */
    static CaseUsability of(List<RepetitionResult> repetitions) {
        List<RepetitionResult> usable =
                repetitions.stream().filter(RepetitionResult::usable).toList();
        if (usable.isEmpty()) {
            return new CaseUsability(
                    State.NONE,
                    Double.NaN,
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    OtherPrograms.starved(repetitions).orElse("there is no usable repetition"));
        }
        double begun = usable.stream().mapToLong(RepetitionResult::requests).sum();
        double share = usable.stream().mapToLong(RepetitionResult::succeeded).sum() / begun;
        List<RepetitionResult> saturated = with(Verdict.SATURATED, usable);
        if (!saturated.isEmpty()) {
            return new CaseUsability(
                    State.SATURATED,
                    usable.stream()
                            .mapToDouble(r -> r.verdict() == Verdict.SATURATED
                                    ? r.measurement().pace().atLeastMs()
                                    : r.response().mean())
                            .filter(atLeast -> !Double.isNaN(atLeast))
                            .average()
                            .orElse(Double.NaN),
                    share,
                    Double.POSITIVE_INFINITY,
                    "it was saturated in " + saturated.size() + " of "
                            + SentenceText.count(usable.size(), "repetition", "repetitions") + " ("
                            + saturated.get(0).measurement().pace().finding() + ")");
        }
        BacklogGrowth drift = BacklogGrowth.of(usable);
        Optional<OtherPrograms> others = OtherPrograms.during(usable);
        if (drift.state() == BacklogGrowth.State.GROWS && others.isPresent()) {
            return new CaseUsability(
                    State.NOT_ASSESSED,
                    Double.NaN,
                    share,
                    Double.POSITIVE_INFINITY,
                    others.get().doubt());
        }
        if (drift.state() == BacklogGrowth.State.GROWS) {
            return new CaseUsability(
                    State.SATURATED,
                    usable.stream()
                            .mapToDouble(r -> r.response().mean())
                            .filter(mean -> !Double.isNaN(mean))
                            .average()
                            .orElse(Double.NaN),
                    share,
                    Double.POSITIVE_INFINITY,
                    drift.why());
        }
        List<RepetitionResult> unsettled = with(Verdict.UNSETTLED, usable);
        if (!unsettled.isEmpty()) {
            return new CaseUsability(
                    State.UNSETTLED,
                    Double.NaN,
                    share,
                    Double.POSITIVE_INFINITY,
                    "it was not settled in " + unsettled.size() + " of "
                            + SentenceText.count(usable.size(), "repetition", "repetitions") + " ("
                            + unsettled.get(0).measurement().pace().finding() + ")");
        }
        return steady(usable, share);
    }

    private static List<RepetitionResult> with(Verdict verdict, List<RepetitionResult> repetitions) {
        return repetitions.stream().filter(r -> r.verdict() == verdict).toList();
    }

    /** Repetitions are independent, so that together they tell a trend that one of them does not. */
    private static CaseUsability steady(List<RepetitionResult> usable, double share) {
        if (usable.stream().allMatch(r -> r.steady().comparable())) {
            return new CaseUsability(State.SETTLED, Double.NaN, share, 1, "");
        }
        Trend trend =
                Trend.mean(usable.stream().map(r -> r.measurement().trend()).toList());
        return switch (SteadinessState.of(trend)) {
            case YES -> new CaseUsability(State.SETTLED, Double.NaN, share, 1, "");
            case NO ->
                new CaseUsability(
                        State.UNSETTLED,
                        Double.NaN,
                        share,
                        trend.factor(),
                        "its response times " + (trend.change() < 0 ? "fell" : "rose") + " by "
                                + SentenceText.percent(Math.abs(trend.change())) + " while they were measured");
            case NOT_ASSESSED, NOT_MEANT ->
                new CaseUsability(
                        State.NOT_ASSESSED,
                        Double.NaN,
                        share,
                        trend.factor(),
                        "whether its response times were steady cannot be told from "
                                + SentenceText.count(usable.size(), "repetition", "repetitions") + " of "
                                + SentenceText.number(
                                        usable.get(0).measurement().measuredS()) + " s");
        };
    }

    /** What a least ratio takes for granted, as a part of a sentence. */
    static final String GOING_ON = "even if their trends went on for as long again";

    /**
     * What is not known to be steady and how much it may still change, as a part of a sentence.
     *
     * @param name of the engine or case that it is about
     */
    public String doubt(String name) {
        return "of " + name + ", " + why
                + (comparable()
                        ? " (going on for as long again, they would become up to " + SentenceText.number(change)
                                + " times as long or as short)"
                        : "");
    }

    /** Whether its mean may be compared with that of another case: beyond what both may still change. */
    public boolean comparable() {
        return change < Double.POSITIVE_INFINITY;
    }
}
