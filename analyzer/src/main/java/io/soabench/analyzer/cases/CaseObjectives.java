package io.soabench.analyzer.cases;

import io.soabench.analyzer.cases.ObjectiveResult.State;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.RequestShare;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The decision on the objectives of a case over its valid repetitions. An estimate is decided by its interval: met when all of it keeps the
 * limit, missed when none of it does. Extreme values and counts are facts of the run and decided by themselves.
 */
final class CaseObjectives {

    private static final double MIB = 1 << 20;

    private static final double HALF = 0.5;

    private static final String BUSY = "no repetition counts, because the machine was busy in all of them";

    private final CasePlan testCase;
    private final List<RepetitionResult> repetitions;
    private final List<RepetitionResult> valid;
    private final List<CaseStatistic> statistics;
    private final ModelQuestions questions;

    CaseObjectives(
            CasePlan testCase,
            List<RepetitionResult> repetitions,
            List<CaseStatistic> statistics,
            ModelQuestions questions) {
        this.testCase = testCase;
        this.repetitions = repetitions;
        this.valid = repetitions.stream().filter(RepetitionResult::usable).toList();
        this.statistics = statistics;
        this.questions = questions;
    }

    /** Returns a result for each objective that concerns the case, or for each of several targets of an objective. */
    List<ObjectiveResult> judged() {
        List<ObjectiveResult> all = new ArrayList<>();
        for (ObjectivePlan objective : questions.objectives(testCase)) {
            List<Target> targets = questions.targets(objective.metric(), objective.target(), testCase);
            if (targets.isEmpty()) {
                all.add(open(
                        objective,
                        "",
                        State.UNMEASURED,
                        objective.target().kind() == Target.Kind.CASE
                                ? "the case has no server under test"
                                : "no case of suite \"" + testCase.suite() + "\" concerns "
                                        + objective.target().text()));
            }
            targets.forEach(target -> all.add(judge(objective, target, targets.size() > 1)));
        }
        return List.copyOf(all);
    }

    private ObjectiveResult judge(ObjectivePlan objective, Target target, boolean named) {
        if (valid.isEmpty()) {
            boolean busy = !repetitions.isEmpty() && repetitions.stream().allMatch(RepetitionResult::disturbed);
            return busy
                    ? open(objective, target.name(), State.UNDECIDED, BUSY)
                    : open(objective, target.name(), State.UNMEASURED, "there is no valid repetition");
        }
        Statistic wanted = new Statistic(objective.metric(), target, objective.statistic());
        CaseStatistic found = statistics.stream()
                .filter(s -> s.statistic().equals(wanted))
                // A server that was not observed in one repetition may have been at its worst there.
                .filter(s -> s.value().count() == valid.size()
                        && !Double.isNaN(s.value().mean()))
                .findFirst()
                .orElse(null);
        if (found == null) {
            return open(
                    objective,
                    target.name(),
                    State.UNMEASURED,
                    objective.statistic().text() + " " + objective.metric() + " of " + target.name()
                            + " was not measured" + (valid.size() > 1 ? " in all valid repetitions" : ""));
        }
        return new Judged(objective, found, named).result();
    }

    /** Returns the result of an objective without a number. */
    private static ObjectiveResult open(ObjectivePlan objective, String target, State state, String reason) {
        return new ObjectiveResult(
                objective,
                target,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                objective.limit(),
                "",
                state,
                "\"" + objective.text() + "\" " + (state == State.UNDECIDED ? "is undecided: " : "cannot be decided: ")
                        + reason + ".");
    }

    /** An objective and the number by which it is judged. */
    private final class Judged {

        private final ObjectivePlan objective;
        private final CaseStatistic found;
        private final boolean named;
        private final Interval value;
        private final double bound;

        Judged(ObjectivePlan objective, CaseStatistic found, boolean named) {
            this.objective = objective;
            this.found = found;
            this.named = named;
            value = found.value();
            bound = objective.limit() * factor(objective.unit(), found.unit());
        }

