package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.ConfigurationSpace;
import io.soabench.model.Defaults;
import io.soabench.model.Dimension;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Measure;
import io.soabench.model.SuiteSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Criterion;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Objective;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.ParameterRange;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.Variation;
import io.soabench.model.testbed.Workload;
import io.soabench.plan.Halvings;
import io.soabench.plan.RequestMetric;
import io.soabench.plan.StatisticFunction;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.validation.Check;

/**
 * Rules for explorations that search for a configuration. The engine under test has several, and trials can decide
 * between them.
 */
public final class ConfigurationRules extends Rules {

    /** The least number of repetitions of a confirmation. With fewer there is no confidence interval. */
    private static final int LEAST_CONFIRMATIONS = 2;

    /**
     * Checks that an exploration searches either for a load or for a configuration, and uses only the keywords of this
     * kind of search.
     */
    @Check
    public void searchKind(Exploration exploration) {
        if (exploration.getVariation() == null) {
            exploration.getConstraints().stream()
                    .findFirst()
                    .ifPresent(constraint -> refuse(
                            "only configurations are expected to keep something, and none is varied; write until in place of"
                                    + " expect, or add: vary <engine> for lowest p95 response-time { … }",
                            constraint));
            if (exploration.getConfirmations() != null) {
                error(
                        IssueCode.EXPLORE_VARY,
                        "only configurations are confirmed, and none is varied; remove it, or add: vary <engine> for"
                                + " lowest p95 response-time { … }",
                        exploration,
                        Literals.EXPLORATION__CONFIRMATIONS);
            }
            return;
        }
        refuse(
                "a load and a configuration are not searched for at once; write two explorations",
                exploration.getLoad());
        exploration.getObjectives().stream()
                .findFirst()
                .ifPresent(objective -> refuse(
                        "conditions for configurations are written with expect; write expect in place of until",
                        objective));
        refuse(
                "how exactly configurations are known is a matter of trials and time; remove precision, and write confirm 10"
                        + " times for a narrower interval",
                exploration.getPrecision());
    }

    private void refuse(String why, EObject place) {
        if (place != null) {
            error(IssueCode.EXPLORE_VARY, why, place, null);
        }
    }

    /** Checks that the varied server is an engine under test. */
    @Check
    public void server(Exploration exploration) {
        Variation variation = exploration.getVariation();
        if (variation == null || !known(variation.getServer())) {
            return;
        }
        String name = variation.getServer().getName();
        Set<Server> tested = cells(exploration).stream()
                .flatMap(cell -> cell.server().stream())
                .filter(Rules::known)
                .collect(Collectors.toSet());
        if (tested.isEmpty() || tested.equals(Set.of(variation.getServer()))) {
            return;
        }
        error(
                IssueCode.EXPLORE_VARY,
                tested.contains(variation.getServer())
                        ? "the best configuration of \"" + name + "\" is searched for, but the case is also on "
                                + quoted(tested.stream()
                                        .filter(server -> server != variation.getServer())
                                        .map(Server::getName)
                                        .sorted()
                                        .toList())
                                + "; write an exploration for each engine"
                        : "\"" + name + "\" is not under test here, so that its configuration would not be seen; vary "
                                + quoted(tested.stream()
                                        .map(Server::getName)
                                        .sorted()
                                        .toList()),
                variation,
                Literals.VARIATION__SERVER);
    }

    private List<ExpandedCase> cells(Exploration exploration) {
        return CaseExpansion.expand(whole(exploration), exploration);
    }

    /** Checks that no value stands twice among those of a parameter, however it is written. */
    @Check
    public void values(ParameterRange range) {
        if (!known(range.getParameter())) {
            return;
        }
        List<Value> values = range.getValues();
        for (int i = 1; i < values.size(); i++) {
            Value value = values.get(i);
            boolean before = values.subList(0, i).stream()
                    .filter(earlier -> fits(range, earlier) && fits(range, value))
                    .anyMatch(earlier -> ConfigurationSpace.same(range.getParameter(), earlier, value));
            if (before) {
                error(
                        IssueCode.EXPLORE_VALUE_TWICE,
                        "parameter \"" + range.getParameter().getName()
                                + "\" has that value in the list already; remove one",
                        value,
                        null);
            }
        }
    }

    private static boolean fits(ParameterRange range, Value value) {
        return ParameterRules.fits(range.getParameter(), value);
    }

