package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.PooledSpread;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Target;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The repetitions of all cases of a run that kept up with their load. Cases with few repetitions share their spread. */
public final class SharedSpreads {

    /** Maximum number of repetitions of a case that shares its spread with others. */
    static final int MOST_REPETITIONS = 3;

    /** Spreads of a case by itself. */
    static final SharedSpreads NONE = new SharedSpreads(List.of());

    /** The usable repetitions of each case. */
    private final List<List<RepetitionResult>> cases;

    private SharedSpreads(List<List<RepetitionResult>> cases) {
        this.cases = cases;
    }

    /**
     * Returns the spreads of a run.
     *
     * @param cases all repetitions of each case
     */
    public static SharedSpreads of(Collection<List<RepetitionResult>> cases) {
        return new SharedSpreads(cases.stream()
                .filter(repetitions ->
                        repetitions.stream().noneMatch(r -> r.testCase().isTwin()))
                .filter(repetitions -> switch (CaseUsability.of(repetitions).state()) {
                    case SETTLED, NOT_ASSESSED -> true;
                    case UNSETTLED, SATURATED, NONE -> false;
                })
                .map(SharedSpreads::usable)
                .toList());
    }

    private static List<RepetitionResult> usable(List<RepetitionResult> repetitions) {
        return repetitions.stream().filter(RepetitionResult::usable).toList();
    }

    /**
     * Returns the spread that a case shares with others.
     *
     * @param own its usable repetitions
     * @param values values of the statistic in them
     * @param most the largest possible value of a target, so that the spread is that of odds; infinite when there is none
     * @return empty when it has more than {@value #MOST_REPETITIONS} values, or when there are not enough similar cases
     */
    Optional<PooledSpread> of(
            Statistic statistic, List<RepetitionResult> own, double[] values, ToDoubleFunction<Target> most) {
        if (values.length < 2
                || values.length > MOST_REPETITIONS
                || cases.stream().noneMatch(each -> same(each, own))) {
            return Optional.empty();
        }
        return PooledSpread.of(
                compared(values, most.applyAsDouble(statistic.target())),
                cases.stream()
                        .filter(each -> !same(each, own))
                        .map(each -> values(statistic.of(target(statistic.target(), own, each)), each, most))
                        .toList());
    }

    private static double[] compared(double[] values, double most) {
        return most < Double.POSITIVE_INFINITY ? Interval.odds(values, most) : values;
    }

    private static boolean same(List<RepetitionResult> one, List<RepetitionResult> other) {
        return one.get(0).testCase().id().equals(other.get(0).testCase().id());
    }

    /**
     * Returns the corresponding target in another case: the process or engine of that case, even under another name.
     */
    private static Target target(Target of, List<RepetitionResult> own, List<RepetitionResult> other) {
        CasePlan one = own.get(0).testCase();
        CasePlan another = other.get(0).testCase();
        return switch (of.kind()) {
            case PROCESS -> of.name().equals(one.subject()) ? Statistic.process(another.subject()) : of;
            case SERVER -> of.name().equals(one.server()) ? new Target(of.kind(), another.server()) : of;
            case CASE, SERVICE, ENGINE, HOST -> of;
        };
    }

    private static double[] values(
            Statistic statistic, List<RepetitionResult> repetitions, ToDoubleFunction<Target> most) {
        return compared(
                repetitions.stream()
                        .mapToDouble(r -> r.measured().of(statistic.metric(), statistic.target(), statistic.function()))
                        .filter(value -> !Double.isNaN(value))
                        .toArray(),
                most.applyAsDouble(statistic.target()));
    }
}
