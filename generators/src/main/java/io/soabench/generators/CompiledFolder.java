package io.soabench.generators;

import io.soabench.generators.cases.CaseSet;
import io.soabench.generators.cases.ClientRequests;
import io.soabench.generators.cases.FunctionalChecks;
import io.soabench.generators.cases.TraceFolder;
import io.soabench.generators.output.FolderExchange;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.generators.workload.WorkloadTraces;
import io.soabench.model.ExpandedCase;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.CompiledFiles;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A writer of the compiled testbed from a compilation without errors. */
final class CompiledFolder {

    private final Compiled compiled;
    private final CaseSet caseSet;
    private final ModelReading reading;
    private final ClientRequests requests;

    CompiledFolder(Compiled compiled) {
        this.compiled = compiled;
        this.caseSet = compiled.cases();
        this.reading = compiled.reading();
        this.requests = compiled.requests();
    }

    /** Writes everything. */
    Plan write(Path folder) {
        try {
            Plan[] plan = new Plan[1];
            FolderExchange.<RuntimeException>replace(folder, part -> {
                new MockFolders(caseSet, compiled.checks()).write(part);
                rows(part);
                traces(part);
                plan[0] = new PlanAssembly(compiled, compiled.packages().write(part)).plan();
                texts(part, requests.envelopes());
                texts(part, compiled.checks().envelopes());
                new LoadTests(compiled, plan[0]).write(part);
                Json.write(part.resolve(RunFiles.PLAN), plan[0]);
                try (InputStream schema = Plan.class.getResourceAsStream(RunFiles.PLAN_SCHEMA)) {
                    Files.copy(schema, part.resolve(RunFiles.PLAN_SCHEMA));
                }
            });
            return plan[0];
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Makes the plan; writes the packages of processes only. */
    Plan plan(Path folder) {
        try {
            return new PlanAssembly(compiled, compiled.packages().write(folder)).plan();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder + ": " + e.getMessage(), e);
        }
    }

    private void rows(Path part) throws IOException {
        requests.writeRows(part);
        for (ExpandedCase each : caseSet.cases()) {
            SimulatedWorkload workload = reading.workloads().get(each.workload());
            List<CheckPlan> checks = compiled.checks().of(each, workload);
            for (TestedProcess process : reading.called(each)) {
                FunctionalChecks.writeFirst(part, process, workload.chunks(process.model()), requests, checks);
            }
        }
    }

    private static void texts(Path part, Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> each : texts.entrySet()) {
            Path file = part.resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, each.getValue());
        }
    }

    private void traces(Path part) throws IOException {
        for (TraceFolder folder : caseSet.traces()) {
            for (int n = 1; n <= folder.workload().repetitions(); n++) {
                int repetition = n;
                List<WorkloadTraces.HostFiles> hosts = folder.hosts().stream()
                        .map(host -> new WorkloadTraces.HostFiles(
                                part.resolve(CompiledFiles.inRepetition(folder.tracePath(host), repetition)),
                                // JMeter gets the first repetition.
                                repetition == 1
                                        ? Optional.of(part.resolve("jmeter/" + folder.table(host)))
                                        : Optional.empty()))
                        .toList();
                WorkloadTraces.write(
                        folder.simulation().inRepetition(repetition),
                        folder.workload().labels(),
                        requests.values(part, folder.workload()),
                        hosts);
            }
        }
    }
}
