package io.soabench.analyzer.repetition;

import io.soabench.plan.CasePlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The questions of the model: the cases of its metrics and objectives, and the levels of intervals. */
public final class ModelQuestions {

    /** Level of intervals where the model names none. */
    public static final double DEFAULT_CONFIDENCE = 0.95;

    private static final Set<String> OF_PROCESSES =
            Set.of(Statistic.RESPONSE_TIME, Statistic.THROUGHPUT, Statistic.FAILURES);

    /** Metrics that are parts of a response time; their intervals have its level. */
    private static final Set<String> OF_RESPONSE_TIME = Set.of(
            Statistic.SERVICE_TIME,
            Statistic.SLIP,
            Statistic.OVERHEAD,
            Statistic.STEP_OVERHEAD,
            Statistic.BEFORE_CALLS,
            Statistic.AFTER_CALLS,
            Statistic.ENGINE_TIME,
            Statistic.PLANNED_RESPONSE_TIME);

    private final Plan plan;

    /** Reads the questions of a plan. */
    public ModelQuestions(Plan plan) {
        this.plan = plan;
    }

    /** Returns the name of a case's workload in sentences: with its suite, where other suites have a workload of that name. */
    public String workload(CasePlan testCase) {
        boolean elsewhere = plan.cases().stream()
                .anyMatch(other -> other.workload().equals(testCase.workload())
                        && !other.suite().equals(testCase.suite()));
        return elsewhere ? "workload " + testCase.workload() + " of suite " + testCase.suite() : testCase.workload();
    }

    /** Returns the statistics that the model wants of a case, in its order. */
    public List<WantedStatistic> asked(CasePlan testCase) {
        Set<WantedStatistic> all = new LinkedHashSet<>();
        for (MetricPlan metric : plan.metrics()) {
            for (Target target : targets(metric.type(), metric.target(), testCase)) {
                metric.statistics().forEach(function -> all.add(new WantedStatistic(metric.type(), target, function)));
            }
        }
        return List.copyOf(all);
    }

    /**
     * Returns the functions with one number that are computed: the standard ones, then those of the model. An interval belongs to the
     * average.
     */
    List<StatisticFunction> functions(CasePlan testCase, String metric, Target target) {
        Stream<StatisticFunction> asked = asked(testCase).stream()
                .filter(a -> a.metric().equals(metric) && a.target().equals(target))
                .map(WantedStatistic::function)
                .map(function ->
                        function.kind() == StatisticFunction.Kind.CONFIDENCE ? StatisticFunction.AVERAGE : function);
        Stream<StatisticFunction> expected = testCase.objectives().stream()
                .filter(o -> o.metric().equals(metric)
                        && targets(metric, o.target(), testCase).contains(target))
                .map(ObjectivePlan::statistic);
        return Stream.of(StandardStatistic.functions(metric, target.kind()).stream(), asked, expected)
                .flatMap(functions -> functions)
                .filter(function -> function.kind().scalar())
                .distinct()
                .toList();
    }

    /** Returns whether the model wants a function of a metric. */
    boolean wants(CasePlan testCase, String metric, Target target, StatisticFunction function) {
        return asked(testCase).contains(new WantedStatistic(metric, target, function));
    }

    /** Returns the level of the intervals of a metric. */
    public double confidence(CasePlan testCase, String metric, Target target) {
        String own = OF_RESPONSE_TIME.contains(metric) ? Statistic.RESPONSE_TIME : metric;
        return asked(testCase).stream()
                .filter(a -> a.metric().equals(own)
                        && a.target().equals(target)
                        && a.function().kind() == StatisticFunction.Kind.CONFIDENCE)
                .mapToDouble(a -> a.function().fraction())
                .max()
                .orElse(DEFAULT_CONFIDENCE);
    }

    /** Returns the level of comparisons of cases: the highest one that the model asks for of their response times. */
    public double confidence() {
        return plan.cases().stream()
                .mapToDouble(c -> confidence(c, Statistic.RESPONSE_TIME, Statistic.process(c.subject())))
                .max()
                .orElse(DEFAULT_CONFIDENCE);
    }

