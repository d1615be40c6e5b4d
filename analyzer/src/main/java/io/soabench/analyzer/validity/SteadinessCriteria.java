package io.soabench.analyzer.validity;

import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.Trend;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.LoadRecord;
import java.util.List;
import java.util.Optional;

/** The criteria of a steady state during the measurement. */
final class SteadinessCriteria {

    private static final Criterion WARM_UP_END = Criterion.of(
                    Subject.ENGINE, "warm-up-until-steady", "End of the warm-up")
            .looksAt("how a warm-up ended that was to last until response times are steady")
            .warned("the warm-up ended after its longest time, before response times were steady")
            .because("The measurement then begins while the engine still gets faster or slower.")
            .remedy("Allow more time for the warm-up, or do not rely on the comparison.")
            .judgedBy(SteadinessCriteria::warmUpEnd);

    private static final Criterion SATURATION = Criterion.of(Subject.ENGINE, "saturation", "Saturation")
            .looksAt(
                    "three counts, where the model does not let the load change over time. Of an open workload, the backlog: requests that"
                            + " should have begun and had not ended, in the first and in the last third of the measurement. Of a closed"
                            + " workload, its N clients against X · (R + Z): X requests begun a second, their mean response time R and the"
                            + " mean think time Z. Of both, requests that began and that ended in the measurement")
            .warned("the backlog grew by more than " + SentenceText.level(EnginePace.GROWTH)
                    + " of the requests that arrived in between, " + SentenceText.plain(EnginePace.ROOTS)
                    + " times the root of their number, and " + SentenceText.plain(EnginePace.LEAST_GROWTH)
                    + ". Or more than " + SentenceText.level(EnginePace.TIME_OUTS)
                    + " of the requests timed out, and the mean request took more than "
                    + SentenceText.level(EnginePace.OF_TIME_OUT)
                    + " of the time-out. Or fewer requests ended than began, or X · (R + Z) is less than N, by more than "
                    + SentenceText.level(EnginePace.BOUND) + " and what the cut at both ends explains. Or fewer than "
                    + EnginePace.LEAST_ANSWERS
                    + " requests were answered (" + EnginePace.LEAST_BATCHES
                    + " batches), though the load would have brought more. Or the engine hung")
            .because(
                    "An engine that cannot keep up is a result, not a repetition to leave out. The repetition is called saturated: its"
                            + " throughput counts, and its response times are lower bounds. It enters no mean that is compared,"
                            + " and ranks behind every engine that kept up. What chance explains: "
                            + SentenceText.plain(EnginePace.CHANCE_DEVIATIONS) + " standard deviations.")
            .remedy("Compare throughput; for response times use less load, or measure longer.")
            .judgedBy(SteadinessCriteria::saturation);

    private static final Criterion SETTLED = Criterion.of(Subject.BOTH, "settled", "Begun and ended requests")
            .looksAt(
                    "requests that began and that ended in the measurement, and X · (R + Z) against the number of clients, as for"
                            + " saturation. It applies where the model lets neither the load change over time nor anything happen")
            .warned("requests begun and ended, or X · (R + Z) and the number of clients, differ by more than "
                    + SentenceText.level(EnginePace.BOUND)
                    + " and what the cut at both ends explains, and saturation is not the reason")
            .because(
                    "The measurement then begins or ends in a state that does not last: the repetition is called not settled, and"
                            + " its case is not compared.")
            .remedy(
                    "Warm up longer, so that requests of the warm-up are not worked off in the measurement; measure longer.")
            .judgedBy(SteadinessCriteria::settled);

    private static final Bound TREND = Bound.most(
            "the change of the response time over the measurement",
            SteadinessState.BOUND,
            Criterion.RATIO,
            "Where response times change by more than a tenth from start to end, the average depends on the length of the measurement. Where"
                    + " the interval includes the bound, steadiness is reported as not assessed, unless the interval excludes zero and the estimate is"
                    + " above the bound. A verdict between engines uses the trend of their ratio, so a change that both share does no harm.");

    private static final Criterion STEADY = Criterion.of(Subject.ENGINE, "steady-state", "Steady state")
            .looksAt("the trend of the logarithms of the medians of twenty equal parts of the measurement, with its "
                    + SentenceText.level(Trend.CONFIDENCE)
                    + " interval (Theil 1950, Sen 1968). It applies where the model lets neither the load change over time nor"
                    + " anything happen")
            .warned(TREND)
            .remedy("Warm up or measure longer; an engine whose queue grows is beyond the load that it holds.")
            .judgedBy(SteadinessCriteria::steady);

    private static final Criterion WARM_UP_LENGTH = Criterion.of(
                    Subject.ENGINE, "warm-up-length", "Length of the warm-up")
            .looksAt("the time after which response times were steady, by MSER-5 (White 1997), where the model does not"
                    + " let the load change over time")
            .warned("the time until response times were steady is more than a second longer than the warm-up")
            .because(
                    "What is still warming up does not belong to the measurement; timelines have buckets of a second. The length is reported as not"
                            + " assessed where there are fewer than thirty buckets, or where the rest does not settle whatever start is cut off.")
            .remedy("Warm up longer.")
            .judgedBy(SteadinessCriteria::warmUpLength);

