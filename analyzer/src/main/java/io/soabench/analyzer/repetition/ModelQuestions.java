package io.soabench.analyzer.repetition;

import io.soabench.plan.Plan;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Plan.EventPlan;
import io.soabench.plan.Plan.MetricPlan;
import io.soabench.plan.Plan.ObjectivePlan;
import io.soabench.plan.Plan.Partner;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the model asks: of which cases its metrics and objectives are, and at which levels intervals are given. */
public final class ModelQuestions {

    /** Level of intervals of which the model says nothing. */
    public static final double DEFAULT_CONFIDENCE = 0.95;

    private static final Set<String> OF_PROCESSES =
            Set.of(Statistic.RESPONSE_TIME, Statistic.THROUGHPUT, Statistic.FAILURES);

    /** What a response time is made of is told at its level. */
    private static final Set<String> OF_RESPONSE_TIME =
            Set.of(Statistic.SERVICE_TIME, Statistic.SLIP, Statistic.OVERHEAD, Statistic.PLANNED_RESPONSE_TIME);

    private final Plan plan;

    /** The questions of a plan. */
    public ModelQuestions(Plan plan) {
        this.plan = plan;
    }

    /** How sentences name the workload of a case: with its suite where others have the same one. */
    public String workload(CasePlan of) {
        boolean elsewhere = plan.cases().stream()
                .anyMatch(other ->
                        other.workload().equals(of.workload()) && !other.suite().equals(of.suite()));
        return elsewhere ? of.workload() + " of " + of.suite() : of.workload();
    }

    /** What the model wants to see of a case, in its order. */
    public List<WantedStatistic> asked(CasePlan of) {
        Set<WantedStatistic> all = new LinkedHashSet<>();
        for (MetricPlan metric : plan.metrics()) {
            for (Target target : targets(metric.type(), metric.target(), of)) {
                metric.statistics().forEach(function -> all.add(new WantedStatistic(metric.type(), target, function)));
            }
        }
        return List.copyOf(all);
    }

    /**
     * The functions with one number that are to be computed: the standard ones, then those that the model asks for. An interval is
     * one of the average.
     */
    List<StatisticFunction> functions(CasePlan of, String metric, Target target) {
        Stream<StatisticFunction> asked = asked(of).stream()
                .filter(a -> a.metric().equals(metric) && a.target().equals(target))
                .map(WantedStatistic::function)
                .map(function ->
                        function.kind() == StatisticFunction.Kind.CONFIDENCE ? StatisticFunction.AVERAGE : function);
        Stream<StatisticFunction> expected = of.objectives().stream()
                .filter(o -> o.metric().equals(metric)
                        && targets(metric, o.target(), of).contains(target))
                .map(ObjectivePlan::statistic);
        return Stream.of(StandardStatistic.functions(metric, target.kind()).stream(), asked, expected)
                .flatMap(functions -> functions)
                .filter(function -> function.kind().scalar())
                .distinct()
                .toList();
    }

    /** Whether the model wants to see that of a metric. */
    boolean wants(CasePlan of, String metric, Target target, StatisticFunction function) {
        return asked(of).contains(new WantedStatistic(metric, target, function));
    }

    /** Level of the intervals of a metric. */
    public double confidence(CasePlan of, String metric, Target target) {
        String own = OF_RESPONSE_TIME.contains(metric) ? Statistic.RESPONSE_TIME : metric;
        return asked(of).stream()
                .filter(a -> a.metric().equals(own)
                        && a.target().equals(target)
                        && a.function().kind() == StatisticFunction.Kind.CONFIDENCE)
                .mapToDouble(a -> a.function().fraction())
                .max()
                .orElse(DEFAULT_CONFIDENCE);
    }

    /** Level of what is said of several cases together: the highest that the model asks for of their response times. */
    public double confidence() {
        return plan.cases().stream()
                .mapToDouble(c -> confidence(c, Statistic.RESPONSE_TIME, Statistic.process(c.subject())))
                .max()
                .orElse(DEFAULT_CONFIDENCE);
    }

    /**
     * What a metric is to be taken of in a case: none when the case has nothing of that.
     *
     * @param wanted as the model says it
     */
    public List<Target> targets(String metric, Target wanted, CasePlan of) {
        return switch (wanted.kind()) {
            case CASE ->
                OF_PROCESSES.contains(metric)
                        ? List.of(Statistic.process(of.subject()))
                        : of.server().isEmpty() ? List.of() : List.of(Statistic.server(of.server()));
            case PROCESS ->
                named(wanted, of.processes()).map(Statistic::process).toList();
            case SERVICE -> named(wanted, services(of)).map(Statistic::service).toList();
            case SERVER -> named(wanted, servers(of)).map(Statistic::server).toList();
            case ENGINE ->
                named(wanted, wanted.every() ? underTest(of) : servers(of))
                        .map(Statistic::server)
                        .toList();
            case HOST ->
                servers(of).stream()
                        .filter(server ->
                                wanted.every() || plan.serverOf(server).host().equals(wanted.name()))
                        .map(Statistic::server)
                        .toList();
        };
    }

    private static Stream<String> named(Target wanted, List<String> names) {
        return names.stream().filter(name -> wanted.every() || name.equals(wanted.name()));
    }

    private static List<String> underTest(CasePlan of) {
        return of.server().isEmpty() ? List.of() : List.of(of.server());
    }

    /** Relays are a part of the network, and no servers of the model. */
    private List<String> servers(CasePlan of) {
        return of.servers().stream()
                .filter(server -> !plan.serverOf(server).emulatesNetwork())
                .toList();
    }

    /** The services that the processes of a case may call, and the one that clients call themselves. */
    private List<String> services(CasePlan of) {
        Set<String> all = new LinkedHashSet<>();
        plan.services().stream()
                .map(Plan.ServicePlan::name)
                .filter(of.processes()::contains)
                .forEach(all::add);
        Stream.concat(
                        of.processes().stream(),
                        of.events().stream().map(EventPlan::version).filter(version -> !version.isEmpty()))
                .flatMap(process -> plan.processOf(process).partners().stream())
                .map(Partner::service)
                .forEach(all::add);
        of.events().stream()
                .filter(event -> event.kind() == EventPlan.Kind.NEW_SERVICE_INSTANCE)
                .map(event -> event.parameters().get("service"))
                .filter(service -> service != null)
                .forEach(all::add);
        return List.copyOf(all);
    }

    /**
     * The objectives of a case that concern it. One that concerns no case of its suite is left with the first of them, so that it
     * is not lost.
     */
    public List<ObjectivePlan> objectives(CasePlan of) {
        Map<Boolean, List<ObjectivePlan>> byConcern =
                of.objectives().stream().collect(Collectors.partitioningBy(o -> concerns(o, of)));
        List<ObjectivePlan> all = new ArrayList<>(byConcern.get(true));
        List<CasePlan> suite =
                plan.cases().stream().filter(c -> c.suite().equals(of.suite())).toList();
        if (suite.get(0).id().equals(of.id())) {
            byConcern.get(false).stream()
                    .filter(o -> suite.stream().noneMatch(c -> c.objectives().contains(o) && concerns(o, c)))
                    .forEach(all::add);
        }
        return all;
    }

    /** A case without a system under test has no metrics of servers, but its objectives on them must not be lost. */
    private boolean concerns(ObjectivePlan objective, CasePlan of) {
        return objective.target().kind() == Target.Kind.CASE
                || !targets(objective.metric(), objective.target(), of).isEmpty();
    }
}
