package io.soabench.analyzer.validity;

import io.soabench.analyzer.stat.Words;
import io.soabench.analyzer.validity.Check.State;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.plan.LoadRecord;
import java.util.List;
import java.util.Optional;

/** Whether the engine was in a steady state while it was measured. */
final class Steadiness {

    private static final Criterion WARM_UP_END = Criterion.of(
                    Subject.ENGINE, "warm-up-until-steady", "End of the warm-up")
            .looksAt("how a warm-up ended that was to last until response times are steady")
            .warned("it ended after its longest time, before response times were steady")
            .because("The measurement then begins while the engine still gets faster or slower.")
            .remedy("Allow more time for the warm-up, or doubt the comparison.")
            .judgedBy(Steadiness::warmUpEnd);

    private static final Criterion SATURATION = Criterion.of(Subject.ENGINE, "saturation", "Saturation")
            .looksAt(
                    "the backlog of an open workload that the model does not let change over time: requests that should have begun and had not ended, in the mean of the first"
                            + " and of the last third of the measurement")
            .warned("it grew by more than " + Words.level(Saturation.GROWTH)
                    + " of the requests that arrived in between, " + Words.plain(Saturation.ROOTS)
                    + " times the root of their number, and " + Words.plain(Saturation.LEAST_GROWTH)
                    + "; or more than " + Words.level(Saturation.TIME_OUTS)
                    + " of the requests timed out, and the mean request took more than "
                    + Words.level(Saturation.OF_TIME_OUT) + " of the time-out")
            .because(
                    "An engine that cannot keep up is a result: its throughput is its capacity, its response times say how long"
                            + " was measured. The roots are what chance explains.")
            .remedy("Compare throughput; for response times use less load.")
            .judgedBy(Steadiness::saturation);

    private static final Bound DRIFT = Bound.most(
            "the change of the median response time from the first to the last third of the measurement",
            0.10,
            Criterion.RATIO,
            "Where the median moves by more than a tenth, the average depends on how long was measured.");

    private static final Criterion STEADY = Criterion.of(Subject.ENGINE, "steady-state", "Steady state")
            .looksAt(
                    "the median response time of the first and of the last third of the measurement, where the model does not"
                            + " let the load change over time")
            .warned(DRIFT)
            .remedy("Warm up or measure longer; an engine whose queue grows is beyond the load that it holds.")
            .judgedBy(Steadiness::steady);

    private static final Criterion WARM_UP_LENGTH = Criterion.of(
                    Subject.ENGINE, "warm-up-length", "Length of the warm-up")
            .looksAt(
                    "the time after which response times were steady, as MSER-5 says (White 1997), where the model does not"
                            + " let the load change over time")
            .warned("it is more than a second longer than the warm-up")
            .because("What is still warming up does not belong to the measurement; timelines have buckets of a second.")
            .remedy("Warm up longer.")
            .judgedBy(Steadiness::warmUpLength);

    private Steadiness() {}

    static List<Criterion> criteria() {
        return List.of(WARM_UP_END, SATURATION, STEADY, WARM_UP_LENGTH);
    }

    private static void warmUpEnd(Evidence evidence, Findings findings) {
        Optional<LoadRecord.WarmUp> warmUp = evidence.warmUp();
        if (warmUp.isEmpty()
                || warmUp.get() == LoadRecord.WarmUp.FIXED
                || !evidence.window().known()) {
            return;
        }
        boolean steady = warmUp.get() == LoadRecord.WarmUp.STEADY;
        String length = Words.number(evidence.window().warmUpSeconds()) + " s";
        findings.add(
                steady ? State.GOOD : State.WARNING,
                steady
                        ? "Response times were steady, and the warm-up ended, after " + length + "."
                        : "The warm-up ended after the longest time allowed, " + length
                                + ", before response times were steady; allow more time, or doubt the comparison.");
    }

    private static void saturation(Evidence evidence, Findings findings) {
        if (evidence.saturation().saturated() && !evidence.hung()) {
            findings.add(State.WARNING, "Saturated: " + evidence.saturation().words() + ".");
        }
    }

    private static void steady(Evidence evidence, Findings findings) {
        evidence.each().forEach(load -> steady(evidence, load, findings));
    }

    private static void steady(Evidence evidence, Evidence.Load load, Findings findings) {
        double drift = load.drift();
        if (!Double.isNaN(drift) && constantLoad(evidence)) {
            boolean good = Math.abs(drift) <= DRIFT.limit();
            findings.add(
                    good ? State.GOOD : State.WARNING,
                    drift,
                    DRIFT.limit(),
                    Criterion.RATIO,
                    evidence.about(load) + "The median response time of the last third of the measurement is "
                            + Words.percent(Math.abs(drift))
                            + (drift < 0 ? " lower" : " higher") + " than that of the first third"
                            + (good ? "." : ": the engine was not in a steady state; warm up or measure longer."));
        }
    }

    /** Response times that follow a load which is meant to change are no fault of the engine, and no warm-up ends it. */
    private static boolean constantLoad(Evidence evidence) {
        return evidence.folder().workload().stages().isEmpty();
    }

    private static void warmUpLength(Evidence evidence, Findings findings) {
        double planned = evidence.window().warmUpSeconds();
        evidence.each().forEach(load -> warmUpLength(evidence, load, planned, findings));
    }

    private static void warmUpLength(Evidence evidence, Evidence.Load load, double planned, Findings findings) {
        double steadyAfter = load.warmUpS();
        if (steadyAfter > planned + 1 && constantLoad(evidence)) {
            findings.add(
                    State.WARNING,
                    steadyAfter,
                    planned,
                    "s",
                    evidence.about(load) + "Response times were steady only " + Words.number(steadyAfter)
                            + " s after the first request, but the warm-up is " + Words.number(planned) + " s long ("
                            + evidence.testCase().id() + "): warm up longer.");
        }
    }
}