    /** Checks that at least two configurations exist, within the limit, with enough trials to select and confirm. */
    @Check
    public void configurations(Exploration exploration) {
        Variation variation = exploration.getVariation();
        if (variation == null) {
            return;
        }
        long size = ConfigurationSpace.size(variation);
        if (size < 2) {
            error(
                    IssueCode.EXPLORE_CONFIGURATIONS,
                    (size == 0 ? "no parameter is varied" : "there is only one configuration")
                            + ", so there is nothing to search for; write a parameter with several values, such as:"
                            + " workers in (1, 2, 4)",
                    variation,
                    Literals.VARIATION__SERVER);
        } else if (size > ConfigurationSpace.MOST_CONFIGURATIONS) {
            error(
                    IssueCode.EXPLORE_CONFIGURATIONS,
                    "there are "
                            + (size == Long.MAX_VALUE
                                    ? "more configurations than can be counted"
                                    : size + " configurations")
                            + ", of which trials would see next to none; vary less, so that there are at most "
                            + ConfigurationSpace.MOST_CONFIGURATIONS,
                    variation,
                    Literals.VARIATION__SERVER);
        }
        Integer times = exploration.getConfirmations();
        if (times != null && times >= 1 && times < LEAST_CONFIRMATIONS) {
            error(
                    IssueCode.EXPLORE_CONFIGURATIONS,
                    "one block gives no comparison with the next one; write confirm " + Defaults.CONFIRMATIONS
                            + " times",
                    exploration,
                    Literals.EXPLORATION__CONFIRMATIONS);
        } else if (size >= 2 && soundNumbers(exploration) && ConfigurationSpace.most(exploration) == 0) {
            int confirming = ConfigurationSpace.confirming(exploration);
            error(
                    IssueCode.EXPLORE_CONFIGURATIONS,
                    "to select one of two configurations and to confirm it takes " + (Halvings.FINALISTS + confirming)
                            + " trials, of which " + confirming + " confirm; write trials at most "
                            + (new Halvings((int) Math.min(size, ConfigurationSpace.MOST_CONFIGURATIONS)).trials()
                                    + confirming)
                            + " for all configurations, or confirm fewer times",
                    exploration,
                    Literals.EXPLORATION__TRIALS);
        }
    }

    private static boolean soundNumbers(Exploration exploration) {
        Integer trials = exploration.getTrials();
        Integer times = exploration.getConfirmations();
        return (trials == null || trials >= 1) && (times == null || (times >= LEAST_CONFIRMATIONS && times < 100_000));
    }

    /** Checks that the criterion is a measured statistic that a configuration can improve. */
    @Check
    public void criterion(Exploration exploration) {
        Variation variation = exploration.getVariation();
        if (variation == null) {
            return;
        }
        Criterion criterion = variation.getCriterion();
        if (criterion == null) {
            error(
                    IssueCode.EXPLORE_CRITERION,
                    "\"" + exploration.getName()
                            + "\" has no criterion for the best configuration; add: for lowest"
                            + " p95 response-time, or for highest throughput",
                    variation,
                    Literals.VARIATION__SERVER);
        } else if (known(criterion.getMetric())) {
            whyUseless(criterion, exploration)
                    .ifPresent(why -> error(IssueCode.EXPLORE_CRITERION, why, criterion, null));
        }
    }

    private Optional<String> whyUseless(Criterion criterion, Exploration exploration) {
        String metric = criterion.getMetric().getName();
        Optional<StatisticFunction.Kind> kind =
                ExplorationRules.function(criterion.getStatistic()).map(StatisticFunction::kind);
        boolean response = metric.equals(RequestMetric.RESPONSE_TIME);
        if (!response && !metric.equals(RequestMetric.THROUGHPUT)) {
            return Optional.of("configurations are ranked by response-time or throughput, not by " + metric
                    + "; write for lowest p95 response-time"
                    + (metric.equals(RequestMetric.FAILURES) ? ", and expect failures < 1 %" : ""));
        }
        if (response == criterion.isHighest()) {
            return Optional.of(
                    response
                            ? "the highest response-time is the worst; write for lowest"
                            : "the lowest throughput is the worst; write for highest");
        }
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        boolean known =
                switch (kind.get()) {
                    case AVERAGE -> true;
                    case MEDIAN, PERCENTILE -> response;
                    case MIN, MAX, STANDARD_DEVIATION, TOTAL, COUNT, CONFIDENCE, HISTOGRAM, CHART_OVER_TIME -> false;
                };
        if (!known) {
            return Optional.of("\"" + kind.get().text() + "\" of " + metric + " does not rank configurations; write "
                    + (response ? "average, median or a percentile" : "throughput alone"));
        }
        return workload(exploration)
                .filter(workload -> !response && workload instanceof OpenWorkload)
                .map(workload -> "workload \"" + workload.getName()
                        + "\" is open, so the throughput of every engine that keeps up is its rate; write for lowest p95"
                        + " response-time, or use a closed workload");
    }

    private Optional<Workload> workload(Exploration exploration) {
        return cells(exploration).stream()
                .map(ExpandedCase::workload)
                .filter(Rules::known)
                .findFirst();
    }

