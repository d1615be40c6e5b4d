package io.soabench.analyzer.database;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineFiles;
import io.soabench.analyzer.folder.EngineSettings;
import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.EventPlan;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessFilePlan;
import io.soabench.plan.PublishedNumbers;
import io.soabench.plan.PublishedPlan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.WorkloadPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** The rows about the plan and the environment of a run. */
final class PlanTables {

    private final TableWriter tables;
    private final Plan plan;

    PlanTables(TableWriter tables, Plan plan) {
        this.tables = tables;
        this.plan = plan;
    }

    void write(Path run, EnvironmentEntries environment, List<MetricRecord> metrics) {
        List<EnvironmentEntries.Entry> entries = new ArrayList<>(environment.entries());
        entries.addAll(EngineFiles.of(plan).entries());
        entries.addAll(EngineSettings.entries(run, plan));
        tables.each("environment", entries, (row, entry, position) -> row.set("position", position)
                .set("section", entry.section())
                .set("item", entry.item())
                .set("content", entry.content()));
        tables.each("metric_source", metrics, (row, m, position) -> row.set("position", position)
                .set("metric", m.name())
                .set("kind", m.kind())
                .set("unit", m.unit())
                .set("source", m.source())
                .set("limits", m.limits()));
        tables.each("bench_case", plan.cases(), this::testCase);
        plan.cases().forEach(this::ofCase);
        tables.each("mocked_service", plan.services(), PlanTables::service);
        published();
    }

    /** Fills the row of a case. The number of calls is NULL when it is unknown, and for several processes. */
    private void testCase(RowInserter.Row row, CasePlan one, int position) {
        WorkloadPlan workload = plan.workloadOf(one.workload());
        row.set("case_id", one.id())
                .set("position", position)
                .set("suite", one.suite())
                .set("engine", CaseResult.engine(one))
                .set(
                        "engine_type",
                        one.server().isEmpty()
                                ? ""
                                : plan.serverOf(one.server()).type())
                .set("process", one.subject())
                .set("workload", one.workload())
                .set("workload_kind", workload.kind())
                .set("clients", workload.clients())
                .set("rate_per_s", workload.ratePerSecond())
                .set("think", workload.description())
                .set("client_hosts", one.clients().size())
                .set("warm_up_s", one.schedule().warmUpMs() / 1e3)
                .set("warm_up_until_steady", one.schedule().warmUp() == CaseSchedule.WarmUp.UNTIL_STEADY)
                .set("measure_s", one.schedule().measureMs() / 1e3)
                .set("measure_least_s", one.schedule().endsMs().get(0) / 1e3)
                .set(
                        "measure_until_answers",
                        one.schedule().enough() == null
                                ? null
                                : (Integer) one.schedule().enough().answers())
                .set("time_out_s", one.schedule().timeOutMs() / 1e3)
                .set("calls", one.mixed() ? null : calls(one.subject()))
                .set("twin_of", one.isTwin() ? one.twinOf() : null);
    }

    /** Returns the number of calls that an instance of a process makes; null when unknown. */
    private Integer calls(String process) {
        CallTree tree = plan.processOf(process).calls();
        OptionalInt calls = tree == null ? OptionalInt.empty() : tree.calls();
        return calls.isPresent() ? calls.getAsInt() : null;
    }

    /** Returns a part of the file that the engine of a case runs; null where the plan names none. */
    private String file(CasePlan one, String process, Function<ProcessFilePlan, String> part) {
        ProcessFilePlan file = plan.processOf(process).files().get(one.server());
        return file == null ? null : part.apply(file);
    }

    private void ofCase(CasePlan one) {
        tables.each("case_process", one.processes(), (RowInserter.Row row, String process, int position) -> row.set(
                        "case_id", one.id())
                .set("position", position)
                .set("process", process)
                .set("calls", calls(process))
                .set("language", file(one, process, ProcessFilePlan::language))
                .set("variant", file(one, process, ProcessFilePlan::variant))
                .set("file", file(one, process, ProcessFilePlan::file))
                .set("definition", file(one, process, ProcessFilePlan::process))
                .set("sha256", file(one, process, ProcessFilePlan::sha256)));
        tables.each("message_path", one.paths(), (RowInserter.Row row, PathPlan path, int position) -> row.set(
                        "case_id", one.id())
                .set("position", position)
                .set("from_host", path.from())
                .set("to_server", path.to())
                .set("request_latency", path.request())
                .set("response_latency", path.response())
                .set("model_ms", path.roundTripMs()));
        tables.each("planned_event", one.events(), (RowInserter.Row row, EventPlan event, int position) -> row.set(
                        "case_id", one.id())
                .set("position", position)
                .set("event", event.id())
                .set("type", event.type())
                .set("planned_at_s", event.atMs() < 0 ? null : event.atMs() / 1e3)
                .set("planned_at_request", event.atRequest() < 0 ? null : event.atRequest())
                .set("what", event.what()));
        tables.each("case_server", one.servers(), (RowInserter.Row row, String name, int position) -> {
            ServerPlan server = plan.serverOf(name);
            row.set("case_id", one.id())
                    .set("position", position)
                    .set("server", name)
                    .set("type", server.type())
                    .set("host", server.host())
                    .set("role", role(one, server));
        });
    }

    private static String role(CasePlan one, ServerPlan server) {
        if (server.emulatesNetwork()) {
            return "relay";
        }
        return server.name().equals(one.server()) ? "engine" : "partner";
    }

    private static void service(RowInserter.Row row, ServicePlan service, int position) {
        row.set("position", position)
                .set("service", service.name())
                .set("type", service.type())
                .set("server", service.server())
                .set("instances", service.instances().size())
                .set("uiid", service.uiid())
                .set("qos", service.qos());
    }

    private record OneCase(PublishedPlan of, PublishedNumbers numbers) {}

    /** Writes published numbers of other experiments. No result is computed from them. */
    private void published() {
        List<OneCase> all = plan.published().stream()
                .flatMap(p -> p.numbers().stream().map(n -> new OneCase(p, n)))
                .toList();
        tables.each("published", all, (row, each, position) -> row.set("position", position)
                .set("subject", each.of().subject())
                .set("source", each.of().source())
                .set("process", each.numbers().process())
                .set("workload", each.numbers().workload())
                .set("max_ms", each.numbers().maxMs())
                .set("min_ms", each.numbers().minMs())
                .set("mean_ms", each.numbers().meanMs())
                .set("failure_rate", each.numbers().failureRate())
                .set("note", each.numbers().note()));
    }
}
