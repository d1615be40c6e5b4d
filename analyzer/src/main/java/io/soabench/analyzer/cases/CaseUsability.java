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
 * The usability of the response times of a case. A slow engine must not drop out of comparisons because it is slow. A
 * measurement that was still changing must not decide one.
 *
 * @param atLeastMs least value of the mean response time of a saturated case, over all of its usable repetitions, with
 *     the mean of those that kept up; else NaN
 * @param servedShare answers / requests that were to begin, over the usable repetitions; NaN when there are none
 * @param change largest factor by which response times may still become longer or shorter until they are steady. The
 *     farther end of the interval of their trend; 1 when they are steady, infinite without a bound
 * @param why reason why it is not settled, as a part of a sentence; empty when it is
 */
public record CaseUsability(State state, double atLeastMs, double servedShare, double change, String why) {

    /** The states, the best first. */
    public enum State {
        /** The response times represent the engine. */
        SETTLED,
        /** The steadiness is unknown: a verdict between engines must hold with the largest change that is possible. */
        NOT_ASSESSED,
        /**
         * The response times changed while they were measured, so the same holds; or begun and ended requests do not agree, and there is no
         * verdict.
         */
        UNSETTLED,
        /** The engine did not keep up with its load, or was too slow for a decision: it is slower than every engine that did. */
        SATURATED,
        /** No repetition is usable. */
        NONE
    }

    /**
     * Returns the usability of a case by its repetitions. A single saturated repetition decides, because the others
     * alone would make the engine look too fast.
     */
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
                            + example(saturated) + ")");
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
                    "load and answers had not settled in " + unsettled.size() + " of "
                            + SentenceText.count(usable.size(), "repetition", "repetitions") + " ("
                            + example(unsettled) + ")");
        }
        return steady(usable, share);
    }

    /** Returns the finding of the first repetition, because those of others have other numbers. */
    private static String example(List<RepetitionResult> repetitions) {
        return (repetitions.size() == 1 ? "" : "in the first one, ")
                + repetitions.get(0).measurement().pace().finding();
    }

    private static List<RepetitionResult> with(Verdict verdict, List<RepetitionResult> repetitions) {
        return repetitions.stream().filter(r -> r.verdict() == verdict).toList();
    }

    /**
     * Returns the usability by the trend of all repetitions. They are independent, so that together they may show a trend that single ones
     * do not.
     */
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
                        "response times " + (trend.change() < 0 ? "fell" : "rose") + " by "
                                + SentenceText.percent(Math.abs(trend.change())) + " during the measurement");
            case NOT_ASSESSED, NOT_MEANT ->
                new CaseUsability(
                        State.NOT_ASSESSED,
                        Double.NaN,
                        share,
                        trend.factor(),
                        "the data do not show whether response times were steady ("
                                + SentenceText.count(usable.size(), "repetition", "repetitions") + " of "
                                + SentenceText.number(
                                        usable.get(0).measurement().measuredS()) + " s)");
        };
    }

    /** The assumption of a least ratio, as a part of a sentence. */
    static final String GOING_ON = "even if the trends continued for as long again";

    /**
     * Returns the unsteady times and their possible change, as a part of a sentence.
     *
     * @param name name of the engine or case
     */
    public String doubt(String name) {
        return "for " + name + ", " + why
                + (comparable()
                        ? ", and they could change by a factor of up to " + SentenceText.number(change)
                                + " if the trend continued for as long again"
                        : "");
    }

    /** Returns whether the mean may be compared with that of another case, beyond the possible changes of both. */
    public boolean comparable() {
        return change < Double.POSITIVE_INFINITY;
    }
}
