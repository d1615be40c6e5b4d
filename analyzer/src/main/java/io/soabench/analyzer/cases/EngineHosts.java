package io.soabench.analyzer.cases;

import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionStatistics;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The machines of engines under test.
 *
 * @param processors number of processors of the host of the engine of a case; 0 when it is unknown
 * @param beside whether a server or load client, by the name under which it is observed, is on the machine of the engine of a case
 * @param own whether a server is the engine of a case, or one that the engine uses
 */
public record EngineHosts(
        ToIntFunction<CasePlan> processors, BiPredicate<CasePlan, String> beside, BiPredicate<CasePlan, String> own) {

    private static final String CPU = "cpu";

    /** Returns hosts of known size on which all servers and load clients of a case are; the engines use no other server. */
    public static EngineHosts of(ToIntFunction<CasePlan> processors) {
        return new EngineHosts(processors, (of, observed) -> true, (of, observed) -> observed.equals(of.server()));
    }

    /** Returns the hosts of a run. */
    public static EngineHosts of(Plan plan, Optional<EnvironmentRecord> environment) {
        return of(plan, new EnvironmentEntries(environment));
    }

    /** Returns the hosts of a run. */
    public static EngineHosts of(Plan plan, EnvironmentEntries environment) {
        Map<String, ServerPlan> servers = plan.servers().stream()
                .collect(Collectors.toMap(ServerPlan::name, server -> server, (one, other) -> one));
        Map<String, String> machines = Stream.ofNullable(plan.hosts())
                .flatMap(List::stream)
                .collect(Collectors.toMap(HostPlan::name, HostPlan::machine, (one, other) -> one));
        return new EngineHosts(
                of -> environment.processors(host(servers, of.server())).orElse(0),
                (of, observed) -> {
                    String engine = host(servers, of.server());
                    String other = RunFiles.clientHost(observed).orElseGet(() -> host(servers, observed));
                    return machines.getOrDefault(other, other).equals(machines.getOrDefault(engine, engine));
                },
                (of, observed) ->
                        observed.equals(of.server()) || used(servers, of).contains(observed));
    }

    /** Returns the processors in use on the machine of the engine by all servers and load clients of the case; NaN when nothing was measured. */
    double cores(RepetitionResult repetition) {
        return cores(repetition, beside);
    }

    /**
     * Returns the share of the processor time in use on the engine's machine that load client and partners take, the mean of the valid
     * repetitions; NaN when it is unknown.
     */
    public double harnessShare(CaseResult result) {
        return result.usable().stream()
                .mapToDouble(each -> {
                    double engine = cores(each, beside.and(own));
                    return engine > 0 ? 1 - engine / cores(each) : Double.NaN;
                })
                .average()
                .orElse(Double.NaN);
    }

    private static double cores(RepetitionResult repetition, BiPredicate<CasePlan, String> choice) {
        double[] each = repetition.measured().values().stream()
                .filter(value -> value.statistic().metric().equals(CPU)
                        && value.statistic().target().kind() == Target.Kind.SERVER
                        && value.statistic().function().equals(StatisticFunction.AVERAGE)
                        && choice.test(
                                repetition.testCase(),
                                value.statistic().target().name()))
                .mapToDouble(RepetitionStatistics.Value::value)
                .toArray();
        return each.length == 0
                ? Double.NaN
                : Arrays.stream(each).filter(cores -> !Double.isNaN(cores)).sum();
    }

    private static String host(Map<String, ServerPlan> servers, String server) {
        return servers.containsKey(server) ? servers.get(server).host() : "";
    }

    /** Returns the values of the parameters of the engine of a case; those that name a server are servers that it uses. */
    private static Set<String> used(Map<String, ServerPlan> servers, CasePlan of) {
        return servers.containsKey(of.server())
                ? new HashSet<>(servers.get(of.server()).parameters().values())
                : Set.of();
    }
}
