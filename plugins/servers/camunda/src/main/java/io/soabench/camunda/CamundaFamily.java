package io.soabench.camunda;

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
 * The part that Camunda 7 and its forks have in common. Maven resolves the engine where the tool runs; neither this module nor a compiled testbed
 * contains it.
 */
abstract sealed class CamundaFamily implements Engine
        permits CamundaServerType, CibSevenServerType, OperatonServerType {

    private static final String PROGRAM = "engine";

    /** A class name, not a class: the engine is not on the tool's class path. */
    private static final String MAIN = "io.soabench.camunda.front.CamundaMain";

    private static final long DEPLOY_MS = 180_000;

    /** The options of the front that have the name of a parameter. */
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
            "job-core",
            "job-max",
            "job-queue",
            "jobs-per-acquisition",
            "job-wait",
            "partner-connections",
            "partner-timeout",
            "answer-timeout");

    private final String name;
    private final Program program;

    /**
     * @param front classifier of the front that was relocated for the engine; empty for Camunda itself
     * @param engine coordinates of the engine
     */
    CamundaFamily(String name, String front, String engine, List<String> without) {
        this.name = name;
        this.program = new Program(
                PROGRAM,
                "io.soabench:soabench-server-camunda:" + (front.isEmpty() ? "" : "jar:" + front + ':')
                        + "${project.version}",
                // Camunda brings the version 1.7 of slf4j, for which there is no provider.
                List.of(engine, "org.slf4j:slf4j-api:2.0.17"),
                without);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String licence() {
        return "Apache-2.0";
    }

    @Override
    public final String notice() {
        return "The engine is a library. The HTTP layer in front of it and the client that calls partners are SOABench's; their cost is a part"
                + " of the figures. Requests start instances by the identifier of their definition. An answer is sent after the commit of the"
                + " transaction that computed it. It runs the BPMN file of a process; engines of WS-BPEL run another file of the same contract.";
    }

    @Override
    public final List<String> limits() {
        return List.of(
                "Runs BPMN: a process needs a line bpmn \"<file>\".",
                "A service task calls a partner by camunda:expression=\"${partner.call('operation', value)}\" and answers by"
                        + " ${client.answer(exchange, value)}.",
                "A process without asynchronous continuations is one transaction: parallel branches run one after the other, and with history"
                        + " none nothing reaches the database.",
                "SOAP 1.1; no callbacks, no batches, no events of processes.");
    }

    @Override
    public final Durability durability(Map<String, String> parameters) {
        return DatabaseDurability.of(parameters);
    }

    @Override
    public final Durability durability(Map<String, String> parameters, Durability database) {
        return DatabaseDurability.on(database);
    }

    @Override
    public final DatabaseChoice database() {
        return DatabaseChoice.EMBEDDED_OR_SERVER;
    }

    @Override
    public final List<Misfit> misfits(Map<String, String> parameters) {
        return DatabaseChoice.misfits(parameters);
    }

    @Override
    public final Recovery recovery(Map<String, String> parameters) {
        return DatabaseDurability.recovery(parameters);
    }

    @Override
    public final String withoutHistory(Map<String, String> parameters) {
        return HistoryLevel.without(parameters);
    }

    @Override
    public final List<Program> programs() {
        return List.of(program);
    }

    @Override
    public final Lifecycle lifecycle() {
        return FrontLifecycle.of(PROGRAM, MAIN, List.of(), OPTIONS, DEPLOY_MS, DEPLOY_MS);
    }

    @Override
    public final void packageProcess(ProcessSource process, Path folder) throws IOException {
        ContractDescriptor.writePackage(process, FrontLifecycle.PATH + process.name(), folder);
    }
}