    /**
     * Returns the targets of a metric in a case; none when the case has no such target.
     *
     * @param wanted target as the model names it
     */
    public List<Target> targets(String metric, Target wanted, CasePlan testCase) {
        return switch (wanted.kind()) {
            case CASE ->
                OF_PROCESSES.contains(metric)
                        ? List.of(Statistic.process(testCase.subject()))
                        : testCase.server().isEmpty() ? List.of() : List.of(Statistic.server(testCase.server()));
            case PROCESS ->
                named(wanted, testCase.processes()).map(Statistic::process).toList();
            case SERVICE ->
                named(wanted, services(testCase)).map(Statistic::service).toList();
            case SERVER ->
                named(wanted, servers(testCase)).map(Statistic::server).toList();
            case ENGINE ->
                named(wanted, wanted.every() ? underTest(testCase) : servers(testCase))
                        .map(Statistic::server)
                        .toList();
            case HOST ->
                servers(testCase).stream()
                        .filter(server ->
                                wanted.every() || plan.serverOf(server).host().equals(wanted.name()))
                        .map(Statistic::server)
                        .toList();
        };
    }

    private static Stream<String> named(Target wanted, List<String> names) {
        return names.stream().filter(name -> wanted.every() || name.equals(wanted.name()));
    }

    private static List<String> underTest(CasePlan testCase) {
        return testCase.server().isEmpty() ? List.of() : List.of(testCase.server());
    }

    /** Returns the servers of a case without relays, which belong to the network and not to the model. */
    private List<String> servers(CasePlan testCase) {
        return testCase.servers().stream()
                .filter(server -> !plan.serverOf(server).emulatesNetwork())
                .toList();
    }

    /** Returns the services that the processes of a case may call, and the service that clients call directly. */
    private List<String> services(CasePlan testCase) {
        Set<String> all = new LinkedHashSet<>();
        plan.services().stream()
                .map(ServicePlan::name)
                .filter(testCase.processes()::contains)
                .forEach(all::add);
        Stream.concat(
                        testCase.processes().stream(),
                        testCase.events().stream().map(EventPlan::version).filter(version -> !version.isEmpty()))
                .flatMap(process -> plan.processOf(process).partners().stream())
                .map(PartnerPlan::service)
                .forEach(all::add);
        testCase.events().stream()
                .filter(event -> event.kind() == EventPlan.Kind.NEW_SERVICE_INSTANCE)
                .map(event -> event.parameters().get("service"))
                .filter(service -> service != null)
                .forEach(all::add);
        return List.copyOf(all);
    }

    /**
     * Returns the objectives that concern a case. An objective that concerns no case of its suite belongs to the first of them, so that it
     * is not lost.
     */
    public List<ObjectivePlan> objectives(CasePlan testCase) {
        Map<Boolean, List<ObjectivePlan>> byConcern =
                testCase.objectives().stream().collect(Collectors.partitioningBy(o -> concerns(o, testCase)));
        List<ObjectivePlan> all = new ArrayList<>(byConcern.get(true));
        List<CasePlan> suite = plan.cases().stream()
                .filter(c -> c.suite().equals(testCase.suite()))
                .toList();
        if (suite.get(0).id().equals(testCase.id())) {
            byConcern.get(false).stream()
                    .filter(o -> suite.stream().noneMatch(c -> c.objectives().contains(o) && concerns(o, c)))
                    .forEach(all::add);
        }
        return all;
    }

    /**
     * Returns whether an objective concerns a case. A case without a system under test has no metrics of servers, but keeps objectives on
     * them.
     */
    private boolean concerns(ObjectivePlan objective, CasePlan testCase) {
        return objective.target().kind() == Target.Kind.CASE
                || !targets(objective.metric(), objective.target(), testCase).isEmpty();
    }
}
