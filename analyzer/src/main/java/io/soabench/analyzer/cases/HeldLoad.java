package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.RequestShare;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * The decision whether an engine held the load of a case. A held load has all of these properties: the engine kept up, the objectives on
 * its response times are met, and enough of the offered load was answered well ({@link #GOODPUT}). The share of failed requests is below
 * the case's objective on failures, else below {@link #USUAL_LIMIT}. Each property is decided by its interval over the repetitions, which
 * is wider than that of the requests where repetitions differ. One open property leaves the whole open. Under an open load the backlog must
 * not grow, and response times must not rise ({@link BacklogGrowth}). Failures that the model makes partners cause do not count, because no
 * engine can avoid them.
 *
 * <p>An open workload offers its arrivals. A closed one with N clients offers N / (Z + I) requests a second, when clients think Z and the
 * partners take I on average. An engine that needs no time itself gets that many. Where I is unknown, the offered load is unknown, too
 * ({@link #offerKnown}).
 *
 * @param failureRate all failures / all requests of the valid repetitions, with the interval of {@link Interval#ofShares}; NaN when there
 *     is none
 * @param limit share of requests; the rate of a held load is below it
 * @param goodput well answered requests / offered requests; NaN when the load has no rate
 * @param offeredPerS offered requests a second; the sent ones, where clients never think and partners take no time
 * @param whyUnknown reason why nothing can be decided, or empty
 */
public record HeldLoad(
        CaseResult result,
        Interval failureRate,
        double limit,
        Interval goodput,
        double offeredPerS,
        double confidence,
        String whyUnknown) {

    /** Share of failed requests from which on a load counts as not held. */
    static final double USUAL_LIMIT = 0.01;

    /** Minimum share of the offered load that is answered well where a load is held; less where more failures are allowed. */
    static final double GOODPUT = 0.95;

    /** Parts of one to which limits are rounded, so that differences of limits have no false digits. */
    private static final double ROUND = 1e9;

    private static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN, 0);

    /**
     * Minimum mean pause of clients, partners included; with a shorter pause, the load of the clients follows the speed
     * of the engine.
     */
    private static final double LEAST_PAUSE_S = 1e-3;

    /** Words about failures that do not count. */
    public static final String UNCOUNTED = "not counting failures that the model causes";

    /** The possible decisions. */
    public enum State {
        HELD,
        UNDECIDED,
        NOT_HELD
    }

    /**
     * The decision on one property.
     *
     * @param sentence part of a sentence
     */
    private record Finding(State state, String sentence) {}

    /**
     * Decides whether the load of a case was held.
     *
     * @param confidence level of the intervals
     */
    public static HeldLoad of(CaseResult result, double confidence) {
        List<RepetitionResult> valid =
                result.usable().stream().filter(r -> r.requests() > 0).toList();
        if (valid.isEmpty()) {
            return new HeldLoad(result, NONE, limit(result), NONE, Double.NaN, confidence, whyInvalid(result));
        }
        Interval rate = shares(valid, confidence).interval();
        double[] offered = valid.stream().mapToDouble(HeldLoad::offered).toArray();
        boolean rated = valid.stream().noneMatch(r -> Double.isNaN(offered(r)));
        Interval goodput = rated
                ? Interval.of(
                        valid.stream()
                                .mapToDouble(r -> answered(r) / offered(r))
                                .toArray(),
                        confidence)
                : NONE;
        double load = rated
                ? Interval.of(offered, confidence).mean()
                : valid.stream()
                        .mapToDouble(r -> r.measurement().pace().offeredPerS())
                        .average()
                        .orElse(Double.NaN);
        return new HeldLoad(result, rate, limit(result), goodput, load, confidence, "");
    }

    private static RequestShare shares(List<RepetitionResult> valid, double confidence) {
        return new RequestShare(
                valid.stream().mapToLong(HeldLoad::failures).toArray(),
                valid.stream().mapToLong(RepetitionResult::requests).toArray(),
                confidence);
    }

    /** Returns whether so few requests failed that the load is held. */
    private State failing() {
        List<RepetitionResult> valid =
                result.usable().stream().filter(r -> r.requests() > 0).toList();
        return switch (shares(valid, confidence).against(limit)) {
            case BELOW -> State.HELD;
            case OPEN -> State.UNDECIDED;
            case REACHED -> State.NOT_HELD;
        };
    }

    private static double offered(RepetitionResult repetition) {
        double clients = repetition.measurement().pace().clients();
        double thinkS = repetition.measurement().pace().thinkS();
        if (clients == 0) {
            return repetition.measurement().pace().offeredPerS();
        }
        if (!offerKnown(repetition)) {
            return Double.NaN;
        }
        double idealS = repetition.overheads().idealMeanMs() / 1000;
        double pauseS = thinkS + (Double.isNaN(idealS) ? 0 : idealS);
        return pauseS >= LEAST_PAUSE_S ? clients / pauseS : Double.NaN;
    }

    /**
     * Returns whether the offered load of a repetition is known. A closed load offers a number that depends on the time of the partners,
     * which does not matter where no request was answered well.
     */
    private static boolean offerKnown(RepetitionResult repetition) {
        return repetition.measurement().pace().clients() == 0
                || repetition.succeeded() == 0
                || !Double.isNaN(repetition.overheads().idealMeanMs());
    }

    /** Returns whether the offered load is known. It is unknown where partners call back, or where data decide which partners are called. */
    public boolean offerKnown() {
        return result.usable().stream().allMatch(HeldLoad::offerKnown);
    }

    /** Returns the well answered requests a second, with those that only partners have spoiled. */
    private static double answered(RepetitionResult repetition) {
        return repetition.measurement().pace().servedPerS()
                + excused(repetition) / repetition.measurement().measuredS();
    }

    private static long failures(RepetitionResult repetition) {
        return repetition.failures() - excused(repetition);
    }

    private static long excused(RepetitionResult repetition) {
        return repetition.planned(repetition.testCase().subject());
    }

    private static double limit(CaseResult result) {
        return result.testCase().objectives().stream()
                .filter(o -> o.metric().equals(Statistic.FAILURES)
                        && o.comparison().fromAbove()
                        && ofProcess(o.target(), result.testCase().subject()))
                .mapToDouble(ObjectivePlan::limit)
                .filter(limit -> limit > 0)
                .min()
                .orElse(USUAL_LIMIT);
    }

    private static boolean ofProcess(Target target, String process) {
        return switch (target.kind()) {
            case CASE -> true;
            case PROCESS -> target.every() || target.name().equals(process);
            case SERVICE, SERVER, ENGINE, HOST -> false;
        };
    }

    private static String whyInvalid(CaseResult result) {
        return result.repetitions().stream()
                .flatMap(r -> r.sentences(CriterionCheck.State.VIOLATED).stream())
                .findFirst()
                .map(HeldLoad::part)
                .orElse("no request was measured");
    }

    private static String part(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    /** Returns whether any repetition is valid, so that a decision is possible. */
    public boolean known() {
        return whyUnknown.isEmpty();
    }

    /** Returns whether few enough of the counted requests failed for a comparison of response times. */
    public boolean completed() {
        return known() && failureRate.mean() < limit;
    }

    /** Returns the decision on the load. */
    public State state() {
        return findings().stream().map(Finding::state).max(State::compareTo).orElse(State.HELD);
    }

    /** Returns the reason why the load is not held, or undecided: the worst property first. */
    public String why() {
        State state = state();
        return place() + ": "
                + findings().stream()
                        .filter(finding -> finding.state() == state)
                        .findFirst()
                        .map(Finding::sentence)
                        .orElse("");
    }

    private List<Finding> findings() {
        if (!known()) {
            return List.of(new Finding(State.UNDECIDED, "no repetition is valid"));
        }
        List<Finding> findings = new ArrayList<>();
        CaseUsability usability = CaseUsability.of(result.repetitions());
        if (usability.state() == CaseUsability.State.SATURATED) {
            findings.add(new Finding(State.NOT_HELD, usability.why()));
        }
        BacklogGrowth drift = BacklogGrowth.of(result.usable());
        if (drift.rises()) {
            findings.add(new Finding(State.NOT_HELD, drift.riseWords()));
        }
        if (drift.state() == BacklogGrowth.State.UNDECIDED) {
            findings.add(new Finding(State.UNDECIDED, drift.why()));
        }
        State failing = failing();
        findings.add(new Finding(
                failing,
                rate() + " of the requests failed" + uncounted()
                        + (failing == State.UNDECIDED
                                ? ", which leaves open whether it is less than " + SentenceText.level(limit)
                                : "")));
        if (!Double.isNaN(goodput.mean())) {
            findings.add(answering());
        }
        for (ObjectiveResult objective : result.objectives()) {
            if (objective.objective().metric().equals(Statistic.RESPONSE_TIME)
                    && objective.objective().comparison().fromAbove()
                    && ofProcess(
                            objective.objective().target(), result.testCase().subject())) {
                findings.add(new Finding(state(objective.state()), part(objective.sentence())));
            }
        }
        return findings;
    }

    /** Returns the decision on the share of the offered requests that are answered well. Clients of a closed load do not send all of them. */
    private Finding answering() {
        String share = SentenceText.percent(goodput.mean()) + interval(goodput);
        String needed = ", of which " + SentenceText.level(needed()) + " are needed";
        return new Finding(
                reaching(goodput, needed()),
                closed()
                        ? "its clients got " + share
                                + " of the correct answers that an engine without a time of its own would give them"
                                + needed
                        : share + " of the offered requests were answered correctly" + needed);
    }

    private boolean closed() {
        return result.usable().stream()
                .anyMatch(repetition -> repetition.measurement().pace().clients() > 0);
    }

    /**
     * Returns whether the wait of clients for answers is the only reason why the load is not held. It shows that the engine takes time, and not
     * that it could answer no more clients.
     */
    public boolean clientsWait() {
        return known()
                && closed()
                && !Double.isNaN(goodput.mean())
                && findings().stream()
                        .filter(finding -> finding.state() != State.HELD)
                        .allMatch(finding -> finding.equals(answering()))
                && state() != State.HELD;
    }

    /** Returns the required goodput. An objective that allows more failures cannot require more answers. */
    private double needed() {
        return Math.min(GOODPUT, Math.rint((1 - limit) * ROUND) / ROUND);
    }

    private static State state(ObjectiveResult.State objective) {
        return switch (objective) {
            case MET -> State.HELD;
            case MISSED -> State.NOT_HELD;
            case UNDECIDED, UNMEASURED -> State.UNDECIDED;
        };
    }

    /** Returns whether a value surely reaches a limit. */
    static State reaching(Interval value, double limit) {
        return !value.known()
                ? State.UNDECIDED
                : value.low() >= limit ? State.HELD : value.high() < limit ? State.NOT_HELD : State.UNDECIDED;
    }

    /** Returns the reason why response times are not compared, or an empty text. */
    public String whyNotCompared() {
        if (!known()) {
            return whyUnknown;
        }
        if (!completed()) {
            return SentenceText.percent(failureRate.mean()) + " of the requests failed" + uncounted();
        }
        return result.means().length == 0 ? "no request was answered" : "";
    }

    /** Returns the process and the workload in words. */
    public String place() {
        return result.testCase().subject() + " under " + result.workload();
    }

    /** Returns the share of failed requests in words, with its interval where there is one. */
    public String rate() {
        return SentenceText.percent(failureRate.mean()) + interval(failureRate);
    }

    /** Returns a note for readers that find another number of failures elsewhere; empty without uncounted failures. */
    public String uncounted() {
        return excuses() ? ", " + UNCOUNTED : "";
    }

    /** Returns whether requests failed that do not count. */
    public boolean excuses() {
        return result.usable().stream().anyMatch(repetition -> excused(repetition) > 0);
    }

    private String interval(Interval value) {
        String repetitions = SentenceText.count(value.count(), "repetition", "repetitions");
        return value.known()
                ? " (" + SentenceText.level(confidence) + " CI " + SentenceText.percent(value.low()) + " to "
                        + SentenceText.percent(value.high()) + " over " + repetitions + ")"
                : " (no interval: " + repetitions + ")";
    }
}
