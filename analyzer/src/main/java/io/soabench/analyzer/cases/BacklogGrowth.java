package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.Trend;
import io.soabench.analyzer.validity.SteadinessState;
import java.util.List;

/**
 * The growth of the backlog of an open load, judged over all repetitions of a case. Beyond its capacity an engine
 * answers fewer requests than arrive, and the backlog grows by the rest. One repetition shows little, because the
 * backlog of a stable engine goes up and down as well. The slopes of several repetitions are independent of each other,
 * so Student's t holds for their mean.
 *
 * <p>Theodolite (Henning and Hasselbring 2022) finds the largest sustained load in a similar way: it tests the slope of
 * one window against a threshold. {@code HeldLoadSimulationTest} simulates the rate of wrong decisions.
 *
 * @param growth growth of the backlog / requests that arrived, with its interval over the repetitions; NaN where no
 *     repetition has a slope
 * @param grownBy mean growth of the backlog of a repetition, requests
 * @param backlog mean backlog
 * @param rise change of the logarithm of the response time over a measurement, with its interval over the repetitions
 */
public record BacklogGrowth(Interval growth, double grownBy, double backlog, Interval rise) {

    /** Share of the arrivals by which a backlog may grow where a load is kept. */
    static final double BOUND = 0.01;

    /** Smallest growth in a measurement, in requests, that is called growing. */
    static final double LEAST_GROWTH = 10;

    /** The findings. */
    public enum State {
        /** The load has no slope: it is closed, or meant to change, or was not measured. */
        UNKNOWN,
        /** The backlog surely grew by less than {@link #BOUND} of the arrivals. */
        KEPT,
        /** The repetitions do not show whether the backlog grew. */
        UNDECIDED,
        /** The backlog surely grew, and by more than is allowed. */
        GROWS
    }

    /** Returns the growth over the usable repetitions of a case. */
    public static BacklogGrowth of(List<RepetitionResult> usable) {
        List<RepetitionResult> open = usable.stream()
                .filter(r -> !Double.isNaN(r.measurement().pace().driftPerS()) && r.requests() > 0)
                .toList();
        return new BacklogGrowth(
                Interval.ofChanges(
                        open.stream()
                                .mapToDouble(r -> r.measurement().pace().driftPerS()
                                        / r.measurement().pace().offeredPerS())
                                .toArray(),
                        Trend.CONFIDENCE),
                open.stream()
                        .mapToDouble(r -> r.measurement().pace().driftPerS()
                                * r.measurement().measuredS())
                        .average()
                        .orElse(Double.NaN),
                open.stream()
                        .mapToDouble(r -> r.measurement().pace().offeredPerS()
                                * r.response().mean()
                                / 1000)
                        .average()
                        .orElse(Double.NaN),
                Interval.ofChanges(
                        open.stream()
                                .map(r -> r.measurement().trend())
                                .filter(Trend::known)
                                .mapToDouble(trend -> Math.log1p(trend.change()))
                                .toArray(),
                        Trend.CONFIDENCE));
    }

    /** Returns the finding about the backlog. */
    public State state() {
        if (!growth.known()) {
            return State.UNKNOWN;
        }
        if (growth.low() > 0 && grownBy > Math.max(LEAST_GROWTH, SteadinessState.BOUND * backlog)) {
            return State.GROWS;
        }
        return growth.high() < BOUND ? State.KEPT : State.UNDECIDED;
    }

    /** Returns whether response times surely rose by more than counts as steady. */
    boolean rises() {
        return rise.known() && Math.expm1(rise.low()) > SteadinessState.BOUND;
    }

    /** Returns the rise of response times, as a part of a sentence. */
    String riseWords() {
        return "response times rose by " + SentenceText.percent(Math.expm1(rise.mean()))
                + " during the measurement ("
                + SentenceText.level(Trend.CONFIDENCE) + " CI " + SentenceText.percent(Math.expm1(rise.low())) + " to "
                + SentenceText.percent(Math.expm1(rise.high())) + " over "
                + SentenceText.count(rise.count(), "repetition", "repetitions") + ")";
    }

    /** Returns the growth of the backlog and its consequence, as a part of a sentence. */
    public String why() {
        String interval =
                " (" + SentenceText.level(Trend.CONFIDENCE) + " CI of the growth " + SentenceText.percent(growth.low())
                        + " to " + SentenceText.percent(growth.high()) + " over "
                        + SentenceText.count(growth.count(), "repetition", "repetitions") + ")";
        return switch (state()) {
            case GROWS ->
                "its backlog grew by " + SentenceText.percent(growth.mean()) + " of the requests that arrived"
                        + interval;
            case UNDECIDED ->
                "an overload of up to " + SentenceText.percent(growth.high()) + " is not excluded" + interval
                        + "; measure longer or repeat more often";
            case KEPT ->
                "an overload of " + SentenceText.percent(Math.max(0, growth.high())) + " or more is excluded"
                        + interval;
            case UNKNOWN -> "";
        };
    }
}
