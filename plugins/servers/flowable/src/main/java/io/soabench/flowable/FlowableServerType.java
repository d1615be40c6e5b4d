package io.soabench.flowable;

import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.DatabaseChoice;
import io.soabench.plugin.DatabaseDurability;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.FrontLifecycle;
import io.soabench.plugin.HistoryLevel;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Recovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Flowable 7.2.0 (Apache-2.0). Maven resolves the engine where the tool runs; neither this module nor a compiled testbed contains it.
 */
public final class FlowableServerType implements Engine {

    private static final String PROGRAM = "engine";

    /** A class name, not a class: the engine is not on the tool's class path. */
    private static final String MAIN = "io.soabench.flowable.front.FlowableMain";

    private static final long DEPLOY_MS = 180_000;

    private static final List<String> OPTIONS = List.of(
            "database",
            "database-user",
            "database-secret",
            "history",
            "profile",
            "connections",
            "http-threads",
            "queue-capacity",
            "executor",
            "job-threads",
            "job-queue",
            "jobs-per-acquisition",
            "job-wait",
            "parallel-calls",
            "partner-connections",
            "partner-timeout",
            "answer-timeout");

    @Override
    public String name() {
        return "flowable";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public String notice() {
        return "The engine is a library. The HTTP layer in front of it and the client that calls partners are SOABench's; their cost is a part"
                + " of the figures. Requests start instances by the identifier of their definition. An answer is sent after the commit of the"
                + " transaction that computed it. It runs the BPMN file of a process; engines of WS-BPEL run another file of the same"
                + " contract.";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Runs BPMN: a process needs a line bpmn \"<file>\".",
                "It reads the attributes of the namespace of Camunda 7: a service task calls a partner by"
                        + " camunda:expression=\"${partner.call('operation', value)}\" and answers by ${client.answer(exchange, value)}.",
                "A process without asynchronous continuations is one transaction: parallel branches run one after the other, and with history"
                        + " none nothing reaches the database.",
                "As released, jobs that collide wait for ten seconds.",
                "SOAP 1.1; no callbacks, no batches, no events of processes.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return DatabaseDurability.of(parameters);
    }

    @Override
    public Durability durability(Map<String, String> parameters, Durability database) {
        return DatabaseDurability.on(database);
    }

    @Override
    public DatabaseChoice database() {
        return DatabaseChoice.EMBEDDED_OR_SERVER;
    }

    @Override
    public List<Misfit> misfits(Map<String, String> parameters) {
        return DatabaseChoice.misfits(parameters);
    }

    @Override
    public Recovery recovery(Map<String, String> parameters) {
        return DatabaseDurability.recovery(parameters);
    }

    @Override
    public String withoutHistory(Map<String, String> parameters) {
        return HistoryLevel.without(parameters);
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(
                PROGRAM,
                "io.soabench:soabench-server-flowable:${project.version}",
                List.of("org.flowable:flowable-engine:7.2.0", "org.slf4j:slf4j-api:2.0.17"),
                List.of("org.springframework:*")));
    }

    @Override
    public Lifecycle lifecycle() {
        return FrontLifecycle.of(PROGRAM, MAIN, List.of(), OPTIONS, DEPLOY_MS, DEPLOY_MS);
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        ContractDescriptor.writePackage(process, FrontLifecycle.PATH + process.name(), folder);
    }
}
