package io.soabench.analyzer;

import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The processor use of an engine and its host in a case: means over the valid repetitions, as the analysis of the run stored them. They
 * help to plan a further run: they show which workloads leave the processors idle and which saturate them.
 *
 * @param engineCores processors in use by the engine
 * @param hostCores processors in use by all servers and load clients of the case on the engine's host, the engine included
 * @param processors logical processors of that host; 0 when unknown
 */
public record ProcessorUse(
        String engine, String workload, String process, double engineCores, double hostCores, int processors) {

    private static final String MEASURED =
            """
            select case_id, target, measured from v_statistic where metric = 'cpu' and statistic = 'average' and target_kind = 'server'
              and repetition is null and measured is not null""";

    /**
     * Returns the measured use of the cases of a run in the order of its plan, without twins.
     *
     * @param run folder of the run
     * @return empty when this version of the tool did not analyse the run, or nothing of the kind was measured
     */
    public static List<ProcessorUse> of(Path run) {
        if (!Files.isRegularFile(run.resolve(RunFiles.PLAN))) {
            return List.of();
        }
        Optional<Map<String, Map<String, Double>>> measured = measured(run);
        if (measured.isEmpty()) {
            return List.of();
        }
        Plan plan = Json.read(run.resolve(RunFiles.PLAN), Plan.class);
        Map<String, Integer> processors = processors(run);
        List<ProcessorUse> uses = new ArrayList<>();
        for (CasePlan one : plan.cases()) {
            Map<String, Double> cores = measured.get().getOrDefault(one.id(), Map.of());
            if (!one.isTwin() && cores.containsKey(one.server())) {
                String host = host(plan, one.server());
                uses.add(new ProcessorUse(
                        one.server(),
                        one.workload(),
                        one.subject(),
                        cores.get(one.server()),
                        beside(plan, one, host).stream()
                                .mapToDouble(each -> cores.getOrDefault(each, 0.0))
                                .sum(),
                        processors.getOrDefault(host, 0)));
            }
        }
        return List.copyOf(uses);
    }

    /** Returns the processors in use, by case and by server or load client; empty without a readable database. */
    private static Optional<Map<String, Map<String, Double>>> measured(Path run) {
        Map<String, Map<String, Double>> measured = new HashMap<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                ResultSet rows = connection.createStatement().executeQuery(MEASURED)) {
            while (rows.next()) {
                measured.computeIfAbsent(rows.getString(1), any -> new HashMap<>())
                        .put(rows.getString(2), rows.getDouble(3));
            }
        } catch (SQLException e) {
            return Optional.empty();
        }
        return Optional.of(measured);
    }

    private static Map<String, Integer> processors(Path run) {
        Path file = run.resolve(RunFiles.ENVIRONMENT);
        return Files.isRegularFile(file)
                ? Json.read(file, EnvironmentRecord.class).hosts().stream()
                        .collect(Collectors.toMap(
                                EnvironmentRecord.HostRecord::name,
                                host -> host.processors().cpus(),
                                (one, other) -> one))
                : Map.of();
    }

    private static String host(Plan plan, String server) {
        return plan.servers().stream()
                .filter(one -> one.name().equals(server))
                .map(ServerPlan::host)
                .findFirst()
                .orElse("");
    }

    /** Returns the servers and load clients of a case on a host, by the names under which they are observed. */
    private static Set<String> beside(Plan plan, CasePlan testCase, String host) {
        Set<String> names = new HashSet<>();
        names.add(testCase.server());
        testCase.servers().stream()
                .filter(server -> host(plan, server).equals(host))
                .forEach(names::add);
        testCase.clients().stream()
                .filter(client -> client.host().equals(host))
                .forEach(client -> names.add(RunFiles.loadClient(client.host())));
        return names;
    }

    /**
     * Returns the use in words: {@code engine under office (Sequential): 0.14 processors, 13 % of the 2 of its host with all that runs
     * there}.
     */
    @Override
    public String toString() {
        return engine + " under " + workload + " (" + process + "): " + SentenceText.number(engineCores) + " processors"
                + (processors == 0
                        ? ""
                        : "; all of the experiment on its host "
                                + SentenceText.level(Math.round(hostCores / processors * 100) / 100.0) + " of "
                                + processors);
    }
}