    /**
     * Checks that the first rung of the selection (its first round, with the shortest measurements) has enough requests
     * for a decision.
     */
    @Check
    public void requests(Exploration exploration) {
        Optional<Quantity> measure = ExplorationRules.measure(exploration, whole(exploration));
        if (exploration.getVariation() == null || !ExplorationRules.isTime(measure.orElse(null))) {
            return;
        }
        double seconds = measure.map(quantity -> Measure.of(quantity).duration())
                        .orElse(Defaults.MEASURE)
                        .toMillis()
                / 1e3;
        Optional<Double> rate = workload(exploration).flatMap(ConfigurationRules::rate);
        Criterion criterion = exploration.getVariation().getCriterion();
        if (criterion != null && known(criterion.getMetric())) {
            checkRequests(
                    ExplorationRules.needed(ExplorationRules.function(criterion.getStatistic())),
                    rate,
                    seconds,
                    criterion);
        }
        for (Objective constraint : exploration.getConstraints()) {
            if (ExplorationRules.whyUndecidable(constraint).isEmpty()) {
                checkRequests(ExplorationRules.needed(constraint), rate, seconds, constraint);
            }
        }
    }

    private void checkRequests(double needed, Optional<Double> rate, double seconds, EObject place) {
        if (rate.isPresent() && rate.get() * seconds < needed) {
            error(
                    IssueCode.EXPLORE_REQUESTS,
                    "a trial of the first rung has about " + Math.round(rate.get() * seconds) + " requests in "
                            + ExplorationRules.number(seconds) + " s, and " + (long) Math.ceil(needed)
                            + " are needed to decide this; measure at least "
                            + ExplorationRules.number(Math.ceil(needed / rate.get())) + " s",
                    place,
                    null);
        }
    }

    /**
     * Returns the requests per second of a workload. For clients, it is an upper bound: the rate if every answer came
     * at once. Empty when it is not one known number.
     */
    private static Optional<Double> rate(Workload workload) {
        if (workload.getClasses().size() != 1 || workload.getClasses().get(0).getShape() != null) {
            return Optional.empty();
        }
        ClientClass only = workload.getClasses().get(0);
        if (workload instanceof OpenWorkload) {
            return Optional.ofNullable(only.getRate())
                    .filter(rate -> rate.getValue() != null && Dimension.of(rate.getUnit()) == Dimension.RATE)
                    .map(rate -> Measure.of(rate).value().doubleValue())
                    .filter(rate -> rate > 0);
        }
        int clients = Objects.requireNonNullElse(only.getClients(), Defaults.CLIENTS);
        return Optional.ofNullable(only.getThinkTime())
                .flatMap(ExplorationRules::mean)
                .filter(think -> think > 0 && clients > 0)
                .map(think -> clients / think);
    }

    /** Checks that all trials fit into the time budget, even without the start of servers. */
    @Check
    public void time(Exploration exploration) {
        Variation variation = exploration.getVariation();
        if (variation == null || !timesKnown(exploration) || !soundNumbers(exploration)) {
            return;
        }
        long size = ConfigurationSpace.size(variation);
        int most = ConfigurationSpace.most(exploration);
        if (size < 2 || size > ConfigurationSpace.MOST_CONFIGURATIONS || most == 0) {
            return;
        }
        Halvings halvings = new Halvings((int) Math.min(size, most));
        SuiteSettings settings =
                SuiteSettings.of(exploration, whole(exploration).defaultProfile());
        int confirming = ConfigurationSpace.confirming(exploration);
        Duration needed = settings.warmUp()
                .multipliedBy(settings.untilSteady() ? 0 : halvings.trials() + confirming)
                .plus(settings.least().multipliedBy(halvings.windows() + (long) confirming * halvings.lastFactor()));
        Duration within = exploration.getWithin() == null
                ? Defaults.WITHIN
                : Measure.of(exploration.getWithin()).duration();
        if (needed.compareTo(within) > 0) {
            error(
                    IssueCode.EXPLORE_TIME,
                    "to select one of " + halvings.configurations() + " configurations and to confirm it takes "
                            + minutes(needed) + " min of warm-up and measurement alone, and the exploration ends after "
                            + minutes(within) + " min; write within "
                            + minutes(needed.multipliedBy(3).dividedBy(2))
                            + " min, measure for less time, or vary less",
                    exploration,
                    exploration.getWithin() == null ? Literals.NAMED_ELEMENT__NAME : Literals.EXPLORATION__WITHIN);
        }
    }

    private static long minutes(Duration time) {
        return (time.toSeconds() + 59) / 60;
    }

    /** Returns whether all times are valid. Another rule reports invalid ones. */
    private boolean timesKnown(Exploration exploration) {
        return ExplorationRules.isTime(exploration.getWithin())
                && SuiteSettings.schedules(exploration, whole(exploration).defaultProfile()).stream()
                        .allMatch(schedule -> ExplorationRules.isTime(schedule.getWarmUp())
                                && ExplorationRules.isTime(schedule.getMeasure())
                                && ExplorationRules.isTime(schedule.getLongest())
                                && ExplorationRules.isTime(schedule.getTimeOut())
                                && ExplorationRules.isTime(schedule.getDrain())
                                && schedule.getHalfWidth() == null);
    }
}
