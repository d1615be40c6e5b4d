package io.soabench.relay;

import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.Command;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.Lifecycle.Stop;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Relays as a server type, so that every driver runs them like other servers. Models do not name it: the compiler adds relays where the
 * network of the model has a latency.
 */
public final class RelayServerType implements ServerType {

    private static final String PROGRAM = "relay";
    private static final long READY_MS = 30_000;
    private static final long STOP_MS = 5_000;

    @Override
    public String name() {
        return Plan.ServerPlan.RELAY;
    }

    @Override
    public String licence() {
        return "Apache-2.0";
    }

    @Override
    public List<String> limits() {
        return List.of("TCP only.", "Added by the tool where a network has a latency; not to be named in a model.");
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program(PROGRAM, "io.soabench:soabench-server-relay:${project.version}"));
    }

    @Override
    public Lifecycle lifecycle() {
        Command start = new Command(
                List.of(
                        "${java}",
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        // Its code is small and must be warm before the first round trip is measured.
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        "${classpath:" + PROGRAM + "}",
                        RelayProgram.class.getName(),
                        "--listen",
                        "${address}:${port:" + Plan.ServerPlan.RELAY_PORT + "}",
                        "--to",
                        "${param:to}",
                        "--request-latency",
                        "${param:request-latency}",
                        "--response-latency",
                        "${param:response-latency}",
                        "--seed",
                        "${param:seed}"),
                Map.of());
        return new Lifecycle(
                Map.of(),
                start,
                new Probe("line:ready", 0, READY_MS),
                List.of(),
                null,
                List.of(),
                new Stop(STOP_MS),
                "",
                "",
                null,
                List.of());
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) {
        throw new UnsupportedOperationException("relays pass messages on; they do not run processes");
    }
}
