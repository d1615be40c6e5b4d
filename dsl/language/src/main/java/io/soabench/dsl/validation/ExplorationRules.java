package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.Defaults;
import io.soabench.model.Dimension;
import io.soabench.model.Distributions;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Measure;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.LoadRange;
import io.soabench.model.testbed.Objective;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.Workload;
import io.soabench.plan.RequestMetric;
import io.soabench.plan.StatisticFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.xtext.validation.Check;

/**
 * Rules for explorations. They search for one load, and a trial can decide whether it is too high. {@link
 * ConfigurationRules} has the rules for configurations.
 */
public final class ExplorationRules extends Rules {

    /**
     * The number of expected failures at the limit. No failure at all then shows at 95 % that there are fewer:
     * -ln(0.025).
     */
    private static final double BEYOND_LIMIT = 3.7;

    /** The fewest answers that allow any statement about an engine. */
    private static final double LEAST_REQUESTS = 30;

    /** Checks that an exploration has one process and one workload. Engines may be several. */
    @Check
    public void oneCase(Exploration exploration) {
        if (exploration.getCases().isEmpty()) {
            error(
                    IssueCode.EXPLORE_CASE,
                    "exploration \"" + exploration.getName()
                            + "\" has no case; add: case on <engine> for process in (…), workload in (…)",
                    exploration,
                    Literals.NAMED_ELEMENT__NAME);
            return;
        }
        List<ExpandedCase> cells = cells(exploration);
        Set<List<Object>> subjects = cells.stream()
                .map(cell -> List.<Object>of(cell.targets(), cell.workload()))
                .collect(Collectors.toSet());
        Set<Object> engines = cells.stream().map(ExpandedCase::server).collect(Collectors.toSet());
        if (subjects.size() > 1 || engines.size() < cells.size()) {
            error(
                    IssueCode.EXPLORE_CASE,
                    "exploration \"" + exploration.getName() + "\" has " + cells.size()
                            + " cases, but one load is searched for: name one process and one workload, and each engine"
                            + " once; write another exploration for the others",
                    exploration,
                    Literals.NAMED_ELEMENT__NAME);
        }
    }

    private List<ExpandedCase> cells(Exploration exploration) {
        return CaseExpansion.expand(whole(exploration), exploration);
    }

    /** Checks that the ends of the search are in order, and the workload has a load of that kind. */
    @Check
    public void load(Exploration exploration) {
        LoadRange load = exploration.getLoad();
        if (load == null && exploration.getVariation() != null) {
            return;
        }
        if (load == null) {
            error(
                    IssueCode.EXPLORE_LOAD,
                    "exploration \"" + exploration.getName()
                            + "\" has no range of loads; add: load rate from 10 /s to 1000 /s, or"
                            + " load clients from 1 to 1000; or a range of configurations: vary <engine> for lowest"
                            + " p95 response-time { … }",
                    exploration,
                    Literals.NAMED_ELEMENT__NAME);
            return;
        }
        Optional<Double> least = end(load.isClients(), load.getLeast());
        Optional<Double> greatest = end(load.isClients(), load.getGreatest());
        if (least.isPresent() && greatest.isPresent() && least.get() >= greatest.get()) {
            error(
                    IssueCode.EXPLORE_RANGE,
                    "the load is searched for from " + text(load.getLeast()) + " to " + text(load.getGreatest())
                            + "; the first must be the smaller one",
                    load,
                    null);
        }
        workload(exploration)
                .flatMap(workload -> whyFixed(workload, load))
                .ifPresent(why -> error(IssueCode.EXPLORE_LOAD, why, load, null));
    }

    private Optional<Workload> workload(Exploration exploration) {
        return cells(exploration).stream()
                .map(ExpandedCase::workload)
                .filter(Rules::known)
                .findFirst();
    }

    /**
     * Returns an end of the search in clients or in requests per second; empty after a reported problem, or if
     * there is none.
     */
    private Optional<Double> end(boolean clients, Quantity quantity) {
        if (!has(clients ? Dimension.NUMBER : Dimension.RATE, quantity, "end of the load")) {
            return Optional.empty();
        }
        BigDecimal value = Measure.of(quantity).value();
        if (clients && (value.stripTrailingZeros().scale() > 0 || value.signum() < 1)) {
            error(
                    IssueCode.EXPLORE_RANGE,
                    "there are no " + text(quantity) + " clients; write a whole number, at least 1",
                    quantity,
                    null);
            return Optional.empty();
        }
        positive(clients ? Dimension.NUMBER : Dimension.RATE, quantity, "end of the load");
        return value.signum() > 0 ? Optional.of(value.doubleValue()) : Optional.empty();
    }

