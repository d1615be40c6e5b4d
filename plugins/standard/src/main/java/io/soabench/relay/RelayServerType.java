package io.soabench.relay;

import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.Probe;
import java.util.List;

/**
 * The server type of relays, so that every driver runs them like other servers. Models do not name it: the compiler
 * adds relays where the network of the model has a latency.
 */
public final class RelayServerType implements io.soabench.plugin.Relay {

    private static final String PROGRAM = "relay";
    private static final long READY_MS = 30_000;
    private static final long STOP_MS = 5_000;

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
        return List.of(new Program(PROGRAM, "io.soabench:soabench-standard:${project.version}"));
    }

    @Override
    public Lifecycle lifecycle() {
        return Lifecycle.of(
                        List.of(
                                "${java}",
                                "-Xmx64m",
                                "-XX:+UseSerialGC",
                                // The code of the relay is small. With the first compiler alone it is warm before the
                                // first round trip is measured.
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                "${classpath:" + PROGRAM + "}",
                                RelayProgram.class.getName(),
                                "--listen",
                                "${address}:${port:" + ServerPlan.RELAY_PORT + "}",
                                "--to",
                                "${param:" + TO + "}",
                                "--request-latency",
                                "${param:" + REQUEST_LATENCY + "}",
                                "--response-latency",
                                "${param:" + RESPONSE_LATENCY + "}",
                                "--seed",
                                "${param:" + SEED + "}",
                                "--repetition",
                                "${repetition}"),
                        new Probe("line:ready", 0, READY_MS))
                .graceMs(STOP_MS)
                .build();
    }
}
