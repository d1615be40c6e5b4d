package io.soabench.analyzer.queueing;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ProcessorSharing;
import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.Precedence;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.Yielding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The queueing model of each engine and process of a run. On a shared host, the processor use of load client and other servers is a part of
 * the demand of a request. On processors of its own, only the engine's use is.
 */
public record EngineQueueing(String engine, String process, QueueingModel view) {

    private static final String CPU = "cpu";
    private static final double MS = 1000;

    /** Maximum share of failed requests; with more, the completions do not represent the load. */
    private static final double MOST_FAILURES = 0.05;

    private record Key(String engine, String process) {}

    /** Returns the models of all engines and processes that were measured at enough loads. */
    public static List<EngineQueueing> of(
            Plan plan,
            EnvironmentEntries environment,
            List<CaseResult> cases,
            List<ProcessorSharing.Arrangement> arrangements) {
        Map<Key, List<CaseResult>> groups = new LinkedHashMap<>();
        for (CaseResult one : cases) {
            CasePlan testCase = one.testCase();
            if (!testCase.server().isEmpty() && !testCase.isTwin()) {
                groups.computeIfAbsent(new Key(testCase.server(), testCase.subject()), k -> new ArrayList<>())
                        .add(one);
            }
        }
        List<EngineQueueing> all = new ArrayList<>();
        groups.forEach((key, of) -> {
            Host host = Host.of(plan, environment, key.engine(), arrangements);
            List<MeasuredLoad> loads =
                    of.stream().flatMap(one -> load(plan, one, host)).toList();
            QueueingModel.of(loads, host.processors())
                    .ifPresent(view -> all.add(new EngineQueueing(key.engine(), key.process(), view)));
        });
        return all;
    }

    /**
     * The host of an engine.
     *
     * @param processors that it may use; 0 when unknown
     * @param shared whether others of its case use them, too
     */
    private record Host(String name, int processors, boolean shared) {

        static Host of(
                Plan plan,
                EnvironmentEntries environment,
                String engine,
                List<ProcessorSharing.Arrangement> arrangements) {
            String name = plan.serverOf(engine).host();
            Precedence precedence = arrangements.stream()
                    .filter(way -> way.engine().equals(engine) && way.host().equals(name))
                    .map(ProcessorSharing.Arrangement::precedence)
                    .findFirst()
                    .orElse(null);
            int all = precedence != null && precedence.processors() > 0
                    ? precedence.processors()
                    : environment.processors(name).orElse(0);
            return precedence != null && precedence.yielding() == Yielding.CPUSET
                    ? new Host(name, number(precedence.own()), false)
                    : new Host(name, all, true);
        }

        /** Returns the number of processors in a list such as {@code 2-3,6}. */
        private static int number(String list) {
            int number = 0;
            for (String part : list.split(",", -1)) {
                String[] ends = part.trim().split("-", -1);
                number += ends.length == 2 ? Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1 : 1;
            }
            return number;
        }
    }

    private static Stream<MeasuredLoad> load(Plan plan, CaseResult one, Host host) {
        WorkloadPlan workload = plan.workloadOf(one.testCase().workload());
        List<RepetitionResult> usable = one.usable();
        boolean kept = usable.stream().allMatch(RepetitionResult::valid);
        double failures = mean(usable, RepetitionResult::failureRate);
        // A load that changes, or of which much is lost, is not one load; and the requests of batches are not those of
        // other workloads.
        if (usable.isEmpty()
                || !workload.stages().isEmpty()
                || workload.ordersBatches()
                || (kept && failures > MOST_FAILURES)) {
            return Stream.empty();
        }
        boolean closed = workload.kind() == WorkloadPlan.Load.CLOSED;
        double thinkMs = mean(usable, r -> r.measurement().pace().thinkS()) * MS;
        double perS = mean(usable, r -> r.measurement().pace().servedPerS());
        if ((closed && Double.isNaN(thinkMs)) || !(perS > 0)) {
            return Stream.empty();
        }
        List<ProcessorDemand.Use> uses = usable.stream()
                .map(r -> new ProcessorDemand.Use(r.measurement().pace().servedPerS(), busy(plan, r, host)))
                .toList();
        return Stream.of(new MeasuredLoad(
                workload.name(),
                closed ? workload.clients() : 0,
                thinkMs / MS,
                closed ? Double.NaN : workload.ratePerSecond(),
                perS,
                usable.stream().anyMatch(r -> r.verdict() != Verdict.VALID)
                        ? Double.NaN
                        : mean(usable, r -> r.response().mean()) / MS,
                mean(usable, r -> r.response().mean() - r.overheads().overhead().mean()) / MS,
                uses.stream().anyMatch(use -> Double.isNaN(use.busy())) ? List.of() : uses));
    }

    private static double mean(List<RepetitionResult> of, ToDoubleFunction<RepetitionResult> what) {
        return of.stream().mapToDouble(what).average().orElse(Double.NaN);
    }

    /** Returns the processors of the host that were busy with the case; NaN when that of the engine is unknown. */
    private static double busy(Plan plan, RepetitionResult repetition, Host host) {
        CasePlan testCase = repetition.testCase();
        double busy = cpu(repetition, testCase.server());
        if (host.shared()) {
            busy += testCase.servers().stream()
                    .filter(server -> !server.equals(testCase.server())
                            && plan.serverOf(server).host().equals(host.name()))
                    .mapToDouble(server -> cpu(repetition, server))
                    .filter(other -> !Double.isNaN(other))
                    .sum();
            busy += repetition.details().loads().stream()
                    .filter(load -> load.client().equals(host.name()))
                    .mapToDouble(load -> load.effort().cpuMs()
                            / MS
                            / repetition.measurement().measuredS())
                    .sum();
        }
        return busy;
    }

    private static double cpu(RepetitionResult repetition, String server) {
        return repetition.measured().of(CPU, Statistic.server(server), StatisticFunction.AVERAGE);
    }
}