        ObjectiveResult result() {
            String why = whyLeast();
            boolean least = !why.isEmpty();
            if (found.statistic().merge().fact() || none() || some()) {
                return least && holds(value.mean())
                        ? result(State.UNDECIDED, ", but that is only a lower bound: " + why + ".")
                        : result(holds(value.mean()) ? State.MET : State.MISSED, ".");
            }
            if (failing()) {
                return share();
            }
            if (!value.known()) {
                return tooFew() ? few() : result(State.UNDECIDED, ", which has no interval.");
            }
            boolean share = found.statistic().merge() == Statistic.Merge.RATIO;
            String ends = share
                    ? text(value.low()) + " to " + text(value.high())
                    : SentenceText.interval(value.mean(), value.low(), value.high(), this::text);
            String interval = found.pair().isEmpty()
                    ? SentenceText.level(found.confidence()) + " CI " + ends
                            + (found.shared() == 0 ? "" : ", spread pooled over " + found.shared() + " cases")
                    : found.both(this::text);
            if (!holds(value.low()) && !holds(value.high())) {
                return result(State.MISSED, " (" + interval + ").");
            }
            if (!least && tooFew()) {
                return few();
            }
            if (!holds(value.low()) || !holds(value.high())) {
                return result(
                        State.UNDECIDED,
                        found.pair().isEmpty()
                                ? ", but the limit is within its interval (" + interval
                                        + "), which gets narrower with more repetitions."
                                : " (" + interval + "), which are too few for this limit: repeat more often.");
            }
            if (least) {
                return result(State.UNDECIDED, " (" + interval + "), but that is only a lower bound: " + why + ".");
            }
            return result(State.MET, " (" + interval + ").");
        }

        /** Returns an open result without a number in its sentence: of so few requests, a percentile would be one of the slowest ones. */
        private ObjectiveResult few() {
            return judged(
                    State.UNDECIDED,
                    "a " + objective.statistic().text() + " needs " + SentenceText.count(needed())
                            + " requests in each repetition, and there were " + SentenceText.count(fewest())
                            + ": measure longer.");
        }

        /**
         * Returns whether the objective is an upper bound on the failed requests of a process, over repetitions that show the precision of
         * the share.
         */
        private boolean failing() {
            return found.statistic().merge() == Statistic.Merge.RATIO
                    && objective.comparison().fromAbove()
                    && found.statistic().target().kind() == Target.Kind.PROCESS
                    && value.known();
        }

        /** Decides a share. Planned failures are known; the repetitions are a sample of the others only. */
        private ObjectiveResult share() {
            String process = found.statistic().target().name();
            long[] requests = valid.stream()
                    .mapToLong(r -> r.answeredBy(process).requests())
                    .toArray();
            long[] planned = CaseResult.planned(found.statistic().target(), valid);
            long[] rest = IntStream.range(0, requests.length)
                    .mapToLong(i -> Math.max(
                            0, requests[i] - valid.get(i).answeredBy(process).succeeded() - planned[i]))
                    .toArray();
            long all = Arrays.stream(requests).sum();
            long unplanned = Arrays.stream(rest).sum();
            long fixed = Arrays.stream(planned).sum();
            RequestShare shares = new RequestShare(rest, requests, found.confidence());
            String interval =
                    SentenceText.level(found.confidence()) + " CI " + text(value.low()) + " to " + text(value.high());
            String counted = "; " + SentenceText.count(fixed + unplanned) + " of "
                    + SentenceText.count(all, "request", "requests") + " failed"
                    + (fixed == 0
                            ? ""
                            : unplanned == 0
                                    ? ", all as the model plans"
                                    : ", " + SentenceText.count(fixed) + " of them as the model plans")
                    + " (" + interval + ")";
            String apart = shares.few() && unplanned > 0
                    ? "; by repetition "
                            + IntStream.range(0, requests.length)
                                    .filter(i -> requests[i] > 0)
                                    .mapToObj(i -> SentenceText.percent((double) (rest[i] + planned[i]) / requests[i]))
                                    .collect(Collectors.joining(", "))
                    : "";
            return switch (shares.against(bound - (double) fixed / all)) {
                case BELOW -> result(State.MET, counted + ".");
                case REACHED -> result(State.MISSED, counted + apart + ".");
                case OPEN -> result(State.UNDECIDED, counted + apart + "; more requests or repetitions may decide it.");
            };
        }

        /** Returns whether each repetition has too few requests for a proof that the limit is kept, with any number of repetitions. */
        private boolean tooFew() {
            return fewest() < needed() && objective.comparison().fromAbove();
        }

