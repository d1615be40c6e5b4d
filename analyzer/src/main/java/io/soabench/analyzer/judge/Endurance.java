package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.Words;
import io.soabench.analyzer.validity.Check;
import io.soabench.plan.Plan.ObjectivePlan;
import io.soabench.plan.Target;
import java.util.List;

/**
 * Whether an engine held the load of a case: fewer requests failed than the case's objective on failures allows, else fewer
 * than {@link #USUAL_LIMIT}. Failures that the model makes partners cause do not count, because no engine can avoid them.
 *
 * @param failureRate all failures / all requests of the valid repetitions, with the interval of {@link Interval#ofShares}; NaN
 *     when there is none
 * @param limit share of requests; to hold, the rate is below it
 * @param whyUnknown why nothing can be said, or empty
 */
record Endurance(CaseResult result, Interval failureRate, double limit, String whyUnknown) {

    /** Share of failed requests from which on a load counts as not held. */
    static final double USUAL_LIMIT = 0.01;

    static Endurance of(CaseResult result, double confidence) {
        List<RepetitionResult> valid =
                result.usable().stream().filter(r -> r.requests() > 0).toList();
        if (valid.isEmpty()) {
            return new Endurance(
                    result, new Interval(Double.NaN, Double.NaN, Double.NaN, 0), limit(result), whyInvalid(result));
        }
        Interval rate = Interval.ofShares(
                valid.stream().mapToLong(Endurance::failures).toArray(),
                valid.stream().mapToLong(RepetitionResult::requests).toArray(),
                confidence);
        return new Endurance(result, rate, limit(result), "");
    }

    private static long failures(RepetitionResult repetition) {
        return repetition.failures()
                - repetition.failureCauses().stream()
                        .filter(c -> c.origin().equals(Failures.PARTNER)
                                || c.origin().equals(Failures.EVENT))
                        .mapToLong(FailureCause::requests)
                        .sum();
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
                .flatMap(r -> r.sentences(Check.State.VIOLATED).stream())
                .findFirst()
                .map(s -> s.endsWith(".") ? s.substring(0, s.length() - 1) : s)
                .orElse("no request was measured");
    }

    boolean known() {
        return whyUnknown.isEmpty();
    }

    boolean held() {
        return known() && failureRate.mean() < limit;
    }

    /** Whether the interval leaves the answer open. */
    boolean open() {
        return failureRate.known() && failureRate.low() < limit && failureRate.high() >= limit;
    }

    /** Why its response times are not compared, or empty. */
    String whyNotCompared() {
        if (!known()) {
            return whyUnknown;
        }
        if (!held()) {
            return rate() + " of the requests failed";
        }
        return result.means().length == 0 ? "no request was answered" : "";
    }

    String place() {
        return result.testCase().subject() + " under " + result.testCase().workload();
    }

    /** The rate in words, with its interval where there is one. */
    String rate(double confidence) {
        String interval = failureRate.known() && failureRate.mean() > 0
                ? " (" + Words.level(confidence) + " CI " + Words.percent(failureRate.low()) + " to "
                        + Words.percent(failureRate.high()) + " over "
                        + Words.count(failureRate.count(), "repetition", "repetitions") + ")"
                : " (" + Words.count(failureRate.count(), "repetition", "repetitions") + ")";
        return rate() + interval;
    }

    private String rate() {
        return Words.percent(failureRate.mean());
    }
}