    private static Optional<String> whyFixed(Workload workload, LoadRange load) {
        String name = "workload \"" + workload.getName() + "\" ";
        boolean open = workload instanceof OpenWorkload;
        if (open == load.isClients()) {
            return Optional.of(name
                    + (open
                            ? "is open, so its load is a rate; write: load rate from 10 /s to 1000 /s"
                            : "is closed, so its load is a number of clients; write: load clients from 1 to 1000"));
        }
        if (workload.getClasses().size() != 1) {
            return Optional.of(name
                    + "has several classes, so its load is not one number; explore one with a single class or a mix");
        }
        ClientClass only = workload.getClasses().get(0);
        if (only.getShape() != null) {
            return Optional.of(name + "has a load that changes over time; explore one that is constant");
        }
        return open && only.getArrivals() != null && WorkloadRules.hasParameters(only.getArrivals())
                ? Optional.of(
                        name
                                + "has a full distribution of arrivals; write arrivals exponential or arrivals constant, and a rate")
                : Optional.empty();
    }

    /** Checks that objectives exist, that a trial can decide them, and that more load never makes them easier. */
    @Check
    public void objectives(Exploration exploration) {
        if (exploration.getObjectives().isEmpty() && exploration.getVariation() == null) {
            error(
                    IssueCode.EXPLORE_OBJECTIVE,
                    "exploration \"" + exploration.getName()
                            + "\" has no objective; add: until p99 response-time < 200 ms, failures < 1 %",
                    exploration,
                    Literals.NAMED_ELEMENT__NAME);
        }
        for (Objective objective : exploration.getObjectives()) {
            whyUndecidable(objective).ifPresent(why -> error(IssueCode.EXPLORE_OBJECTIVE, why, objective, null));
        }
        for (Objective constraint : exploration.getConstraints()) {
            whyUndecidable(constraint).ifPresent(why -> error(IssueCode.EXPLORE_OBJECTIVE, why, constraint, null));
        }
    }

    /**
     * Returns the reason that one trial cannot decide an objective; empty if it can, or if another rule reports the
     * problem.
     */
    static Optional<String> whyUndecidable(Objective objective) {
        if (!known(objective.getMetric())) {
            return Optional.empty();
        }
        String metric = objective.getMetric().getName();
        Optional<StatisticFunction.Kind> kind = function(objective).map(StatisticFunction::kind);
        boolean response = metric.equals(RequestMetric.RESPONSE_TIME);
        if (!response && !metric.equals(RequestMetric.FAILURES)) {
            return Optional.of("an exploration decides by response times or failures of processes, not by " + metric
                    + "; put that into a suite with expect");
        }
        if (objective.getTarget() != null
                && known(objective.getTarget())
                && !(objective.getTarget() instanceof Process)) {
            return Optional.of("an exploration decides by the measurements of clients, not by \""
                    + objective.getTarget().getName() + "\"; leave of out, or name a process");
        }
        switch (objective.getComparison()) {
            case GREATER, AT_LEAST -> {
                return Optional.of("a slower engine keeps that as easily; write an upper bound: " + metric + " < …");
            }
            case LESS, AT_MOST -> {
                // An upper bound is harder to keep with more load, as a search needs.
            }
        }
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        boolean decidable =
                switch (kind.get()) {
                    case AVERAGE -> true;
                    case MEDIAN, PERCENTILE -> response;
                    case MIN, MAX, STANDARD_DEVIATION, TOTAL, COUNT, CONFIDENCE, HISTOGRAM, CHART_OVER_TIME -> false;
                };
        return decidable
                ? Optional.empty()
                : Optional.of("one trial cannot decide \"" + kind.get().text() + "\" of " + metric + "; "
                        + (response ? "write average, median or a percentile" : "write failures alone"));
    }

    private static Optional<StatisticFunction> function(Objective objective) {
        return function(objective.getStatistic());
    }