        /** Returns whether nothing happened at all. That is a fact: no interval of a share ends at zero. */
        private boolean none() {
            return objective.comparison() == Comparison.AT_MOST && bound == 0 && value.mean() == 0;
        }

        /** Returns whether an event happened that never may. That is a fact, too: no other repetition changes it. */
        private boolean some() {
            return found.statistic().merge() == Statistic.Merge.RATIO
                    && objective.comparison() == Comparison.AT_MOST
                    && bound == 0
                    && value.mean() > 0;
        }

        private boolean holds(double number) {
            return objective.comparison().holds(number, bound);
        }

        /**
         * Returns why the value is only a lower bound: the engine did not keep up, or requests that were given up count with the time-out.
         * Empty when it is none, or when that concerns no upper bound.
         */
        private String whyLeast() {
            if (!objective.comparison().fromAbove()
                    || !objective.metric().equals(Statistic.RESPONSE_TIME)
                    || objective.statistic().kind() == StatisticFunction.Kind.MIN
                    || found.statistic().target().kind() != Target.Kind.PROCESS) {
                return "";
            }
            CaseUsability usability = CaseUsability.of(repetitions);
            if (usability.state() == CaseUsability.State.SATURATED) {
                return usability.why();
            }
            String process = found.statistic().target().name();
            long all = 0;
            long givenUp = 0;
            for (RepetitionResult repetition : valid) {
                RepetitionResult.Requests requests = repetition.answeredBy(process);
                all += requests.response().count();
                givenUp += requests.response().count() - requests.succeeded();
            }
            return givenUp > beyond() * all
                    ? SentenceText.count(givenUp) + " of " + SentenceText.count(all, "request", "requests")
                            + (givenUp == 1 ? " was" : " were") + " given up and "
                            + (givenUp == 1 ? "counts" : "count") + " with the time-out"
                    : "";
        }

        /** Returns the share of the requests that may be given up without a change of the statistic. */
        private double beyond() {
            return switch (objective.statistic().kind()) {
                case MEDIAN -> HALF;
                case PERCENTILE -> 1 - objective.statistic().fraction();
                default -> 0;
            };
        }

        /** Returns the number of values that the statistic needs in each repetition. With fewer, such rare values were mostly not seen. */
        private long needed() {
            return found.statistic().needed();
        }

        private long fewest() {
            Target target = found.statistic().target();
            return valid.stream()
                    .mapToLong(repetition -> switch (target.kind()) {
                        case PROCESS ->
                            repetition.answeredBy(target.name()).response().count();
                        default ->
                            Math.round(repetition
                                    .measured()
                                    .of(found.statistic().metric(), target, StatisticFunction.COUNT));
                    })
                    .min()
                    .orElse(0);
        }

        private ObjectiveResult result(State state, String rest) {
            return judged(
                    state,
                    text(value.mean()) + " over "
                            + SentenceText.count(valid.size(), "valid repetition", "valid repetitions") + rest);
        }

        private ObjectiveResult judged(State state, String words) {
            String target = found.statistic().target().name();
            String verdict =
                    switch (state) {
                        case MET -> "met";
                        case MISSED -> "missed";
                        case UNDECIDED, UNMEASURED -> "undecided";
                    };
            return new ObjectiveResult(
                    objective,
                    target,
                    value.mean(),
                    value.low(),
                    value.high(),
                    bound,
                    found.unit(),
                    state,
                    "\"" + objective.text() + "\"" + (named ? " (" + target + ")" : "") + " is " + verdict + ": "
                            + words);
        }

        private String text(double number) {
            return switch (found.unit()) {
                case "ms" -> SentenceText.ms(number);
                case "ratio" -> SentenceText.percent(number);
                case "bytes" -> SentenceText.number(number / MIB) + " MiB";
                case "1/s" -> SentenceText.number(number) + " /s";
                case "", "count" ->
                    number == Math.rint(number) ? SentenceText.count((long) number) : SentenceText.number(number);
                default -> SentenceText.number(number) + " " + found.unit();
            };
        }
    }

    /** Returns the factor from the unit of a measured metric to that of a limit. */
    private static double factor(MetricUnit limit, String measured) {
        return switch (limit) {
            case SECOND -> measured.equals("ms") ? 1e3 : 1;
            case RATIO -> measured.equals("%") || measured.equals("percent") ? 100 : 1;
            case NUMBER, PER_SECOND, BYTE -> 1;
        };
    }
}
