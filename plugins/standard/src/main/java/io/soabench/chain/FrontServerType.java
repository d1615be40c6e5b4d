package io.soabench.chain;

import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.FrontLifecycle;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The front of library engines without an engine. Beside engines of BPMN it measures how much of their processor time is this project's: HTTP,
 * messages, and calls of partners.
 */
public final class FrontServerType implements Engine {

    private static final String PROGRAM = "front";

    /** A class name, not a class: the program is not on the tool's class path. */
    private static final String MAIN = "io.soabench.bpmn.chain.ChainMain";

    private static final long DEPLOY_MS = 60_000;

    private static final List<String> OPTIONS =
            List.of("http-threads", "queue-capacity", "partner-connections", "partner-timeout", "answer-timeout");

    @Override
    public String name() {
        return "front";
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public String notice() {
        return "This is no engine. It is the HTTP layer and the client of partners that stand before each engine of BPMN here, and makes the calls"
                + " of the BPMN file one after the other.";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Runs the tasks of a BPMN file in a row: no gateways, no loops, no events but errors at the boundary of a task.",
                "Expressions are calls of partners, answers, sums and values of answers.",
                "Has no transactions, so asyncBefore has no effect, and keeps no instances.",
                "SOAP 1.1; no callbacks, no batches, no events of processes.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return new Durability(Durability.Level.NONE, "has no engine, and so no instances to keep");
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-bpmn-front:${project.version}"));
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