    /** Returns the computed function; empty for an unknown name, which another rule reports. */
    static Optional<StatisticFunction> function(Statistic statistic) {
        if (statistic == null) {
            return Optional.of(Defaults.STATISTIC);
        }
        try {
            return Optional.of(StatisticFunction.parse(statistic.getFunction()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Checks that the trial with the least load has enough requests for a decision. */
    @Check
    public void requests(Exploration exploration) {
        Optional<Double> perSecond = leastRate(exploration);
        Optional<Quantity> measure = measure(exploration);
        if (perSecond.isEmpty() || !isTime(measure.orElse(null))) {
            return;
        }
        double seconds = measure.map(quantity -> Measure.of(quantity).duration())
                        .orElse(Defaults.MEASURE)
                        .toMillis()
                / 1e3;
        double requests = perSecond.get() * seconds;
        for (Objective objective : exploration.getObjectives()) {
            double needed = needed(objective);
            if (requests < needed && whyUndecidable(objective).isEmpty()) {
                error(
                        IssueCode.EXPLORE_REQUESTS,
                        "the trial with the least load has about " + Math.round(requests) + " requests in "
                                + number(seconds) + " s, and " + (long) Math.ceil(needed)
                                + " are needed to decide this; measure at least "
                                + number(Math.ceil(needed / perSecond.get())) + " s, or begin with more load",
                        objective,
                        null);
            }
        }
    }

    /**
     * Returns the longest measurement under the default profile. Only this value is examined; other times and
     * shares may be wrong.
     */
    private Optional<Quantity> measure(Exploration exploration) {
        return measure(exploration, whole(exploration));
    }

    /** Returns the longest measurement of an exploration in a testbed. */
    static Optional<Quantity> measure(Exploration exploration, WholeTestbed whole) {
        return SuiteSettings.schedules(exploration, whole.defaultProfile()).stream()
                .filter(schedule -> schedule.getMeasure() != null)
                .findFirst()
                .map(schedule -> schedule.getUntilAnswers() == null ? schedule.getMeasure() : schedule.getLongest());
    }

    /** Returns whether a time is valid or omitted. */
    static boolean isTime(Quantity quantity) {
        return quantity == null
                || (quantity.getValue() != null
                        && Dimension.of(quantity.getUnit()) == Dimension.TIME
                        && meant(quantity));
    }

    /**
     * Returns the requests per second at the least load. For clients, it is an upper bound: the rate if every answer
     * came at once. Empty when it is not known.
     */
    private Optional<Double> leastRate(Exploration exploration) {
        LoadRange load = exploration.getLoad();
        if (load == null
                || load.getLeast() == null
                || load.getLeast().getValue() == null
                || Dimension.of(load.getLeast().getUnit()) != (load.isClients() ? Dimension.NUMBER : Dimension.RATE)
                || !meant(load.getLeast())) {
            return Optional.empty();
        }
        double least = Measure.of(load.getLeast()).value().doubleValue();
        if (!(least > 0)) {
            return Optional.empty();
        }
        if (!load.isClients()) {
            return Optional.of(least);
        }
        return workload(exploration)
                .filter(workload -> whyFixed(workload, load).isEmpty())
                .map(workload -> workload.getClasses().get(0).getThinkTime())
                .flatMap(ExplorationRules::mean)
                .filter(think -> think > 0)
                .map(think -> least / think);
    }

    /**
     * Returns the mean in seconds; empty for an invalid distribution, which another rule reports, and for observed
     * values in a file.
     */
    static Optional<Double> mean(Distribution model) {
        if (model instanceof EmpiricalDistribution) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Distributions.of(model, Optional.empty(), any -> List.of()).mean());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the number of requests that decide an objective. */
    static double needed(Objective objective) {
        if (!known(objective.getMetric())) {
            return 0;
        }
        if (objective.getMetric().getName().equals(RequestMetric.FAILURES)) {
            return objective.getBound() == null || objective.getBound().getValue() == null
                    ? 0
                    : switch (Dimension.of(objective.getBound().getUnit())) {
                        case RATIO, NUMBER -> {
                            double limit = Measure.of(objective.getBound()).ratio();
                            yield limit > 0 ? Math.max(LEAST_REQUESTS, BEYOND_LIMIT / limit) : LEAST_REQUESTS;
                        }
                        case TIME, SQUARED_TIME, RATE, SIZE -> 0;
                    };
        }
        return needed(function(objective));
    }

    /** Returns the number of requests that are needed to know a statistic of response times. */
    static double needed(Optional<StatisticFunction> of) {
        return of.map(function -> Math.max(LEAST_REQUESTS, (double) function.valuesNeeded()))
                .orElse(LEAST_REQUESTS);
    }

    static String number(double value) {
        return new BigDecimal(value)
                .setScale(1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Checks that trials, time and precision are possible for a search. */
    @Check
    public void bounds(Exploration exploration) {
        atLeastOne(exploration.getTrials(), "number of trials", exploration, Literals.EXPLORATION__TRIALS);
        positive(Dimension.TIME, exploration.getWithin(), "time of the exploration");
        precision(exploration.getPrecision());
        atLeastOne(
                exploration.getConfirmations(),
                "number of confirmations",
                exploration,
                Literals.EXPLORATION__CONFIRMATIONS);
    }

    /** Checks that no events happen in an exploration; its load is the only change. */
    @Check
    public void event(Event event) {
        if (event.getSuite() instanceof Exploration exploration && known(exploration)) {
            error(
                    IssueCode.SUITE_UNKNOWN,
                    "\"" + exploration.getName() + "\" is an exploration, whose trials have no events; name a suite",
                    event,
                    Literals.EVENT__SUITE);
        }
    }
}
