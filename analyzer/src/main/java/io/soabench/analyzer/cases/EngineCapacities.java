package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.FailureCause;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.SentenceText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The closed loads of a run that use an engine's full capacity. N clients that think for Z and call an engine that answers X requests a
 * second wait for N / X − Z on average (the interactive response time law, Denning and Buzen 1978). Where X is the engine's capacity, this
 * time depends on the number of clients and is not a property of the engine: with twice as many clients it is about twice as long. Then only X
 * can be compared.
 *
 * <p>An engine is at its capacity where all of these conditions hold:
 * <ul>
 * <li>it surely answers less than {@link HeldLoad#GOODPUT} of what its clients would send to an engine that needs no time, X · (Z + I) /
 * N with the time I that partners take;
 * <li>more requests are in the engine at a time, X · (R − I), than its host has processors: fewer need not wait for each other;
 * <li>the processors of the run are not known to be mostly idle: such an engine may wait for something that takes as long for any
 * number of clients;
 * <li>it does not surely answer 10 % more under another load of the run that has more requests under way;
 * <li>its clients were there to send: requests that timed out took little of their time, and requests that began agree with those that
 * ended. A client that waits for a time-out sends nothing, however much the engine could answer. </ul>
 *
 * <p>Load client and partners may take processors that the engine lacks. Where they take most of the processor time in use on its machine,
 * its answers are a least value of its capacity.
 *
 * <p>Where I is unknown, the shortest mean response time of all engines under the same load stands for it. It is longer than I, so that
 * fewer engines are called at their capacity.
 */
public final class EngineCapacities {

    /** Assumed number of processors of a host without records: more than most have, so that few engines are called at their capacity. */
    static final int UNKNOWN_PROCESSORS = 16;

    /** Share of the processors in use below which they are mostly idle. */
    private static final double BUSY = 0.5;

    /** Ratio of answers under two loads from which on the engine was not at its capacity. */
    private static final double MORE = 1.1;

    /** Share of the time of all clients that requests which timed out may take where an engine is at its capacity. */
    private static final double LITTLE = 0.05;

    /** Share of the processor time in use from which on load client and partners take most of it. */
    private static final double MOST = 0.5;

    private static final double MS_PER_S = 1000;

    private final EngineHosts hosts;
    private final double confidence;
    private final Map<String, Capacity> capacities = new HashMap<>();

    /**
     * The answers of an engine under the load of a case.
     *
     * @param perS successful answers a second, the throughput of the case
     * @param full whether the load takes all of the engine, or of its clients
     * @param doubt reason why the throughput of a closed load does not show what the engine can do, as a clause; empty without one
     * @param harness share of the processor time in use on the engine's machine that load client and partners take; NaN when it is unknown
     */
    private record Capacity(Interval perS, boolean full, String doubt, double harness) {

        private static final Capacity NONE =
                new Capacity(new Interval(Double.NaN, Double.NaN, Double.NaN, 0), false, "", Double.NaN);
    }

    /** Determines the capacities. */
    EngineCapacities(List<CaseResult> cases, EngineHosts hosts, double confidence) {
        this.hosts = hosts;
        this.confidence = confidence;
        for (CaseResult one : cases) {
            boolean full = full(one, fastest(one, cases))
                    && cases.stream()
                            .filter(other -> otherLoad(one, other))
                            .noneMatch(other -> answersMore(other, one));
            capacities.put(
                    one.testCase().id(),
                    new Capacity(one.throughput(confidence), full, unsent(one), hosts.harnessShare(one)));
        }
    }

    /** Returns whether the engine of a case is at its capacity. */
    public boolean reached(CaseResult result) {
        return full(result) && doubt(result).isEmpty();
    }

    /** Returns whether the load of a case takes all of the engine, or of its clients, so that the wait of these depends on their number. */
    public boolean full(CaseResult result) {
        return get(result).full();
    }

    /** Returns whether the load of a case takes all of the clients, but is not shown to take all of the engine. */
    public boolean doubtful(CaseResult result) {
        return full(result) && !doubt(result).isEmpty();
    }

    /**
     * Returns the reason why the throughput of an engine does not show what it can do, as a clause; empty without one. It is not a question
     * of engines that do not keep up.
     */
    public String doubt(CaseResult result) {
        return get(result).doubt();
    }

    /** Returns whether an engine at its capacity could answer more, because the harness takes most of the processor time in use. */
    public boolean least(CaseResult result) {
        return reached(result) && get(result).harness() > MOST;
    }

    /** Returns the reason for a least value, as a clause. */
    public String whyLeast(CaseResult result) {
        return "load client and partners take "
                + SentenceText.percent(get(result).harness()) + " of the processor time in use";
    }

    /** Returns the successful answers a second under the load of a case, its throughput. */
    public Interval perS(CaseResult result) {
        return get(result).perS();
    }

    private Capacity get(CaseResult result) {
        return capacities.getOrDefault(result.testCase().id(), Capacity.NONE);
    }

    private Interval rate(CaseResult result) {
        return Interval.of(
                result.usable().stream()
                        .mapToDouble(r -> r.measurement().pace().offeredPerS())
                        .filter(rate -> !Double.isNaN(rate))
                        .toArray(),
                confidence);
    }

    /** Returns whether two cases are of one engine and process under different loads. */
    private static boolean otherLoad(CaseResult one, CaseResult other) {
        return !one.testCase().block().equals(other.testCase().block())
                && one.testCase().server().equals(other.testCase().server())
                && one.testCase().subject().equals(other.testCase().subject());
    }

    /**
     * Returns whether an engine surely answers more requests of a load with more requests under way. An engine that answers more of fewer
     * clients is beyond its capacity with many.
     */
    private boolean answersMore(CaseResult other, CaseResult than) {
        return rate(other).low() > MORE * rate(than).high() && underWay(other) > underWay(than);
    }

    /** Returns the number of requests under way at a time, by Little's law. */
    private static double underWay(CaseResult result) {
        return mean(
                result.usable(),
                r -> r.measurement().pace().offeredPerS() * r.response().mean());
    }

    /** Returns the shortest mean response time of all engines under the load of a case, milliseconds. */
    private static double fastest(CaseResult result, List<CaseResult> cases) {
        return cases.stream()
                .filter(other ->
                        other.testCase().block().equals(result.testCase().block()))
                .mapToDouble(other -> NumberStatistics.mean(other.means()))
                .filter(mean -> !Double.isNaN(mean))
                .min()
                .orElse(Double.NaN);
    }

    /** Returns the reason against a case whose clients were not all there to send; empty without one. */
    private static String unsent(CaseResult result) {
        List<RepetitionResult> usable = result.usable();
        if (result.usability().state() == CaseUsability.State.SATURATED) {
            return "";
        }
        double held = mean(usable, r -> r.measurement().pace().timedOutShare());
        if (held > LITTLE) {
            long timedOut = result.failureCauses().stream()
                    .filter(cause -> cause.outcome().outOfTime())
                    .mapToLong(FailureCause::requests)
                    .sum();
            long requests =
                    usable.stream().mapToLong(RepetitionResult::requests).sum();
            return (timedOut == 0
                            ? "requests of the warm-up timed out"
                            : SentenceText.count(timedOut) + " of "
                                    + SentenceText.count(requests, "request", "requests") + " timed out")
                    + " and took " + SentenceText.percent(held) + " of the time of the clients";
        }
        return usable.stream().anyMatch(r -> r.verdict() == RepetitionResult.Verdict.UNSETTLED)
                ? result.usability().why()
                : "";
    }

    private boolean full(CaseResult result, double fastestMs) {
        List<RepetitionResult> usable = result.usable();
        boolean meant = result.testCase().events().isEmpty()
                && result.usability().state() != CaseUsability.State.SATURATED
                && usable.size() > 1
                && usable.stream()
                        .allMatch(r -> r.measurement().pace().clients() > 0
                                && r.series().stages().isEmpty());
        if (!meant) {
            return false;
        }
        Interval share = interval(usable, r -> share(r, fastestMs));
        double inside = mean(usable, r -> inside(r, fastestMs));
        int number = hosts.processors().applyAsInt(result.testCase());
        return share.high() < HeldLoad.GOODPUT
                && inside > (number > 0 ? number : UNKNOWN_PROCESSORS)
                && !(number > 0 && mean(usable, hosts::cores) < BUSY * number);
    }

    private Interval interval(List<RepetitionResult> repetitions, ToDoubleFunction<RepetitionResult> value) {
        return Interval.of(repetitions.stream().mapToDouble(value).toArray(), confidence);
    }

    private static double mean(List<RepetitionResult> repetitions, ToDoubleFunction<RepetitionResult> value) {
        return repetitions.stream().mapToDouble(value).average().orElse(Double.NaN);
    }

    /** Returns X · (Z + I) / N. */
    private static double share(RepetitionResult repetition, double fastestMs) {
        double cycleS = repetition.measurement().pace().thinkS() + idealMs(repetition, fastestMs) / MS_PER_S;
        return repetition.measurement().pace().offeredPerS()
                * cycleS
                / repetition.measurement().pace().clients();
    }

    /** Returns X · (R − I), by Little's law. */
    private static double inside(RepetitionResult repetition, double fastestMs) {
        double ownMs = repetition.response().mean() - idealMs(repetition, fastestMs);
        return repetition.measurement().pace().offeredPerS() * ownMs / MS_PER_S;
    }

    private static double idealMs(RepetitionResult repetition, double fastestMs) {
        double known = repetition.overheads().idealMeanMs();
        return Double.isNaN(known) ? fastestMs : known;
    }
}