    private SteadinessCriteria() {}

    static List<Criterion> criteria() {
        return List.of(WARM_UP_END, SATURATION, SETTLED, STEADY, WARM_UP_LENGTH);
    }

    private static void warmUpEnd(Evidence evidence, CriterionFindings findings) {
        Optional<LoadRecord.WarmUp> warmUp = evidence.warmUp();
        if (warmUp.isEmpty()
                || warmUp.get() == LoadRecord.WarmUp.FIXED
                || !evidence.window().known()) {
            return;
        }
        boolean steady = warmUp.get() == LoadRecord.WarmUp.STEADY;
        String length = SentenceText.number(evidence.window().warmUpSeconds()) + " s";
        findings.add(
                steady ? State.GOOD : State.WARNING,
                steady
                        ? "Response times were steady, and the warm-up ended, after " + length + "."
                        : "The warm-up ended after the longest time allowed, " + length
                                + ", before response times were steady; allow more time, or do not rely on the comparison.");
    }

    private static void saturation(Evidence evidence, CriterionFindings findings) {
        EnginePace pace = evidence.pace();
        if (pace.saturated()) {
            findings.add(
                    State.WARNING,
                    "Saturated: " + pace.finding() + "; requests took at least " + SentenceText.ms(pace.atLeastMs())
                            + " on average.");
        }
    }

    private static void settled(Evidence evidence, CriterionFindings findings) {
        EnginePace pace = evidence.pace();
        if (pace.state() == EnginePace.State.UNSETTLED) {
            findings.add(State.WARNING, "Not settled: " + pace.finding() + ".");
        }
    }

    private static void steady(Evidence evidence, CriterionFindings findings) {
        if (evidence.constant()) {
            evidence.each().forEach(load -> steady(evidence.about(load), load.trend(), findings));
        }
    }

    private static void steady(String about, Trend trend, CriterionFindings findings) {
        if (!trend.known()) {
            findings.add(
                    State.NOT_ASSESSED,
                    about
                            + "The data do not show whether response times were steady: too few requests in too short a measurement.");
            return;
        }
        String change = about + "From the start to the end of the measurement response times "
                + (trend.change() < 0 ? "fell" : "rose") + " by " + SentenceText.percent(Math.abs(trend.change()))
                + " (" + interval(trend) + ")";
        switch (SteadinessState.of(trend)) {
            case YES -> trend(State.GOOD, trend, change + ".", findings);
            case NO ->
                trend(
                        State.WARNING,
                        trend,
                        change + ", more than the " + SentenceText.level(SteadinessState.BOUND)
                                + " that count as steady; warm up or measure longer.",
                        findings);
            case NOT_ASSESSED, NOT_MEANT ->
                trend(
                        State.NOT_ASSESSED,
                        trend,
                        change + ": the data do not show whether they were steady; measure longer.",
                        findings);
        }
    }

    /** Returns the interval of a rise or fall. Where it contains both, a fall is negative. */
    private static String interval(Trend trend) {
        String level = SentenceText.level(Trend.CONFIDENCE) + " CI ";
        if (trend.high() < 0) {
            return level + SentenceText.percent(-trend.high()) + " to " + SentenceText.percent(-trend.low());
        }
        String ends = SentenceText.percent(trend.low()) + " to " + SentenceText.percent(trend.high());
        return level + (trend.low() > 0 ? ends : "of the change " + ends);
    }

    private static void trend(State state, Trend trend, String sentence, CriterionFindings findings) {
        findings.add(state, trend.change(), TREND.limit(), Criterion.RATIO, sentence);
    }

    /**
     * Returns whether the load is constant. Response times that follow a planned change of the load are no fault of the engine, and no
     * warm-up ends it.
     */
    private static boolean constantLoad(Evidence evidence) {
        return evidence.folder().workload().stages().isEmpty();
    }

    private static void warmUpLength(Evidence evidence, CriterionFindings findings) {
        double planned = evidence.window().warmUpSeconds();
        evidence.each().forEach(load -> warmUpLength(evidence, load, planned, findings));
    }

    private static void warmUpLength(
            Evidence evidence, Evidence.Load load, double planned, CriterionFindings findings) {
        double steadyAfter = load.warmUpS();
        if (Double.isNaN(steadyAfter) && constantLoad(evidence) && load.requests() > 0) {
            findings.add(
                    State.NOT_ASSESSED,
                    evidence.about(load)
                            + "The data do not show whether the warm-up was long enough: warm-up and measurement together are too short, or"
                            + " response times never settled.");
        } else if (steadyAfter > planned + 1 && constantLoad(evidence)) {
            findings.add(
                    State.WARNING,
                    steadyAfter,
                    planned,
                    "s",
                    evidence.about(load) + "Response times were steady only " + SentenceText.number(steadyAfter)
                            + " s after the first request, but the warm-up is " + SentenceText.number(planned)
                            + " s long ("
                            + evidence.testCase().id() + "): warm up longer.");
        }
    }
}
