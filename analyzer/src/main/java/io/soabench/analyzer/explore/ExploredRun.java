package io.soabench.analyzer.explore;

import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.Json;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.WorkloadPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The run folder of an exploration. A driver runs each trial in a folder of its own, {@code trials/<n>}, like any plan. The measurements of
 * a trial then move to the repetitions of the whole run, whose plan and journal grow with each trial. So an exploration is analysed and
 * reported like any other run, and its trials are repetitions of cases. The objectives of trials stand in {@code explore.json}, so the
 * cases of the whole run have none. Trials that select a configuration stay in their folders: the run contains only the trials that confirm
 * it, so that no selection effect is among its results.
 */
public final class ExploredRun {

    private final Path folder;

    /** Opens the exploration in an existing folder. */
    public ExploredRun(Path folder) {
        this.folder = folder;
    }

    /** Returns the folder in which a driver runs a trial. */
    public Path trial(int number) {
        return RunFiles.trial(folder, number);
    }

    /** Returns the results so far, one for each engine. */
    public static List<ExploreRecord> found(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> isExplore(file.getFileName().toString()))
                    .sorted()
                    .map(file -> Json.read(file, ExploreRecord.class))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder + ": " + e.getMessage(), e);
        }
    }

    private static boolean isExplore(String file) {
        String[] around = RunFiles.explore("\n").split("\n", -1);
        return file.equals(RunFiles.EXPLORE) || (file.startsWith(around[0]) && file.endsWith(around[1]));
    }

    /**
     * Writes the results of an engine.
     *
     * @param alone whether there is one engine only
     */
    public void write(ExploreRecord record, boolean alone) {
        Json.write(folder.resolve(alone ? RunFiles.EXPLORE : RunFiles.explore(record.engine())), record);
    }

    /**
     * Takes over the measurements of a trial.
     *
     * @param plan of the trial
     * @param record the journal of its driver, which ended
     */
    public void take(int number, Plan plan, RunRecord record) {
        Path from = trial(number);
        // A step that cannot be repeated comes last. So the whole method can be repeated after an interruption at any
        // step.
        Json.write(folder.resolve(RunFiles.PLAN), together(read(RunFiles.PLAN, Plan.class), plan));
        Json.write(folder.resolve(RunFiles.RUN), together(read(RunFiles.RUN, RunRecord.class), record));
        try {
            copyOnce(from);
            for (CasePlan testCase : plan.cases()) {
                move(from.resolve(RunFiles.CASES).resolve(testCase.id()), testCase.id());
            }
            Files.deleteIfExists(from.resolve(RunFiles.CASES));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot take over what trial " + number + " measured in " + from + ": " + e.getMessage(), e);
        }
    }

    private void move(Path measured, String caseId) throws IOException {
        if (!Files.isDirectory(measured)) {
            return;
        }
        Path to = folder.resolve(RunFiles.CASES).resolve(caseId);
        Files.createDirectories(to);
        try (Stream<Path> repetitions = Files.list(measured)) {
            for (Path repetition : repetitions.toList()) {
                Files.move(repetition, to.resolve(repetition.getFileName()));
            }
        }
        Files.delete(measured);
    }

    /** Takes over the measurements of trials with known results, when an earlier attempt was interrupted. */
    public void takeLeft(List<ExploreRecord> found) {
        found.stream()
                .flatMap(record -> record.trials().stream())
                .filter(trial -> !trial.selecting())
                .map(ExploreRecord.Trial::trial)
                .filter(number -> Files.isDirectory(trial(number).resolve(RunFiles.CASES)))
                .sorted()
                .forEach(number -> take(
                        number,
                        Json.read(trial(number).resolve(RunFiles.PLAN), Plan.class),
                        Json.read(trial(number).resolve(RunFiles.RUN), RunRecord.class)));
    }

    /** Removes the folder of an exploration whose first trial was refused, so that nothing was measured. */
    public static void remove(Path folder) {
        try {
            for (Path file : List.of(folder.resolve(RunFiles.TRIALS), folder)) {
                if (Files.isDirectory(file)) {
                    try (Stream<Path> content = Files.list(file)) {
                        for (Path each : content.toList()) {
                            Files.delete(each);
                        }
                    }
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Makes the folder a run without cases, from a selecting trial, when the search ended before the confirmation. */
    public void withoutCases(int trial) {
        Path from = trial(trial);
        Plan plan = Json.read(from.resolve(RunFiles.PLAN), Plan.class);
        RunRecord record = Json.read(from.resolve(RunFiles.RUN), RunRecord.class);
        Json.write(folder.resolve(RunFiles.PLAN), plan.withCases(List.of(), List.of()));
        Json.write(folder.resolve(RunFiles.RUN), withExecutions(record, record.startedAt(), List.of()));
        try {
            copyOnce(from);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy from " + from + ": " + e.getMessage(), e);
        }
    }

    private void copyOnce(Path from) throws IOException {
        for (String file : List.of(RunFiles.ENVIRONMENT, RunFiles.METRICS)) {
            if (Files.exists(from.resolve(file)) && !Files.exists(folder.resolve(file))) {
                Files.copy(from.resolve(file), folder.resolve(file));
            }
        }
    }

    /**
     * Records the end of the exploration.
     *
     * @param problem the reason of a failure; empty without one
     */
    public void end(String problem, String now) {
        RunRecord.State state = problem.isEmpty() ? RunRecord.State.COMPLETED : RunRecord.State.FAILED;
        read(RunFiles.RUN, RunRecord.class)
                .ifPresent(record -> Json.write(
                        folder.resolve(RunFiles.RUN), record.with(state, problem, now, record.executions())));
    }

    /** Returns the plan of all trials so far; empty before the first of them has ended. */
    public Optional<Plan> plan() {
        return read(RunFiles.PLAN, Plan.class);
    }

    private <T> Optional<T> read(String file, Class<T> type) {
        return Files.exists(folder.resolve(file))
                ? Optional.of(Json.read(folder.resolve(file), type))
                : Optional.empty();
    }

    /** Returns a plan with the cases of both plans. The later plan has the larger number of repetitions of a case. */
    private static Plan together(Optional<Plan> before, Plan trial) {
        Map<String, WorkloadPlan> workloads = new LinkedHashMap<>();
        Map<String, CasePlan> cases = new LinkedHashMap<>();
        Map<String, ServerPlan> servers = new LinkedHashMap<>();
        Set<MetricPlan> metrics = new LinkedHashSet<>();
        List<Execution> order = new ArrayList<>();
        for (Plan each : before.map(plan -> List.of(plan, trial)).orElse(List.of(trial))) {
            each.workloads().forEach(workload -> workloads.put(workload.name(), workload));
            each.servers().forEach(server -> servers.put(server.name(), server));
            metrics.addAll(each.metrics());
            each.cases().forEach(testCase -> cases.put(testCase.id(), testCase.withObjectives(List.of())));
            each.order().stream()
                    .filter(execution -> !order.contains(execution))
                    .forEach(order::add);
        }
        return trial.withServers(List.copyOf(servers.values()))
                .withMetrics(List.copyOf(metrics))
                .withWorkloads(List.copyOf(workloads.values()))
                .withCases(List.copyOf(cases.values()), order);
    }

    private RunRecord together(Optional<RunRecord> before, RunRecord trial) {
        List<RunRecord.ExecutionRecord> executions =
                new ArrayList<>(before.map(RunRecord::executions).orElse(List.of()));
        executions.removeAll(trial.executions());
        executions.addAll(trial.executions());
        return withExecutions(trial, before.map(RunRecord::startedAt).orElse(trial.startedAt()), executions);
    }

    private RunRecord withExecutions(RunRecord trial, String startedAt, List<RunRecord.ExecutionRecord> executions) {
        return new RunRecord(
                folder.toAbsolutePath().getFileName().toString(),
                trial.origin(),
                trial.driver(),
                startedAt,
                null,
                RunRecord.State.RUNNING,
                "",
                executions);
    }
}
